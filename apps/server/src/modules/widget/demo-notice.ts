// Whether the chat frame shows the demo model notice: only to people of the agent's workspace.
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import type { Role } from '@parlance/contract/lib/roles'
import type { Ctx } from '../../lib/ctx.ts'
import type { Guard } from '../../lib/http/pipeline/authorize.ts'
import type { Models } from '../conversations/ports.ts'
import type { TurnAgent } from '../agents/index.ts'

export interface DemoNoticeDeps {
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region) => Ctx
  readonly session: Guard['session']
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  readonly publishedAgent: (ctx: Ctx, agentId: string) => Promise<TurnAgent | undefined>
  readonly models: Models
}

/** Never rejects; false on failure. `headers` are those of the request for the frame. */
export type ShowsDemoNotice = (region: string, agentId: string, headers: Headers) => Promise<boolean>

export function createDemoNotice(deps: DemoNoticeDeps): ShowsDemoNotice {
  const answersInDemo = async (region: Region, agentId: string, headers: Headers): Promise<boolean> => {
    const actor = await deps.session(headers)
    if (!actor) return false
    const ctx = deps.contextFor(region)
    const agent = await deps.publishedAgent(ctx, agentId)
    if (!agent || agent.config.agentPlatform !== 'vg') return false
    if (!(await deps.roleOf(ctx, agent.workspaceId, actor.email))) return false
    return (await deps.models.open(ctx, agent.workspaceId, agent.effective.model)).paidBy === 'sandbox'
  }
  return async (region, agentId, headers) => {
    if (!headers.has('cookie') || !isRegion(region) || !deps.regions.includes(region)) return false
    return answersInDemo(region, agentId, headers).catch(() => false)
  }
}
