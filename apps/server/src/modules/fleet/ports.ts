import type { Agents } from '../agents/service.ts'
import type { Evaluations } from '../evaluations/service.ts'
import type { Orgs } from '../orgs/service.ts'
import type { Ctx } from '../../lib/ctx.ts'

export interface FleetDeps {
  readonly agents: Pick<Agents, 'change' | 'duplicate' | 'published' | 'titles'>
  readonly orgs: Pick<Orgs, 'addAgent' | 'agentsChanged' | 'names'>
  readonly evaluations: Pick<Evaluations, 'requiredTests' | 'run' | 'outcome' | 'cancelRun'>
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
}
