// What every module may be built from: settings, databases, log and infrastructure.
import type { Region } from '@parlance/contract/lib/regions'
import { createGeo } from '../adapters/geo/geo.ts'
import type { Infrastructure, ServerDeps } from '../infrastructure.ts'

export const createBase = ({ settings, databases, log }: ServerDeps, infrastructure: Infrastructure) => ({
  settings,
  databases,
  log,
  infrastructure,
  geo: createGeo(log),
  appOrigin: infrastructure.origins.app,
  system: (region: Region) => infrastructure.contexts.system(region),
})
export type Base = ReturnType<typeof createBase>

export type Module<Create extends (...args: never[]) => unknown> = Awaited<ReturnType<Create>>
