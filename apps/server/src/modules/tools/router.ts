// The edges of tools. That the caller belongs to the workspace was checked by the access rule of the call.
import type { toolsApi } from '@parlance/contract/tools/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Tools } from './service.ts'

export const toolsRoutes = (face: Tools): Handlers<typeof toolsApi> => ({
  list: (ctx, input) => face.list(ctx, input),
  save: async (ctx, { uid, toolId, ...tool }) => ({ data: await face.save(ctx, uid, { ...tool, id: toolId }) }),
  delete: async (ctx, { uid, toolId }) => {
    await face.delete(ctx, uid, toolId)
    return { success: true }
  },
  test: async (ctx, input) => ({ data: await face.test(ctx, input) }),
  import: (_ctx, input) => face.import(input),
  mcpTools: async (ctx, { uid, server }) => ({ tools: [...(await face.mcpTools(ctx, uid, server))] }),
  secrets: async (ctx, { uid }) => ({ items: await face.secrets(ctx, uid) }),
  saveSecret: async (ctx, input) => {
    await face.saveSecret(ctx, input)
    return { success: true }
  },
  deleteSecret: async (ctx, { uid, name }) => {
    await face.deleteSecret(ctx, uid, name)
    return { success: true }
  },
})
