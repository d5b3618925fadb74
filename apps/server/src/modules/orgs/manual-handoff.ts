// Caches which agents may not hand off by themselves, or at all, because every turn asks.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import { listAgentsWithoutHandoff, listManualHandoffAgents } from './repository.ts'

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
    async (region, uid) => {
      const { db } = contextFor(region, uid)
      const [manual, without] = await Promise.all([listManualHandoffAgents(db, uid), listAgentsWithoutHandoff(db, uid)])
      return { manual: new Set(manual), without: new Set(without) }
    },
  )
  for (const region of regions) bus.subscribe(region, TOPIC, ({ uid }: { uid: string }) => agentIds.forget(region, uid))
  return {
    /** Whether an agent of the context's workspace may not ask for a human by itself. */
    isManualOnly: async ({ region, workspaceId }: Ctx, agentId: string): Promise<boolean> =>
      (await agentIds(region, workspaceId))?.manual.has(agentId) ?? false,
    /** Whether no one takes over from an agent of the context's workspace: every org that has it disables hand-off. */
    isWithoutHandoff: async ({ region, workspaceId }: Ctx, agentId: string): Promise<boolean> =>
      (await agentIds(region, workspaceId))?.without.has(agentId) ?? false,
    /** Call it after orgs of the workspace were changed. */
    changed({ region }: Ctx, uid: string): void {
      agentIds.forget(region, uid)
      bus.publish(region, TOPIC, { uid })
    },
  }
}
export type ManualHandoffAgents = ReturnType<typeof createManualHandoffAgents>
