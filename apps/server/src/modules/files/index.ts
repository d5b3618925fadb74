import { filesJobs } from './jobs.ts'
import { createFilesRouter } from './router.ts'
import { createFiles } from './service.ts'

export { createMediaReader } from './serve-media.ts'
export { assertWithinQuota, type StorageQuota } from './storage-quota.ts'

type FilesModuleDeps = Parameters<typeof createFiles>[0] & {
  /** The origin that the asking browser knows this installation by. */
  readonly origin: (headers: Headers) => string
}

export function createFilesModule({ origin, ...deps }: FilesModuleDeps) {
  const service = createFiles(deps)
  return { service, router: createFilesRouter(service, origin), jobs: filesJobs(service) }
}
