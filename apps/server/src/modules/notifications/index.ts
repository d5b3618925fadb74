import { notificationsJobs } from './jobs.ts'
import { createNotificationsRouter } from './router.ts'
import { createNotifications, type NotificationsDeps } from './service.ts'

export { createMessageSubscribers } from './message-subscribers.ts'

export function createNotificationsModule(deps: NotificationsDeps) {
  const service = createNotifications(deps)
  return { service, router: createNotificationsRouter(service), jobs: notificationsJobs(service) }
}
