// The turns that this process is answering: listeners, text on its way to the database, leases.
import type { Source } from '@parlance/contract/conversations/schemas'
import { chunkEnd, chunksFrom, type NumberedPart, openTurn, type Turn } from './stream-parts.ts'
import type { TraceEntry } from '@parlance/contract/engine/types'
import type { Region } from '@parlance/contract/lib/regions'
import type { Db } from '../../../lib/db/pool.ts'
import type { Logger } from '../../../lib/log.ts'
import { appendChunks, LEASE_SECONDS, renewLeases } from './repository.ts'
import type { AcceptedMessage } from './types.ts'

export type Listener = (part: NumberedPart) => void

export interface RunningTurn {
  readonly region: Region
  readonly turn: Turn
  readonly workspaceId: string
  readonly agentId: string
  visitorHash: string
  readonly listeners: Set<Listener>
  /** Called when a tool starts and ends. */
  readonly toolListeners: Set<(isRunning: boolean) => void>
  readonly abort: AbortController
  /** Passages given to the model. Readers get those that belong to the answer at its end. */
  sources: readonly Source[]
  readonly trace: TraceEntry[]
  /** The person to transfer this phone call to, once the answer was spoken. */
  transfer: { readonly to: string; readonly about: string } | undefined
  /** The answer ended the conversation. */
  endsChat: boolean
  /** How much of the answer is in the database; a position as in `Chunk`. */
  saved: number
  hasChunks: boolean
  /** Set when the answer is about to be stored: nothing is appended afterwards. */
  closing: boolean
  /** Resolves once the turn has ended and is stored. */
  readonly ended: Promise<void>
}

export function openRunningTurn(region: Region, message: AcceptedMessage, ended: Promise<void>): RunningTurn {
  const { agent, model, conversationId, turnId, visitorId } = message
  const metadata = { conversationId, turnId, visitorId, model: model.name, sandbox: model.paidBy === 'sandbox' }
  return {
    region,
    turn: openTurn(metadata, message.replyId),
    workspaceId: agent.workspaceId,
    agentId: agent.agentId,
    visitorHash: message.visitorHash,
    listeners: new Set(),
    toolListeners: new Set(),
    abort: new AbortController(),
    sources: [],
    trace: [],
    transfer: undefined,
    endsChat: false,
    saved: 0,
    hasChunks: false,
    closing: false,
    ended,
  }
}

export const STOPPED = 'stopped by the reader'
export const SHUTTING_DOWN = 'the server is shutting down'
const FLUSH_MS = 250

export function createRunningTurns(dbOf: (region: Region) => Db, log: Logger) {
  const running = new Map<string, RunningTurn>()
  let timer: NodeJS.Timeout | undefined
  let lastRenewal = -Infinity
  let flushing: Promise<void> | undefined

  const attempt = (work: Promise<void>) =>
    work.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'saving running turns failed; trying again')
        return false
      },
    )

  const flush = async () => {
    const renew = performance.now() - lastRenewal > (LEASE_SECONDS * 1000) / 3
    if (renew) lastRenewal = performance.now()
    const all = [...running.values()]
    for (const region of new Set(all.map((one) => one.region))) {
      const here = all.filter((one) => one.region === region)
      const ids = here.map((one) => one.turn.metadata.turnId)
      // Leases are renewed first and separately: text that can't be saved must not cost a turn its lease. A failed
      // renewal is retried with the next flush, before another node considers the turn dead.
      if (renew && !(await attempt(renewLeases(dbOf(region), ids)))) lastRenewal = -Infinity
      await attempt(saveText(dbOf(region), here))
    }
  }
  const flushOnce = () => (flushing ??= flush().finally(() => (flushing = undefined)))

  return {
    add(one: RunningTurn) {
      running.set(one.turn.metadata.turnId, one)
      timer ??= setInterval(() => void flushOnce(), FLUSH_MS)
    },
    remove(turnId: string) {
      running.delete(turnId)
      if (running.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
    },
    /** Stops appending, so that no chunk is written after the chunks were deleted. */
    async close(one: RunningTurn) {
      one.closing = true
      await flushing
    },
    get: (turnId: string) => running.get(turnId),
    size: () => running.size,
    all: () => [...running.values()],
  }
}
export type RunningTurns = ReturnType<typeof createRunningTurns>

async function saveText(db: Db, turns: readonly RunningTurn[]): Promise<void> {
  const grown = turns
    .filter((one) => !one.closing)
    .flatMap((one) => chunksFrom(one.turn.body, one.saved).map((chunk) => ({ one, chunk })))
  if (grown.length === 0) return
  for (const { one } of grown) one.hasChunks = true
  await appendChunks(
    db,
    grown.map(({ one, chunk }) => ({
      ...chunk,
      turnId: one.turn.metadata.turnId,
      sources: one.sources,
    })),
  )
  for (const { one, chunk } of grown) one.saved = chunkEnd(chunk)
}

/** A listener that throws is removed. */
export function sendParts(listeners: Set<Listener>, parts: readonly NumberedPart[]): void {
  for (const part of parts) {
    for (const listener of listeners) {
      try {
        listener(part)
      } catch {
        listeners.delete(listener)
      }
    }
  }
}
