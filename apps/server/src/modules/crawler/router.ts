// The edges of the crawler. That the caller belongs to the workspace was checked by the access rule of the call.
import type { crawlerApi } from '@parlance/contract/crawler/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Crawler } from './service.ts'

export const crawlerRoutes = (face: Crawler): Handlers<typeof crawlerApi> => ({
  list: face.list,
  create: (ctx, { uid: _uid, ...settings }) => face.create(ctx, settings),
  get: face.get,
  update: (ctx, { uid: _uid, ...change }) => face.update(ctx, change),
  run: face.run,
  cancel: face.cancel,
  delete: face.delete,
  pages: face.pages,
})
