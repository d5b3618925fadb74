import type { Job } from '../../lib/jobs/jobs.ts'
import { HANDLE_JOB, type ProviderWebhooks, STORE_JOB } from './service.ts'

const idsOf = ({ ids }: Readonly<Record<string, unknown>>) => (Array.isArray(ids) ? ids.map(Number) : [])

export const providerWebhooksJobs = (service: ProviderWebhooks): Job[] => [
  {
    name: HANDLE_JOB,
    // One provider's slow delivery holds up nobody else's.
    atOnce: 8,
    retryLimit: 8,
    retryDelay: 1,
    retryDelayMax: 300,
    run: (ctx, data) => service.handle(ctx, idsOf(data)),
    dead: (ctx, data) => service.giveUp(ctx, idsOf(data)),
  },
  { name: STORE_JOB, retryLimit: 30, run: (ctx, { sealed }) => service.storeCarried(ctx, String(sealed)) },
  { name: 'provider-webhooks.sweep', cron: '41 * * * *', run: (ctx) => service.sweep(ctx) },
  {
    name: 'provider-webhooks.workspace-deleted',
    run: (ctx, { workspaceId }) => service.workspaceDeleted(ctx, String(workspaceId)),
  },
]
