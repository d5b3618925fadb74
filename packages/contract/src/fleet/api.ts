import { z } from 'zod'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { FleetCopy, FleetCopyDifference, FleetDifference, FleetPush, MAX_COPIES } from './schemas.ts'

const tag = 'Fleet'
const agentId = z.string().max(100)
const copyId = z.string().max(100)
const pushId = z.string().max(100)
const path = '/v2/agents/{agentId}/fleet'
const access = { by: ['session', 'workspace', 'agency'], agent: 'agentId' } as const
const pushes = { ...access, role: 'admin' } as const
const aPush = z.strictObject({ agentId, pushId })
const data = z.object({ data: FleetPush })

export const fleetApi = {
  listCopies: regional({
    method: 'GET',
    path: `${path}/copies`,
    tag,
    access,
    summary: 'List copies of a master agent, with their version and own changes',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(
      page(FleetCopy).extend({
        total: z.number().int(),
        masterVersion: z.number().int(),
        copyOf: z.object({ agentId: z.string(), title: z.string() }).nullable(),
      }),
    ),
  createCopies: regional({
    method: 'POST',
    path: `${path}/copies`,
    tag,
    access: pushes,
    errors: ['CONFLICT', 'LIMIT_REACHED', 'PLAN_LIMIT'],
    summary: 'Create copies of the published agent with its knowledge and tests, one per organization',
    description: 'Each organization gets access to its copy.',
  })
    .input(
      z.strictObject({
        agentId,
        copies: z
          .array(
            z.strictObject({ orgId: z.string().max(100).optional(), title: z.string().trim().max(200).optional() }),
          )
          .min(1)
          .max(50),
      }),
    )
    .output(z.object({ items: z.array(FleetCopy) })),
  detachCopy: regional({
    method: 'DELETE',
    path: `${path}/copies/{copyId}`,
    tag,
    access: pushes,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Detach a copy; pushes no longer reach it',
  })
    .input(z.strictObject({ agentId, copyId }))
    .output(success),
  preview: regional({
    method: 'GET',
    path: `${path}/preview`,
    tag,
    access,
    summary: 'Preview what a push of the published master would change in each copy',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(page(FleetDifference).extend({ masterVersion: z.number().int() })),
  previewCopy: regional({
    method: 'GET',
    path: `${path}/copies/{copyId}/preview`,
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Preview what a push would change in one copy, with conflicts',
  })
    .input(z.strictObject({ agentId, copyId }))
    .output(z.object({ data: FleetCopyDifference })),
  listPushes: regional({
    method: 'GET',
    path: `${path}/pushes`,
    tag,
    access,
    summary: 'List the latest pushes of a master agent, newest first',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(FleetPush) })),
  push: regional({
    method: 'POST',
    path: `${path}/pushes`,
    tag,
    access: pushes,
    errors: ['CONFLICT', 'STALE'],
    summary: 'Push the published master to all or selected copies',
    description:
      'A three-way merge keeps what each copy changed. A tenth of the copies, at least three, go first and run their required tests; the push stops if one newly fails.',
  })
    .input(
      z.strictObject({
        agentId,
        copyIds: z.array(copyId).min(1).max(MAX_COPIES).optional(),
        /** An outdated version is refused. */
        masterVersion: z.number().int().optional(),
      }),
    )
    .output(data),
  getPush: regional({
    method: 'GET',
    path: `${path}/pushes/{pushId}`,
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Get the progress of a push',
  })
    .input(aPush)
    .output(data),
  stopPush: regional({
    method: 'POST',
    path: `${path}/pushes/{pushId}/stop`,
    tag,
    access: pushes,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Stop a push; copies it has reached stay changed',
  })
    .input(aPush)
    .output(data),
  rollBackPush: regional({
    method: 'POST',
    path: `${path}/pushes/{pushId}/roll-back`,
    tag,
    access: pushes,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Roll back the latest push; changes made to copies since then stay',
  })
    .input(aPush)
    .output(data),
}
