// Which agents must leave asking for a human to visitors: asked at every turn, hence remembered.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import { listManualHandoffAgents } from './repository.ts'

const REMEMBERED_MS = 60_000
const TOPIC = 'orgs-changed'

export interface ManualHandoffDeps {
  readonly bus: Bus
  readonly contextFor: (region: Region, workspaceId: string) => Ctx
  readonly regions: readonly Region[]
}

export function createManualHandoffAgents({ bus, contextFor, regions }: ManualHandoffDeps) {
  const agentIds = memoize(
    { ttlMs: REMEMBERED_MS, max: 20_000, key: (region: Region, uid: string) => `${region}|${uid}` },
    async (region, uid) => new Set(await listManualHandoffAgents(contextFor(region, uid).db, uid)),
  )
  for (const region of regions) bus.subscribe(region, TOPIC, ({ uid }: { uid: string }) => agentIds.forget(region, uid))
  return {
    /** Of an agent of the context's workspace. */
    isManualOnly: async ({ region, workspaceId }: Ctx, agentId: string): Promise<boolean> =>
      (await agentIds(region, workspaceId))?.has(agentId) ?? false,
    /** Said once orgs of the workspace have been changed. */
    changed({ region }: Ctx, uid: string): void {
      agentIds.forget(region, uid)
      bus.publish(region, TOPIC, { uid })
    },
  }
}
export type ManualHandoffAgents = ReturnType<typeof createManualHandoffAgents>
