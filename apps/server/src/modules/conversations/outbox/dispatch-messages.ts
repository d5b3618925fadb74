// Hands every stored message to the jobs that handle it, whichever process stored it.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import type { DomainEvent } from '../../../lib/events.ts'
import type { Logger } from '../../../lib/log.ts'
import * as repository from './repository.ts'

export type MessageStored = Extract<DomainEvent, { type: 'message.stored' }>

/** What decides which jobs want a message. */
export interface StoredMessage extends Pick<MessageStored, 'workspaceId' | 'from'> {
  readonly channel: string
}

export interface MessageHandler {
  readonly job: string
  readonly wants: (region: Region, message: StoredMessage) => boolean | Promise<boolean>
}

export interface MessageDispatcherDeps {
  readonly handlers: readonly MessageHandler[]
  readonly contextFor: (region: Region) => Ctx
  readonly enqueue: (ctx: Ctx, job: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  readonly log: Logger
}

/** How often to poll for other processes' messages and those no job wants; others wake it directly. */
const POLL_MS = 2000
const GATHER_MS = 20
const BATCH = 200

const eventOf = (row: repository.OutboxRow): MessageStored => ({
  type: 'message.stored',
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  conversationId: row.conversation_id,
  messageId: row.message_id,
  seq: row.seq,
  from: row.author,
  channel: row.channel,
  begins: row.begins,
  form: row.form,
})

export function createMessageDispatcher({ handlers, contextFor, enqueue, log }: MessageDispatcherDeps) {
  /** Taken and enqueued in one transaction: each message reaches each job once. */
  const dispatchSome = (region: Region): Promise<number> =>
    contextFor(region).tx(async (tx) => {
      const stored = await repository.takeStored(tx.db, BATCH)
      for (const row of stored) {
        const event = eventOf(row)
        const data = { ...event, eventId: row.message_id, eventAt: row.at }
        for (const { job, wants } of handlers) if (await wants(region, event)) await enqueue(tx, job, data)
      }
      return stored.length
    })

  interface State {
    running: Promise<void> | undefined
    again: boolean
    timer: NodeJS.Timeout | undefined
  }
  const states = new Map<Region, State>()
  let polling: NodeJS.Timeout | undefined
  let isClosed = true

  const drain = async (region: Region, state: State) => {
    try {
      do {
        state.again = false
        while (!isClosed && (await dispatchSome(region)) === BATCH);
      } while (state.again && !isClosed)
    } catch (error) {
      log.warn({ err: error, region }, 'handing stored messages to their handlers failed; trying again')
    }
  }
  const run = (region: Region, state: State) => {
    state.timer = undefined
    if (state.running) state.again = true
    else state.running = drain(region, state).finally(() => (state.running = undefined))
  }

  const isWanted = async (region: Region, messages: readonly StoredMessage[]) => {
    for (const message of messages) for (const { wants } of handlers) if (await wants(region, message)) return true
    return false
  }

  return {
    /** Call it after the transaction that stored these messages. */
    async wake(region: Region, messages: readonly StoredMessage[]): Promise<void> {
      const state = states.get(region)
      if (isClosed || !state || state.timer || !(await isWanted(region, messages).catch(() => true))) return
      if (!isClosed) state.timer ??= setTimeout(run, GATHER_MS, region, state)
    },
    /** Call it once jobs can be enqueued. */
    start(regions: readonly Region[]): void {
      isClosed = false
      for (const region of regions) states.set(region, { running: undefined, again: false, timer: undefined })
      const look = () => states.forEach((state, region) => run(region, state))
      polling = setInterval(look, POLL_MS)
      polling.unref()
      look()
    },
    async close(): Promise<void> {
      isClosed = true
      clearInterval(polling)
      for (const { timer } of states.values()) clearTimeout(timer)
      for (const { running } of states.values()) await running
    },
  }
}
