// The way into a workspace by the link of an invitation; global calls, for whoever follows it may live in either region.
import { z } from 'zod'
import { global } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { ROLES } from '../lib/roles.ts'

const tag = 'Account'
/** Of the mailed link. It is sent in the body, so that no log of addresses has it. */
export const InvitationToken = z.string().min(1).max(2000)
const byToken = z.strictObject({ token: InvitationToken })
/** Where the invitation leads. */
const Place = z.object({ region: z.enum(REGIONS), workspaceId: z.string(), workspaceName: z.string() })

export const Invitation = Place.extend({
  role: z.enum(ROLES),
  /** The address that is invited; nobody else can follow the link. */
  email: z.string(),
  /** Name and address of who invited, or of the owner where the workspace's secret did; the name is empty without one. */
  inviterName: z.string(),
  inviterEmail: z.string(),
  /** Whether to sign in, or to make an account. */
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
    summary: 'Who invites whom to which workspace, by the token of the invitation’s mail',
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
      'Follow an invitation: uses its token up and confirms the address of the session, which is the invited one',
  })
    .input(byToken)
    .output(z.object({ data: Place })),
}
