// Work of events outside requests. What is due is sent by the pump, which these wake.
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Events } from './events.ts'
import type { Heard } from './events.telling.ts'

export const eventsJobs = (events: Events): Job[] => [
  // The queue gives back what `ctx.emit` put into it.
  { name: 'events.heard', run: (ctx, data) => events.hear(ctx, data as unknown as Heard) },
  { name: 'events.mail-failures', run: (ctx, { workspaceId }) => events.mailIfDue(ctx, String(workspaceId)) },
  {
    name: 'events.conversations-deleted',
    run: (ctx, { conversationIds }) =>
      events.forget(ctx, Array.isArray(conversationIds) ? conversationIds.map(String) : []),
  },
  { name: 'events.sweep-mails', cron: '*/5 * * * *', run: events.sweepMails },
  { name: 'events.sweep', cron: '41 3 * * *', run: events.sweep },
]
