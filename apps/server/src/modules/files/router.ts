import type { filesApi } from '@parlance/contract/files/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Files } from './service.ts'

/** `origin`: of this installation, as the caller reaches it. */
export const createFilesRouter = (files: Files, origin: (headers: Headers) => string): Handlers<typeof filesApi> => ({
  async uploadFile(ctx, input) {
    const file = await files.upload(ctx, input)
    return { data: { ...file, url: origin(ctx.request?.headers ?? new Headers()) + file.url } }
  },
})
