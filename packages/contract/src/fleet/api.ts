// A master agent and its copies for clients: made from it, and kept up to date by pushes that leave their own changes alone.
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
    summary: 'The copies of a master agent, with how far each is behind and what it changed itself',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(
      page(FleetCopy).extend({
        total: z.number().int(),
        masterVersion: z.number().int(),
        /** The master of this agent, where it is a copy itself. */
        copyOf: z.object({ agentId: z.string(), title: z.string() }).nullable(),
      }),
    ),
  createCopies: regional({
    method: 'POST',
    path: `${path}/copies`,
    tag,
    access: pushes,
    errors: ['CONFLICT', 'LIMIT_REACHED', 'PLAN_LIMIT'],
    summary: 'Make copies of the published agent with its knowledge and tests, one for each organisation',
    description: 'The organisation gets the copy among its agents.',
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
    summary: 'Make a copy an agent of its own: no push reaches it any more',
  })
    .input(z.strictObject({ agentId, copyId }))
    .output(success),
  preview: regional({
    method: 'GET',
    path: `${path}/preview`,
    tag,
    access,
    summary: 'What a push of the published master would change in each copy',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(page(FleetDifference).extend({ masterVersion: z.number().int() })),
  previewCopy: regional({
    method: 'GET',
    path: `${path}/copies/{copyId}/preview`,
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'A copy now and as a push would make it, with the conflicts',
  })
    .input(z.strictObject({ agentId, copyId }))
    .output(z.object({ data: FleetCopyDifference })),
  listPushes: regional({
    method: 'GET',
    path: `${path}/pushes`,
    tag,
    access,
    summary: 'The latest pushes of a master agent, newest first',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(FleetPush) })),
  push: regional({
    method: 'POST',
    path: `${path}/pushes`,
    tag,
    access: pushes,
    errors: ['CONFLICT', 'STALE'],
    summary: 'Push the published master to its copies, all when none is named',
    description:
      'By three-way merge: what a copy changed stays. A tenth of the copies, at least three, goes first, and their required tests run; the push is halted if one newly fails.',
  })
    .input(
      z.strictObject({
        agentId,
        copyIds: z.array(copyId).min(1).max(MAX_COPIES).optional(),
        /** Of the master that was looked at; an older one is refused. */
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
    summary: 'How far a push is',
  })
    .input(aPush)
    .output(data),
  stopPush: regional({
    method: 'POST',
    path: `${path}/pushes/{pushId}/stop`,
    tag,
    access: pushes,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Stop a push; copies that it has reached stay as they are',
  })
    .input(aPush)
    .output(data),
  rollBackPush: regional({
    method: 'POST',
    path: `${path}/pushes/{pushId}/roll-back`,
    tag,
    access: pushes,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Give every copy of the latest push what it had before; what it changed since stays',
  })
    .input(aPush)
    .output(data),
}
