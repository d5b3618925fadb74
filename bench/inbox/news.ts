// Latency from a visitor's message to its row in each open inbox.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { summarise } from '../stats.ts'
import { OpenInbox, type Sight } from './open-inbox.ts'
import type { Reader } from './people.ts'

const LONGEST_MS = 15_000
const QUIET_MS = 1000

export type News = Awaited<ReturnType<typeof measureNews>>

async function send(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok || text.includes('"type":"error"')) throw new Error(`the message was refused: ${text.slice(0, 300)}`)
}

/** `strangers` are open too and must receive nothing. */
export async function measureNews(
  what: string,
  target: { post: string; body: (text: string) => object; readers: readonly Reader[]; strangers?: readonly Reader[] },
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
      const sent = send(target.post, target.body(text))
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
