import type { Delivery, DeliveryDetail } from '@parlance/contract/events/schemas'
import { expect } from 'vitest'
import type { startTestServer } from './app.ts'
import type { Person } from './people.ts'
import type { Receiver } from './receiver.ts'

export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 })

export function eventsOf({
  must,
  api,
  dbs,
}: Pick<Awaited<ReturnType<typeof startTestServer>>, 'must' | 'api' | 'dbs'>) {
  const base = ({ region, workspace: { uid } }: Person) => `${api(region)}/v2/workspaces/${uid}/events`
  const sql = (text: string, values: unknown[] = []) => dbs.eu.pool.query(text, values)
  return {
    base,
    sql,
    /** Chooses events, and gives the receiver the secret. */
    async subscribe(owner: Person, to: Receiver, subscribedEvents: readonly string[]): Promise<void> {
      await must('PUT', base(owner), owner.token, { endpoint: to.url, subscribedEvents })
      const { data } = await must<{ data: { secret: string } }>('GET', `${base(owner)}/secret`, owner.token)
      to.trust(data.secret)
    },
    deliveries: async (owner: Person, query = ''): Promise<Delivery[]> =>
      (await must<{ items: Delivery[] }>('GET', `${base(owner)}/deliveries?limit=100${query}`, owner.token)).items,
    detail: async (owner: Person, id: string): Promise<DeliveryDetail> =>
      (await must<{ data: DeliveryDetail }>('GET', `${base(owner)}/deliveries/${id}`, owner.token)).data,
    /** Waits for earlier events and deletes them. */
    async clean(): Promise<void> {
      // What was stored before a subscription may be dispatched after it.
      await sql('delete from message_outbox')
      const waiting = `select 1 from pgboss.job where name like 'events.%' and state < 'completed'`
      await eventually(async () => (await sql(waiting)).rows.length).toBe(0)
      await sql('delete from event_deliveries')
      await sql('update workspaces set events_mailed_at = null')
    },
  }
}
