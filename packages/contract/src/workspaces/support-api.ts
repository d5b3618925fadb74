import { z } from 'zod'
import { regional, success } from '../lib/operation.ts'
import { SupportAccess, SupportHours, SupportRole } from './support.ts'

const tag = 'Workspaces'
const byUid = z.strictObject({ uid: z.string().max(100) })
/** Letting people in is for people: no secret and no key opens it. */
const people = { by: ['session'], workspace: 'uid' } as const
const admins = { ...people, role: 'admin' } as const

export const supportApi = {
  support: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/support',
    tag,
    access: people,
    summary: 'Get the current support access, if any',
  })
    .input(byUid)
    .output(
      z.object({
        /** The operator has named support people; otherwise nobody can be let in. */
        offered: z.boolean(),
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
    summary: 'Grant support access for some hours; replaces earlier access',
    description:
      'As `viewer` or `editor` for 1, 8, 24 or 72 hours. Returns NOT_FOUND if the operator has no support staff.',
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
    summary: 'End support access; its live streams end right away',
  })
    .input(byUid)
    .output(success),
}
