import type { crawlerApi } from '@parlance/contract/crawler/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Crawler } from './service.ts'

export const createCrawlerRouter = (service: Crawler): Handlers<typeof crawlerApi> => ({
  list: service.list,
  create: (ctx, { uid: _uid, ...settings }) => service.create(ctx, settings),
  get: service.get,
  update: (ctx, { uid: _uid, ...change }) => service.update(ctx, change),
  run: service.run,
  cancel: service.cancel,
  delete: service.delete,
  pages: service.pages,
})
