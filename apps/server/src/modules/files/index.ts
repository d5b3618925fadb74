import { filesJobs } from './jobs.ts'
import { createFilesRouter } from './router.ts'
import { createFiles } from './service.ts'

export { fileIdIn, unsignedUrl } from './file-urls.ts'
export { createMediaReader } from './serve-media.ts'
export { assertWithinQuota, type StorageQuota } from './storage-quota.ts'

type FilesModuleDeps = Parameters<typeof createFiles>[0] & {}

export function createFilesModule(deps: FilesModuleDeps) {
  const service = createFiles(deps)
  return { service, router: createFilesRouter(service), jobs: filesJobs(service) }
}
