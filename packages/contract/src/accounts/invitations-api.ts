import { z } from 'zod'
import { global } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { ROLES } from '../lib/roles.ts'

const tag = 'Account'
/** The token of the mailed link. Sent in the body, so that access logs don't contain it. */
export const InvitationToken = z.string().min(1).max(2000)
const byToken = z.strictObject({ token: InvitationToken })
const Place = z.object({ region: z.enum(REGIONS), workspaceId: z.string(), workspaceName: z.string() })

export const Invitation = Place.extend({
  role: z.enum(ROLES),
  email: z.string(),
  /** Who invited: a member, or the owner if the workspace's secret was used. The name may be empty. */
  inviterName: z.string(),
  inviterEmail: z.string(),
  hasAccount: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const invitationsApi = {
  invitation: global({
    method: 'POST',
    path: '/account/invitation',
    tag,
    access: { by: ['public', 'session'], limit: 'public' },
    errors: ['INVALID_TOKEN'],
    summary: 'Get an invitation by the token from its email',
  })
    .input(byToken)
    .output(z.object({ data: Invitation })),
  acceptInvitation: global({
    method: 'POST',
    path: '/account/invitation/accept',
    tag,
    access: { by: ['session'], limit: 'public' },
    errors: ['INVALID_TOKEN', 'FORBIDDEN'],
    summary:
      'Accept an invitation; uses up its token and confirms the address of the session, which must be the invited one',
  })
    .input(byToken)
    .output(z.object({ data: Place })),
}
