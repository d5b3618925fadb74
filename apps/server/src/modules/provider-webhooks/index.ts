import { providerWebhooksJobs } from './jobs.ts'
import { createProviderWebhooks, type ProviderWebhooksDeps } from './service.ts'

export { mountProviderWebhooks } from './router.ts'
export type { ProviderWebhooks } from './service.ts'

/** Modules that handle webhooks offer `webhooks: ProviderWebhook[]`; the container registers them. */
export function createProviderWebhooksModule(deps: ProviderWebhooksDeps) {
  const service = createProviderWebhooks(deps)
  return { service, jobs: providerWebhooksJobs(service) }
}
