// Support access to a workspace: read by its members, given and ended by its admins.
import { z } from 'zod'
import { regional, success } from '../lib/operation.ts'
import { SupportAccess, SupportHours, SupportRole } from './support.ts'

const tag = 'Workspaces'
const byUid = z.strictObject({ uid: z.string().max(100) })
/** Letting somebody in is for people: no secret and no key opens it. */
const people = { by: ['session'], workspace: 'uid' } as const
const admins = { ...people, role: 'admin' } as const

export const supportApi = {
  support: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/support',
    tag,
    access: people,
    summary: 'Whether support of the operator may be let in, and who let it in until when',
  })
    .input(byUid)
    .output(
      z.object({
        /** The operator has named whoever does support. Without that nobody can be let in. */
        offered: z.boolean(),
        /** What is open now; null where nothing is. */
        access: SupportAccess.nullable(),
      }),
    ),
  grantSupport: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/support',
    tag,
    access: admins,
    changesAccess: true,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    summary: 'Let support in for some hours, in place of what was open before',
    description:
      'As `viewer` or `editor` for 1, 8, 24 or 72 hours from now. NOT_FOUND where the operator has named nobody who does support.',
  })
    .input(byUid.extend({ role: SupportRole, hours: SupportHours }))
    .output(z.object({ success: z.literal(true), data: SupportAccess })),
  endSupport: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/support',
    tag,
    access: admins,
    changesAccess: true,
    errors: ['FORBIDDEN'],
    summary: 'End the access of support; what it reads live ends at once',
  })
    .input(byUid)
    .output(success),
}
