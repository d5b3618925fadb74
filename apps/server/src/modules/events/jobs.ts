// Background jobs of events. Deliveries themselves are sent by the delivery worker.
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import { asMessageStored } from '../../lib/events.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Events } from './service.ts'
import type { EmittedEvent } from './payloads.ts'

export const eventsJobs = (events: Events): Job[] => [
  {
    name: 'events.heard',
    run: (ctx, data) => events.enqueueDeliveries(ctx, asMessageStored(data) as unknown as EmittedEvent),
  },
  {
    name: 'events.mail-failures',
    // Jobs enqueued by the previous release have no endpointId.
    run: (ctx, { workspaceId, endpointId = DEFAULT_ENDPOINT }) =>
      events.mailIfDue(ctx, { workspaceId: String(workspaceId), endpointId: String(endpointId) }),
  },
  {
    name: 'events.conversations-deleted',
    run: (ctx, { conversationIds }) =>
      events.deleteOfConversations(ctx, Array.isArray(conversationIds) ? conversationIds.map(String) : []),
  },
  { name: 'events.sweep-mails', cron: '*/5 * * * *', run: events.sendDueMails },
  { name: 'events.sweep', cron: '41 * * * *', run: events.sweep },
]
