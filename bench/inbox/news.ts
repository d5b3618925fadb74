// Latency from a visitor's message to its row in each open inbox.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { chat } from '../api.ts'
import { summarise } from '../stats.ts'
import { OpenInbox, type Sight } from './open-inbox.ts'
import type { Reader } from './people.ts'

const LONGEST_MS = 15_000
const QUIET_MS = 1000

export type News = Awaited<ReturnType<typeof measureNews>>

/** `strangers` are open too and must receive nothing. */
export async function measureNews(
  what: string,
  target: { agentUrl: string; readers: readonly Reader[]; strangers?: readonly Reader[] },
  messages: number,
) {
  const inboxes = target.readers.map((reader) => new OpenInbox(reader))
  const others = (target.strangers ?? []).map((reader) => new OpenInbox(reader))
  const all = [...inboxes, ...others]
  const events: number[] = []
  const seen: number[] = []
  let missing = 0
  try {
    await Promise.all(all.map((inbox) => inbox.open()))
    await sleep(QUIET_MS)
    // The first one warms up compilation and query plans.
    for (let nth = 0; nth <= messages; nth += 1) {
      const text = `Is this lamp in stock, ${randomUUID()}?`
      const sights: Sight[] = []
      const shown = Promise.all(
        inboxes.map((inbox) => new Promise<void>((resolve) => sights.push(inbox.await(text, resolve)))),
      )
      const heard = others.map((inbox) => inbox.await(text, () => undefined))
      const from = performance.now()
      const sent = chat(target.agentUrl, text)
      await Promise.race([shown, sleep(LONGEST_MS)])
      await sent
      await sleep(QUIET_MS)
      if (heard.some(({ eventAt }) => eventAt)) throw new Error('an inbox of another workspace was told')
      if (nth === 0) continue
      for (const { eventAt, rowAt } of sights) {
        if (!rowAt) missing += 1
        events.push((eventAt ?? from + LONGEST_MS) - from)
        seen.push((rowAt ?? from + LONGEST_MS) - from)
      }
    }
  } finally {
    for (const inbox of all) inbox.close()
  }
  const reads = inboxes.reduce((sum, inbox) => sum + inbox.reads, 0)
  return {
    what,
    inboxes: all.length,
    /** Milliseconds from sending the message: to its first event, and to a list with its row. */
    event: summarise(events),
    row: summarise(seen),
    missing,
    readsPerMessage: reads / inboxes.length / (messages + 1),
  }
}
