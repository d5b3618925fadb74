// Decides who pays for an agent's turns: the billed organisation that has it, else its workspace. Cached, because every
// turn asks.
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { memoize } from '../../../lib/memoize.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from './repository.ts'

const REMEMBERED_MS = 10_000
const TOPIC = 'payers-changed'

export function createPayers({ bus, regions, contextFor, agentsOfOrgs }: PaymentsDeps) {
  const read = async (ctx: Ctx): Promise<ReadonlyMap<string, readonly string[]>> => {
    const paying = await repository.listPaying(ctx.db, ctx.workspaceId)
    const payers = new Map<string, readonly string[]>()
    if (paying.length === 0) return payers
    for (const { id, agentIds } of await agentsOfOrgs(ctx, paying))
      for (const agentId of agentIds) payers.set(agentId, [...(payers.get(agentId) ?? []), id])
    return payers
  }
  const of = (payers: ReadonlyMap<string, readonly string[]> | undefined, workspaceId: string, agentId: string) => {
    const found = payers?.get(agentId) ?? []
    return found.length > 1 ? undefined : (found[0] ?? workspaceId)
  }
  const known = memoize(
    { ttlMs: REMEMBERED_MS, max: 20_000, key: (region: Region, workspaceId: string) => `${region}|${workspaceId}` },
    (region, workspaceId) => read(contextFor(region, workspaceId)),
  )
  for (const region of regions) bus.subscribe(region, TOPIC, ({ uid }: { uid: string }) => known.forget(region, uid))
  return {
    /** The id of the paying workspace or organisation; undefined when two organisations would have to pay. */
    async payerOf({ region }: Ctx, workspaceId: string, agentId: string): Promise<string | undefined> {
      return of(await known(region, workspaceId), workspaceId, agentId)
    },
    /** The same, without the cache. */
    async currentPayerOf(ctx: Ctx, workspaceId: string, agentId: string): Promise<string | undefined> {
      return of(await read({ ...ctx, workspaceId }), workspaceId, agentId)
    },
    /** Call it in a transaction that holds the lock of the agency's organisations. @throws CONFLICT */
    async assertUnshared(tx: Ctx, workspaceId: string): Promise<void> {
      const shared = [...(await read({ ...tx, workspaceId })).values()].some((payers) => payers.length > 1)
      if (shared) throw new AppError('CONFLICT', msg('agent_of_two_payers'))
    },
    /** Call it after the workspace's organisations, their agents or payers were changed. */
    changed({ region }: Ctx, uid: string): void {
      known.forget(region, uid)
      bus.publish(region, TOPIC, { uid })
    },
  }
}
