import type { filesApi } from '@parlance/contract/files/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Files } from './service.ts'

export const createFilesRouter = (files: Files): Handlers<typeof filesApi> => ({
  async uploadFile(ctx, input) {
    const file = await files.upload(ctx, input)
    return { data: { ...file, url: ctx.origin.origin + file.url } }
  },
})
