import type { themesApi } from '@parlance/contract/themes/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Themes } from './service.ts'

export const createThemesRouter = (themes: Themes): Handlers<typeof themesApi> => ({
  list: (ctx, input) => themes.list(ctx, input),
  create: async (ctx, { uid, ...input }) => ({ data: await themes.create(ctx, uid, input) }),
  update: async (ctx, { uid, themeId, ...change }) => ({ data: await themes.update(ctx, uid, themeId, change) }),
  restore: async (ctx, { uid, themeId }) => {
    await themes.restore(ctx, uid, themeId)
    return { success: true }
  },
  delete: async (ctx, { uid, themeId }) => {
    await themes.delete(ctx, uid, themeId)
    return { success: true }
  },
})
