// An open inbox without a screen: follows the live stream and reloads like the dashboard.
import { Agent, get } from 'node:http'
import { createListRefresh } from '../../apps/dashboard/src/features/conversations/list-refresh.ts'
import { sseReader } from '../sse.ts'
import type { Reader } from './people.ts'

/** As in the dashboard (features/conversations/live-stream.ts): one reload for events within this time. */
const GATHER_MS = 150
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

interface Heard {
  readonly type: string
  readonly listed?: { readonly preview: string; readonly begins?: object }
}

export interface Sight {
  eventAt?: number
  rowAt?: number
}

export class OpenInbox {
  reads = 0
  #reader: Reader
  #sought = ''
  #sight: Sight = {}
  #seen: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #refresh = createListRefresh(() => void this.#read())
  #reading: AbortController | undefined
  #close = () => {}

  constructor(reader: Reader) {
    this.#reader = reader
  }

  open(): Promise<void> {
    const { live, token } = this.#reader
    return new Promise((resolve, reject) => {
      const request = get(live, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${live} answered ${answer.statusCode}`))
        const read = sseReader()
        answer.on('data', (bytes: Buffer) => {
          for (const data of read(bytes)) this.#hear(JSON.parse(data) as Heard)
          resolve()
        })
        answer.on('error', () => undefined)
      })
      request.on('error', reject)
      this.#close = () => request.destroy()
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#refresh.cancel()
    this.#reading?.abort()
    this.#close()
  }

  /** Waits for the message with this text; calls `done` when its row is there. */
  await(text: string, done: () => void): Sight {
    this.#sought = text
    this.#seen = done
    return (this.#sight = {})
  }

  #hear({ type, listed }: Heard): void {
    if (!['message', 'turn', 'conversation'].includes(type)) return
    if (this.#sought) this.#sight.eventAt ??= performance.now()
    if (this.#sought && listed?.begins && listed.preview === this.#sought) this.#show()
    this.#refresh.schedule()
    if (type === 'turn' || listed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#read()
    }, GATHER_MS)
  }

  #show(): void {
    if (this.#sight.rowAt) return
    this.#sight.rowAt = performance.now()
    this.#seen?.()
  }

  async #read(): Promise<void> {
    this.#reading?.abort()
    const reading = (this.#reading = new AbortController())
    const { list, counts, token } = this.#reader
    const ask = async (url: string) => {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: reading.signal })
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
      return answer.text()
    }
    try {
      if (counts) ask(counts).catch(() => undefined)
      const text = await ask(list)
      this.reads += 1
      if (this.#sought && text.includes(this.#sought)) this.#show()
    } catch (error) {
      if (!reading.signal.aborted) throw error
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
  }
}
