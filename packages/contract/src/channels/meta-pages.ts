import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'

const instagram = { igPageId: z.string(), igPageName: z.string() }

export const MetaPage = z.object({
  pageId: z.string(),
  pageName: z.string(),
  ...instagram,
  agentId: z.string(),
})
export type MetaPage = z.infer<typeof MetaPage>

export const MetaPageView = MetaPage.extend({
  status: z.enum(['active', 'failing']),
  lastError: z.string(),
  lastErrorMessage: messageRef,
  connectedAt: z.string(),
})
export type MetaPageView = z.infer<typeof MetaPageView>

export const OfferedPage = z.object({
  pageId: z.string(),
  pageName: z.string(),
  ...instagram,
  photo: z.string(),
  /** Sealed for the workspace. */
  accessToken: z.string(),
})
export type OfferedPage = z.infer<typeof OfferedPage>
