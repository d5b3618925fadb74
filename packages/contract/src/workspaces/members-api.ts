import { rule } from '../lib/rules.ts'
import { z } from 'zod'
import { Email, KnownEmail } from '../accounts/schemas.ts'
import { global, limitInput, line, regional, success } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { oneLine } from '../lib/text.ts'
import { DEFAULT_ROLE, GivenRoleInput, Member, Seats, WORKSPACE_NAME_MAX } from './members.ts'
import { PublicOwner, Workspace, WorkspaceSummary } from './schemas.ts'

const tag = 'Workspaces'
const Uid = z.string().max(100)
const byUid = z.strictObject({ uid: Uid })
/** Managing members, secrets and deletion is for people: no secret and no key opens it. */
const people = { by: ['session'], workspace: 'uid' } as const
const admins = { ...people, role: 'admin' } as const
const invites = { ...admins, limit: 'invite' } as const
const WorkspaceName = z
  .string()
  .overwrite(oneLine)
  .trim()
  .min(1, rule('workspace_name_required'))
  .max(WORKSPACE_NAME_MAX)
/** Base64 is a third longer than the bytes; the rest is for line breaks. */
const MAX_LOGO = 7_500_000

/** Callers may send back the whole object they read: server-owned fields are accepted and ignored. */
const OWNED = Object.fromEntries(
  [...Workspace.keyof().options, ...WorkspaceSummary.keyof().options, 'lastModified'].map((key) => [
    key,
    z.unknown().optional(),
  ]),
)

export const membersApi = {
  create: regional({
    method: 'POST',
    path: '/v2/workspaces',
    tag,
    access: { by: ['session'] },
    errors: ['CONFLICT'],
    summary: 'Create a workspace in this region',
    description:
      'Starts with 0 credits and gets no free credits. Max 20 per owner and region. Without a name, it’s called “Personal” plus five characters.',
  })
    .input(z.strictObject({ workspaceName: WorkspaceName.optional() }))
    .output(z.object({ success: z.literal(true), data: Workspace })),
  save: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}',
    tag,
    access: { by: ['session', 'workspace'], workspace: 'uid', role: 'admin' },
    summary: 'Update a workspace’s name and logo',
    description:
      'Send the whole workspace object; fields owned by the server (credits, secret, members, plan, payment IDs …) are ignored. The logo is the `url` returned by this workspace’s upload, or empty.',
  })
    .input(
      z.strictObject({
        ...OWNED,
        uid: Uid,
        workspaceName: WorkspaceName.optional(),
        workspacePhotoURL: z.string().max(500).optional(),
      }),
    )
    .output(z.object({ success: z.literal(true), data: Workspace })),
  uploadLogo: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/logo',
    tag,
    access: { ...admins, limit: 'upload' },
    maxBody: MAX_LOGO,
    errors: ['PAYLOAD_TOO_LARGE', 'LIMIT_REACHED'],
    summary: 'Upload a logo; save its URL to show it',
    description:
      'PNG, JPEG, WebP or GIF up to 5 MB, as a data URL or plain base64. An unsaved logo is deleted with the next upload.',
  })
    .input(
      z.strictObject({
        uid: Uid,
        base64Payload: z.string().min(1).max(MAX_LOGO),
        filename: z.string().max(1000).optional(),
      }),
    )
    .output(z.object({ data: z.object({ url: z.string() }) })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}',
    tag,
    access: { ...people, role: 'owner' },
    changesAccess: true,
    errors: ['FORBIDDEN'],
    summary: 'Delete a workspace with everything in it',
    description: 'Only the owner can, and never the personal one. THIS ACTION CANNOT BE UNDONE.',
  })
    .input(byUid)
    .output(success),
  leave: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/leave',
    tag,
    access: { ...people, role: 'viewer' },
    changesAccess: true,
    errors: ['FORBIDDEN'],
    summary: 'Leave a workspace',
  })
    .input(byUid)
    .output(success),
  members: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/members',
    tag,
    access: { by: ['session', 'workspace'], workspace: 'uid' },
    summary: 'List members and invitations of a workspace, owner first, with its seats',
  })
    .input(byUid.extend(limitInput))
    .output(z.object({ items: z.array(Member), seats: Seats })),
  invite: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/members',
    tag,
    access: invites,
    errors: ['CONFLICT', 'SEATS_FULL', 'FORBIDDEN'],
    summary: 'Invite someone by email; takes a seat right away',
  })
    .input(z.strictObject({ uid: Uid, email: Email, role: GivenRoleInput.default(DEFAULT_ROLE) }))
    .output(z.object({ success: z.literal(true), data: Member })),
  resendInvitation: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/members/{email}/invitation',
    tag,
    access: invites,
    errors: ['CONFLICT', 'FORBIDDEN'],
    summary: 'Resend a pending invitation',
  })
    .input(z.strictObject({ uid: Uid, email: KnownEmail }))
    .output(success),
  setRole: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/members/{email}',
    tag,
    access: admins,
    changesAccess: true,
    errors: ['FORBIDDEN'],
    summary: 'Change a member’s role',
  })
    .input(z.strictObject({ uid: Uid, email: KnownEmail, role: GivenRoleInput }))
    .output(z.object({ success: z.literal(true), data: Member })),
  removeMember: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/members/{email}',
    tag,
    access: admins,
    changesAccess: true,
    errors: ['FORBIDDEN'],
    summary: 'Remove a member or cancel an invitation; their live streams end right away',
  })
    .input(z.strictObject({ uid: Uid, email: KnownEmail }))
    .output(success),
  inviteBySecret: regional({
    method: 'POST',
    path: '/no-auth/workspaces/{uid}/invite',
    tag,
    access: { by: ['public', 'workspace'], workspace: 'uid', limit: 'invite', scope: 'none' },
    query: true,
    errors: ['UNAUTHORIZED', 'SEATS_FULL'],
    summary: 'Invite someone as an editor with the workspace secret',
    description:
      'Send the secret as a bearer token (preferred) or in the query. If the person is already a member, nothing changes and the response is the same.',
  })
    .input(z.strictObject({ uid: Uid, secret: z.string().max(200).optional(), email: Email }))
    .output(success),
  publicUser: regional({
    method: 'GET',
    path: '/public/users/{userId}',
    tag,
    access: { by: ['public', 'session', 'workspace', 'agency'], limit: 'public' },
    errors: ['NOT_FOUND'],
    summary: 'Get public details of an owner; includes the workspace secret only for callers who may see it',
  })
    .input(z.strictObject({ userId: Uid, agencyId: z.string().max(100).optional() }))
    .output(z.object({ data: PublicOwner })),
  newUser: regional({
    method: 'POST',
    path: '/events/new-user',
    tag,
    access: { by: ['session', 'workspace'], scope: 'none' },
    summary: 'Record who referred a new user; only the first call counts',
  })
    .input(
      z.strictObject({
        /** Accepted for compatibility and ignored: the caller is the new user. */
        userData: z.unknown().optional(),
        ps_xid: z.string().max(200).nullish(),
        tolt_referral: z.string().max(200).nullish(),
      }),
    )
    .output(success),
  regions: global({
    method: 'GET',
    path: '/account/regions',
    tag: 'Account',
    access: { by: ['session'] },
    summary: 'List regions in which you have workspaces',
  })
    .input(z.strictObject(limitInput).optional())
    .output(
      z.object({
        items: z.array(
          z.object({
            region: z.enum(REGIONS),
            name: z.string(),
            exists: z.boolean(),
            workspaces: z.number().int(),
            /** Workspaces open to the person as support. */
            support: z.number().int(),
          }),
        ),
        doubleAccountWarningHidden: z.boolean(),
        supportNeeds: z.literal('second-factor').nullable(),
      }),
    ),
  hideDoubleAccountWarning: regional({
    method: 'POST',
    path: '/rpc/hideDoubleAccountWarning',
    tag: 'Account',
    access: { by: ['session'] },
    errors: ['NOT_FOUND'],
    summary: 'Dismiss the warning that the account exists in both regions',
  })
    .input(
      z.strictObject({
        /** The account, or a workspace that it owns. */
        userId: line(100),
        /** Accepted for compatibility: the choice applies to the account everywhere. */
        bucket: z.string().max(100).optional(),
      }),
    )
    .output(success),
}
