import type { Job } from '../../lib/jobs/jobs.ts'
import { createDomainsRouter } from './router.ts'
import { createDomains, type DomainsDeps } from './service.ts'

export { createHostStore, type MayHaveHosts } from './hosts.repository.ts'

export function createDomainsModule(deps: DomainsDeps) {
  const service = createDomains(deps)
  const jobs: Job[] = [
    { name: 'domains.workspace-deleted', run: (ctx) => service.releaseOfWorkspace(ctx) },
    { name: 'domains.recheck', cron: '20 4 * * *', run: (ctx) => service.recheck(ctx) },
  ]
  return { service, router: createDomainsRouter(service), jobs }
}
