import type { filesApi } from '@parlance/core/files/files.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Files } from './files.ts'

export const filesRoutes = (files: Files): Handlers<typeof filesApi> => ({
  uploadFile: async (ctx, input) => ({ data: await files.upload(ctx, input) }),
})
