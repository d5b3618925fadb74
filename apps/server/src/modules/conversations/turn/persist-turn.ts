// The two transactions of a turn: accepting a message (store, hold, lease) and storing its answer (settle, release).
import { newMessageId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { monthKey } from '@parlance/contract/lib/time'
import { asAppError } from '../../../lib/http/errors.ts'
import { createBatcher } from '../../../lib/batcher.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { DomainEvent } from '../../../lib/events.ts'
import type { PipelinedTransactions, PipelinedTx } from '../../../lib/db/pipelined-transaction.ts'
import type { Logger } from '../../../lib/log.ts'
import type { AttachmentStore } from '../files.ts'
import type { StoredMessage } from '../outbox/dispatch-messages.ts'
import { creditEvents, type Usage } from '../../billing/index.ts'
import type { CountTurns, TurnLedger } from '../ports.ts'
import { type Admission, admitAlone, admitBatch, type IncomingMessage, priorityOf } from './admission.ts'
import { lockUnsentAttachments, markAttachmentsSent } from './attachments.ts'
import {
  type AcceptedRow,
  deleteChunks,
  type FinishedRow,
  insertAccepted,
  insertFinished,
  NO_MODEL,
  readAdmissionFacts,
  setCost,
} from './repository.ts'

export type EmitIn = (region: Region) => (db: Db, event: DomainEvent) => Promise<void>

export interface TurnWriterDeps {
  readonly ledger: TurnLedger
  readonly node: string
  readonly now: (region: Region) => Date
  readonly transactions: (region: Region) => PipelinedTransactions
  readonly count: CountTurns
  readonly emitIn: EmitIn
  /** Called after each commit that stored messages. */
  readonly messagesStored: (region: Region, messages: readonly StoredMessage[]) => void
}

export interface AcceptRequest {
  readonly message: IncomingMessage
  readonly row: Omit<
    AcceptedRow,
    | 'conversationId'
    | 'isNew'
    | 'humanHandled'
    | 'seq'
    | 'messageId'
    | 'turnId'
    | 'workspaceId'
    | 'payerId'
    | 'agentId'
    | 'clientMessageId'
    | 'bodyHash'
    | 'visitorHash'
    | 'hold'
  >
  readonly cause: string
  /** Storage of the message's attachments; undefined without any. */
  readonly claims?: Pick<AttachmentStore, 'lockUnsent' | 'markSent'> | undefined
}
export interface FinishRequest extends FinishedRow {
  /** The workspace or organisation whose credits the turn holds. */
  readonly payerId: string
  readonly usage: Usage
  readonly cause: string
  readonly variablesChanged: boolean
}

export const holdKeyOf = (turnId: string) => `turn:${turnId}`

/** The stored row of a message; undefined when nothing is stored. */
function acceptedRow({ message, row }: AcceptRequest, admission: Admission | undefined): AcceptedRow | undefined {
  if (admission?.kind !== 'admitted' && admission?.kind !== 'human-handled') return undefined
  const { turnId, workspaceId, payerId, agentId, clientMessageId, bodyHash, visitorHash, hold } = message
  const { conversationId, seq } = admission
  const known = { turnId, workspaceId, payerId, agentId, clientMessageId, bodyHash, visitorHash, conversationId, seq }
  const stored = { ...row, ...known, messageId: newMessageId() }
  return admission.kind === 'admitted'
    ? { ...stored, hold, humanHandled: false, isNew: admission.isNew }
    : // No model answers: nothing is held and it does not count towards the month's messages.
      { ...stored, hold: 0, humanHandled: true, isNew: false, counted: false, model: NO_MODEL }
}

/** The workspace's lock serializes its turns, no matter who pays. */
const lockedBy = (turns: readonly { readonly workspaceId: string; readonly payerId: string }[]): string[] => [
  ...new Set(turns.flatMap(({ workspaceId, payerId }) => [workspaceId, payerId])),
]

type EmitEvent = (db: Db, event: DomainEvent) => Promise<void>

interface AcceptBatchDeps {
  readonly ledger: TurnLedger
  readonly node: string
  readonly now: Date
}

async function acceptBatch(
  { ledger, node, now }: AcceptBatchDeps,
  { db, commit }: PipelinedTx,
  requests: readonly AcceptRequest[],
): Promise<Admission[]> {
  const month = monthKey(now)
  const incoming = requests.map(({ message }) => message)
  const [balances, { facts, usage }] = await Promise.all([
    ledger.lockBalances(db, lockedBy(incoming)),
    readAdmissionFacts(db, incoming, month),
  ])
  const unsent = await lockUnsentAttachments(db, requests, now)
  const messages = requests.map((request, i) => ({
    message: request.message,
    facts: facts[i],
    priority: priorityOf(request.row),
  }))
  const admissions = await admitBatch(ledger, db, messages, { balances, usage, unsent })
  const accepted = requests.flatMap((request, i) => acceptedRow(request, admissions[i]) ?? [])
  if (accepted.length > 0) {
    await markAttachmentsSent(db, accepted, requests)
    const causes = new Map(requests.map(({ message, cause }) => [message.turnId, cause]))
    await Promise.all([
      insertAccepted(db, accepted, node, now, month),
      ledger.holdMany(
        db,
        accepted
          .filter(({ humanHandled }) => !humanHandled)
          .map((a) => ({
            holdKey: holdKeyOf(a.turnId),
            workspaceId: a.payerId,
            agentId: a.agentId,
            cause: causes.get(a.turnId) ?? '',
            amount: a.hold,
            priority: priorityOf(a),
          })),
      ),
      // The commit is pipelined with these statements.
      commit(),
    ])
  }
  return admissions
}

/** What accepting would decide now; reads without locks, and writes nothing. */
export async function foresee(
  ctx: Ctx,
  ledger: Pick<TurnLedger, 'availableToVisitors'>,
  { message }: AcceptRequest,
): Promise<Admission> {
  const [{ facts, usage }, available] = await Promise.all([
    readAdmissionFacts(ctx.db, [message], monthKey(ctx.now())),
    ledger.availableToVisitors(ctx, message.payerId),
  ])
  const balances = new Map([[message.payerId, available]])
  return admitAlone(message, facts[0], { balances, usage, unsent: new Set() })
}

interface FinishBatchDeps {
  readonly ledger: TurnLedger
  readonly node: string
  readonly now: Date
  readonly count: CountTurns
  readonly emit: EmitEvent
}

async function finishBatch(
  { ledger, node, now, count, emit }: FinishBatchDeps,
  { db }: PipelinedTx,
  requests: readonly FinishRequest[],
): Promise<(number | undefined)[]> {
  // As in the first transaction, the balance is locked first, so that the two can't deadlock.
  const [, rows] = await Promise.all([
    ledger.lockBalances(db, lockedBy(requests)),
    insertFinished(db, requests, node, now),
  ])
  const ended = new Map(rows.map((row) => [row.id, row.seq]))
  const owned = requests.filter((request) => ended.has(request.turnId))
  if (owned.length > 0) {
    const [settled] = await Promise.all([
      ledger.settleMany(
        db,
        owned.map(({ turnId, payerId, agentId, cause, cost, usage }) => ({
          holdKey: holdKeyOf(turnId),
          workspaceId: payerId,
          agentId,
          cause,
          cost,
          usage,
        })),
      ),
      count(db, rows),
    ])
    const charged = new Map(settled.map((item) => [item.holdKey, item.charged]))
    const undercharged = owned.filter(({ turnId, cost }) => (charged.get(holdKeyOf(turnId)) ?? cost) !== cost)
    for (const { workspaceId, agentId, conversationId, waits, variablesChanged } of owned) {
      if (waits) await emit(db, { type: 'handoff.requested', workspaceId, agentId, conversationId, at: now.getTime() })
      if (variablesChanged) await emit(db, { type: 'variables.changed', workspaceId, agentId, conversationId })
    }
    const workspaceOf = new Map(owned.map(({ payerId, workspaceId }) => [payerId, workspaceId]))
    for (const one of settled)
      for (const event of creditEvents(one, workspaceOf.get(one.workspaceId) ?? one.workspaceId)) await emit(db, event)
    for (const { turnId } of undercharged) await setCost(db, turnId, charged.get(holdKeyOf(turnId)) ?? 0)
  }
  await deleteChunks(
    db,
    owned.filter((request) => request.hasChunks).map((request) => request.turnId),
  )
  return requests.map((request) => ended.get(request.turnId) ?? undefined)
}

const MAX_BATCH = 100
/** False if the database is unreachable: it would refuse each item, and may have written what it could not confirm. */
const isRefusedByData = (error: unknown): boolean => asAppError(error).code !== 'UNAVAILABLE'

export function createTurnWriter({ ledger, node, now, transactions, count, emitIn, messagesStored }: TurnWriterDeps) {
  // Batches by region and workspace, so that tenants never wait for each other.
  const regionOf = (key: string) => key.slice(0, 2) as Region
  const accepting = createBatcher<AcceptRequest, Admission>(
    async (key, requests) => {
      const region = regionOf(key)
      const admissions = await transactions(region).tx((tx) =>
        acceptBatch({ ledger, node, now: now(region) }, tx, requests),
      )
      messagesStored(
        region,
        requests.map(({ message: { workspaceId }, row: { channel } }) => ({ workspaceId, from: 'user', channel })),
      )
      return admissions
    },
    MAX_BATCH,
    isRefusedByData,
  )
  const finishing = createBatcher<FinishRequest, number | undefined>(
    async (key, requests) => {
      const region = regionOf(key)
      const ended = await transactions(region).tx((tx) =>
        finishBatch({ ledger, node, now: now(region), count, emit: emitIn(region) }, tx, requests),
      )
      messagesStored(
        region,
        requests.map(({ workspaceId, usage: { channel = '' } }) => ({ workspaceId, from: 'agent', channel })),
      )
      return ended
    },
    MAX_BATCH,
    isRefusedByData,
  )
  return {
    accept: (region: Region, request: AcceptRequest) =>
      accepting.add(`${region}:${request.message.workspaceId}`, request),
    /** The answer's sequence number; undefined without an answer, or when another node owns the turn. */
    finish: (region: Region, request: FinishRequest) => finishing.add(`${region}:${request.workspaceId}`, request),
  }
}
export type TurnWriter = ReturnType<typeof createTurnWriter>

/** Stores an answer. Retries for about 14 s while the database is unreachable, then returns undefined. */
export async function persistAnswer(
  { writer, log }: { readonly writer: Pick<TurnWriter, 'finish'>; readonly log: Logger },
  region: Region,
  answer: FinishRequest,
): Promise<number | undefined> {
  for (let attempt = 0; attempt < 8; attempt++) {
    try {
      return await writer.finish(region, answer)
    } catch (error) {
      log.error({ err: error, attempt }, 'storing an answer failed; trying again')
      await new Promise((resolve) => setTimeout(resolve, Math.min(4000, 100 * 2 ** attempt)))
    }
  }
  // The lease expires, and the node that recovers the turn stores the appended text.
  return undefined
}
