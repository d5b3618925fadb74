// Work of events outside requests. What is due is sent by the pump, which these wake.
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Events } from './service.ts'
import type { Heard } from './payloads.ts'

export const eventsJobs = (events: Events): Job[] => [
  // The queue gives back what `ctx.emit` put into it.
  { name: 'events.heard', run: (ctx, data) => events.hear(ctx, data as unknown as Heard) },
  {
    name: 'events.mail-failures',
    // Jobs of the version before name no endpoint.
    run: (ctx, { workspaceId, endpointId = DEFAULT_ENDPOINT }) =>
      events.mailIfDue(ctx, { workspaceId: String(workspaceId), endpointId: String(endpointId) }),
  },
  {
    name: 'events.conversations-deleted',
    run: (ctx, { conversationIds }) =>
      events.forget(ctx, Array.isArray(conversationIds) ? conversationIds.map(String) : []),
  },
  { name: 'events.sweep-mails', cron: '*/5 * * * *', run: events.sweepMails },
  { name: 'events.sweep', cron: '41 3 * * *', run: events.sweep },
]
