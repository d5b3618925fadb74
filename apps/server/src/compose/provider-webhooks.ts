import { createProviderWebhooksModule } from '../modules/provider-webhooks/index.ts'
import type { Base } from './base.ts'

export const composeProviderWebhooks = ({ settings: { regions }, databases, log, infrastructure }: Base) =>
  createProviderWebhooksModule({
    identity: databases.identity.db,
    regions,
    contextFor: infrastructure.contexts.system,
    transactions: (region) => infrastructure.pipelinedTransactions[region],
    enqueue: infrastructure.enqueueSurely,
    outbox: infrastructure.outbox,
    vault: infrastructure.vault,
    log,
  })
