import { trashJobs } from './jobs.ts'
import { createTrash } from './service.ts'

export { bytesOfFiles } from './repository.ts'

export function createTrashModule(deps: Parameters<typeof createTrash>[0]) {
  const service = createTrash(deps)
  return { service, jobs: trashJobs(service) }
}
