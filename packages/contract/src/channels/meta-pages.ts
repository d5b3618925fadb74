// A page at Meta, as people of a workspace see it. No tokens of the provider.
import { z } from 'zod'

/** The Instagram account of the page; empty where it has none. */
const instagram = { igPageId: z.string(), igPageName: z.string() }

export const MetaPage = z.object({
  pageId: z.string(),
  pageName: z.string(),
  ...instagram,
  agentId: z.string(),
})
export type MetaPage = z.infer<typeof MetaPage>

export const MetaPageView = MetaPage.extend({
  /** `failing`: Meta refuses our token. */
  status: z.enum(['active', 'failing']),
  lastError: z.string(),
  connectedAt: z.string(),
})
export type MetaPageView = z.infer<typeof MetaPageView>

/** A page that could be connected. */
export const OfferedPage = z.object({
  pageId: z.string(),
  pageName: z.string(),
  ...instagram,
  /** Address of its picture; empty for none. */
  photo: z.string(),
  /** Sealed for the workspace. */
  accessToken: z.string(),
})
export type OfferedPage = z.infer<typeof OfferedPage>
