// Access was checked by the request pipeline.
import type { toolsApi } from '@parlance/contract/tools/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Tools } from './service.ts'

export const createToolsRouter = (service: Tools): Handlers<typeof toolsApi> => ({
  list: (ctx, input) => service.list(ctx, input),
  save: async (ctx, { uid, toolId, ...tool }) => ({ data: await service.save(ctx, uid, { ...tool, id: toolId }) }),
  delete: async (ctx, { uid, toolId }) => {
    await service.delete(ctx, uid, toolId)
    return { success: true }
  },
  test: async (ctx, input) => ({ data: await service.test(ctx, input) }),
  async import(_ctx, input) {
    const { tools, notes } = await service.import(input)
    return { tools, notes: notes.map(({ message }) => message), noteMessages: notes }
  },
  mcpTools: async (ctx, { uid, server }) => ({ tools: [...(await service.mcpTools(ctx, uid, server))] }),
  secrets: async (ctx, { uid }) => ({ items: await service.secrets(ctx, uid) }),
  saveSecret: async (ctx, input) => {
    await service.saveSecret(ctx, input)
    return { success: true }
  },
  deleteSecret: async (ctx, { uid, name }) => {
    await service.deleteSecret(ctx, uid, name)
    return { success: true }
  },
})
