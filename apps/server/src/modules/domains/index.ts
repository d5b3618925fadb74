import type { Ctx } from '../../lib/ctx.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { createEmailDomains, type EmailDomainsDeps } from './email-domains.ts'
import { createDomainsRouter } from './router.ts'
import { createDomains, type DomainsDeps } from './service.ts'

export { createHostStore, type MayHaveHosts } from './hosts.repository.ts'

type ModuleDeps = DomainsDeps &
  Omit<EmailDomainsDeps, 'own'> & {
    readonly announce: (ctx: Ctx, claimed: { readonly agencyId: string; readonly subdomain: string }) => Promise<void>
  }

export function createDomainsModule(deps: ModuleDeps) {
  const service = createDomains(deps)
  const emailDomains = createEmailDomains({ ...deps, own: () => [...deps.place().own, deps.place().root] })
  const jobs: Job[] = [
    {
      name: 'domains.workspace-deleted',
      async run(ctx) {
        await service.releaseOfWorkspace(ctx)
        await emailDomains.removeOfWorkspace(ctx)
      },
    },
    {
      name: 'domains.announce',
      retryLimit: 1,
      run: (ctx, { agencyId, subdomain }) =>
        deps.announce(ctx, { agencyId: String(agencyId), subdomain: String(subdomain) }),
    },
    { name: 'domains.recheck', cron: '20 4 * * *', run: (ctx) => service.recheck(ctx) },
    { name: 'domains.email-recheck', cron: '35 * * * *', run: (ctx) => emailDomains.recheck(ctx) },
    {
      name: EMAIL_DOMAIN_REFUSED,
      run: (ctx, { workspaceId }) => emailDomains.recheck(ctx, String(workspaceId)),
    },
    { name: 'domains.email-remind', cron: '50 * * * *', run: (ctx) => emailDomains.remind(ctx) },
  ]
  return { service, emailDomains, router: createDomainsRouter(service, emailDomains), jobs }
}
export const EMAIL_DOMAIN_REFUSED = 'domains.email-refused'
