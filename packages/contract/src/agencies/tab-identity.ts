import { z } from 'zod'

export const OpenedTab = z.object({
  label: z.string(),
  /** Source of the frame: a signed URL for a few minutes, or another site's page. */
  src: z.string(),
  /** A JWT (HS256) signed with the agency's secret. */
  identity: z.string(),
  /** Unix seconds, for both. */
  expiresAt: z.number().int(),
})
export type OpenedTab = z.infer<typeof OpenedTab>

export const TabIdentity = z.object({
  clientId: z.string(),
  email: z.string(),
  name: z.string(),
  orgId: z.string(),
  isAdmin: z.boolean(),
  href: z.string(),
  /** Unix seconds. */
  expiresAt: z.number().int(),
})
export type TabIdentity = z.infer<typeof TabIdentity>
