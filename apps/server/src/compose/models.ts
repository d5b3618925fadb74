import { createModels } from '../adapters/models/models.ts'
import { createEndpoints } from '../adapters/openai/endpoints.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export function composeModels({ settings, infrastructure: { guardedFetch, sandbox } }: Base, { workspaces }: Needs) {
  const { creditValueUsd } = settings
  const models = createModels({
    platform: settings.models,
    sandbox: sandbox.model,
    ownKey: workspaces.service.providerKey,
    guardedFetch,
    creditValueUsd,
  })
  const openAiFor = (simulated: typeof sandbox.model) =>
    createEndpoints({
      ownKey: workspaces.service.providerKey,
      platform: settings.models.openai,
      sandbox: simulated,
      guardedFetch,
    })

  return { models, openAiFor }
}
export type Models = ReturnType<typeof composeModels>
