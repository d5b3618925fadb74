import { notificationsJobs } from './jobs.ts'
import { createNotificationsRouter } from './router.ts'
import { createNotifications, type NotificationsDeps } from './service.ts'
import { createUnsubscribe, type UnsubscribeDeps } from './unsubscribe.ts'

export { createMessageSubscribers } from './message-subscribers.ts'

type ModuleDeps = Omit<NotificationsDeps, 'unsubscribeToken'> & Omit<UnsubscribeDeps, 'clients' | 'subscribers'>

export function createNotificationsModule(deps: ModuleDeps) {
  const unsubscribe = createUnsubscribe(deps)
  const service = createNotifications({ ...deps, unsubscribeToken: unsubscribe.token })
  return { service, unsubscribe, router: createNotificationsRouter(service), jobs: notificationsJobs(service) }
}
