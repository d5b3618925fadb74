import type { createEvaluationsModule } from '../modules/evaluations/index.ts'
import { createFleetModule } from '../modules/fleet/index.ts'
import type { createOrgsModule } from '../modules/orgs/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly agents: Agents['agents']
  readonly evaluations: Module<typeof createEvaluationsModule>
  readonly orgs: Module<typeof createOrgsModule>
}

export const composeFleet = ({ infrastructure: { enqueue } }: Base, { agents, evaluations, orgs }: Needs) =>
  createFleetModule({ agents: agents.service, evaluations: evaluations.service, orgs: orgs.service, enqueue })
