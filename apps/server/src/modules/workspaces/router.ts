// Access was checked by the request pipeline.
import type { workspacesApi } from '@parlance/contract/workspaces/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { KeyCheck, ModelList } from './ports.ts'
import type { Workspaces } from './service.ts'

export const createWorkspacesRouter = (
  service: Workspaces,
  models: ModelList & KeyCheck,
): Handlers<typeof workspacesApi> => ({
  models: (ctx, { uid }) => models.list(ctx, uid),
  list: async (ctx) => ({ items: await service.list(ctx) }),
  get: async (ctx, { uid }) => ({ data: await service.get(ctx, uid) }),
  creditLog: (ctx, input) => service.creditLog(ctx, input),
  credentials: async (ctx, { uid }) => ({
    items: await service.listCredentials(ctx, uid),
    platformSpeech: [...models.platformSpeech],
  }),
  saveCredential: async (ctx, input) => ({ success: true, data: await service.saveCredential(ctx, input) }),
  deleteCredential: async (ctx, { uid, provider }) => {
    await service.deleteCredential(ctx, uid, provider)
    return { success: true }
  },
  testCredential: async (ctx, input) => ({
    success: true,
    data: await service.testCredential(ctx, input, models.check),
  }),
  checkCredits: (ctx, { ownerId }) => service.checkCredits(ctx, ownerId),
})
