// What a custom tab is opened with, and what its token says.
import { z } from 'zod'

export const OpenedTab = z.object({
  label: z.string(),
  /** What the frame shows: a signed address for a few minutes, or the page of another site. */
  src: z.string(),
  /** A JWT (HS256) under the secret of the agency. */
  identity: z.string(),
  /** Unix seconds, of both. */
  expiresAt: z.number().int(),
})
export type OpenedTab = z.infer<typeof OpenedTab>

export const TabIdentity = z.object({
  /** Empty for the agency's admin. */
  clientId: z.string(),
  email: z.string(),
  name: z.string(),
  orgId: z.string(),
  isAdmin: z.boolean(),
  /** The tab it was made for. */
  href: z.string(),
  /** Unix seconds. */
  expiresAt: z.number().int(),
})
export type TabIdentity = z.infer<typeof TabIdentity>
