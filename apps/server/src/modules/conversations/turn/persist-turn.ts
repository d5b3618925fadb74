// The two transactions of a turn: accepting a message (store, hold, lease) and storing its answer (settle, release).
import type { Admission, Asked } from './admission-rules.ts'
import { newMessageId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { monthKey } from '@parlance/contract/lib/time'
import { asAppError } from '../../../lib/http/errors.ts'
import { createBatcher } from '../../../lib/batcher.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { DomainEvent } from '../../../lib/events.ts'
import type { PipelinedTransactions, PipelinedTx } from '../../../lib/db/pipelined-transaction.ts'
import { admitBatch, priorityOf } from './admit-messages.ts'
import type { AttachmentStore } from '../files.ts'
import { lockCarried, markCarried } from './carried-attachments.ts'
import type { CountTurns } from '../ports.ts'
import type { TurnLedger } from './ledger.ts'
import {
  type AcceptedRow,
  deleteChunks,
  type FinishedRow,
  insertAccepted,
  insertFinished,
  SILENT,
  readKnown,
  setCost,
} from './repository.ts'

/** Hands an event to its handlers with the commit of a transaction. */
export type EmitIn = (region: Region) => (db: Db, event: DomainEvent) => Promise<void>

export interface Telling {
  readonly emitIn: EmitIn
  /** Whether anybody hears what visitors of a workspace write. Asked for each batch of messages: it must be quick. */
  readonly hearsVisitors: (region: Region, workspaceId: string) => Promise<boolean>
}

export interface AcceptRequest {
  readonly asked: Asked
  readonly row: Omit<
    AcceptedRow,
    | 'conversationId'
    | 'isNew'
    | 'silent'
    | 'seq'
    | 'messageId'
    | 'turnId'
    | 'workspaceId'
    | 'agentId'
    | 'clientMessageId'
    | 'bodyHash'
    | 'visitorHash'
    | 'hold'
  >
  /** What the credit log names as the cause: the agent's title. */
  readonly cause: string
  /** Of a message with attachments: where they are kept. */
  readonly claims?: Pick<AttachmentStore, 'lockUnsent' | 'markSent'> | undefined
}
export interface FinishRequest extends FinishedRow {
  readonly cause: string
  /** How to reach the visitor became known, or more of it. */
  readonly captured?: 'new' | 'more' | undefined
}

export const holdKeyOf = (turnId: string) => `turn:${turnId}`

/** What is stored of a message; undefined where nothing is. */
function acceptedRow({ asked, row }: AcceptRequest, admission: Admission | undefined): AcceptedRow | undefined {
  if (admission?.kind !== 'admitted' && admission?.kind !== 'silent') return undefined
  const { turnId, workspaceId, agentId, clientMessageId, bodyHash, visitorHash, hold } = asked
  const { conversationId, seq } = admission
  const known = { turnId, workspaceId, agentId, clientMessageId, bodyHash, visitorHash, conversationId, seq }
  const stored = { ...row, ...known, messageId: newMessageId() }
  return admission.kind === 'admitted'
    ? { ...stored, hold, silent: false, isNew: admission.isNew }
    : // Nobody is asked for an answer, so nothing is held and no message of the month used.
      { ...stored, hold: 0, silent: true, isNew: false, counted: false, model: SILENT }
}

interface Accepting {
  readonly ledger: TurnLedger
  /** Hands on that a visitor wrote; undefined where nobody hears it. */
  readonly heard: ((db: Db, event: DomainEvent) => Promise<void>) | undefined
}

async function acceptBatch(
  { ledger, heard }: Accepting,
  node: string,
  { db, commit }: PipelinedTx,
  requests: readonly AcceptRequest[],
): Promise<Admission[]> {
  const now = new Date()
  const month = monthKey(now)
  const asked = requests.map((request) => request.asked)
  const workspaceIds = [...new Set(asked.map((a) => a.workspaceId))]
  const [locked, { known, usage }] = await Promise.all([
    ledger.lockBalances(db, workspaceIds),
    readKnown(db, asked, month),
  ])
  const unsent = await lockCarried(db, requests, now)
  const messages = requests.map((request, i) => ({
    asked: request.asked,
    known: known[i],
    priority: priorityOf(request.row),
  }))
  const admissions = await admitBatch(ledger, db, messages, { balances: locked, usage, unsent }, now.getTime())
  const accepted = requests.flatMap((request, i) => acceptedRow(request, admissions[i]) ?? [])
  if (accepted.length > 0) {
    await markCarried(db, accepted, requests)
    const causes = new Map(requests.map(({ asked: a, cause }) => [a.turnId, cause]))
    await Promise.all([
      insertAccepted(db, accepted, node, now, month),
      ledger.holdMany(
        db,
        accepted
          .filter(({ silent }) => !silent)
          .map((a) => ({
            holdKey: holdKeyOf(a.turnId),
            workspaceId: a.workspaceId,
            agentId: a.agentId,
            cause: causes.get(a.turnId) ?? '',
            amount: a.hold,
            priority: priorityOf(a),
          })),
      ),
      // Where it is heard the commit has to wait for the news of it, otherwise it is sent along.
      ...(heard ? [] : [commit()]),
    ])
    if (heard) await tellReceived(db, accepted, heard)
  }
  return admissions
}

/** Owners who try out their agent are no visitors. */
async function tellReceived(
  db: Db,
  accepted: readonly AcceptedRow[],
  heard: NonNullable<Accepting['heard']>,
): Promise<void> {
  for (const { workspaceId, agentId, conversationId, messageId, isNew, submission, channel } of accepted)
    if (channel !== 'test')
      await heard(db, {
        type: 'message.received',
        workspaceId,
        agentId,
        conversationId,
        messageId,
        begins: isNew,
        form: submission?.values !== undefined,
      })
}

interface Finishing {
  readonly ledger: TurnLedger
  readonly count: CountTurns
  readonly emit: (db: Db, event: DomainEvent) => Promise<void>
}

async function finishBatch(
  { ledger, count, emit }: Finishing,
  node: string,
  { db }: PipelinedTx,
  requests: readonly FinishRequest[],
): Promise<(number | undefined)[]> {
  const now = new Date()
  // The wallet is locked first here as well: both transactions take their locks in one order and never wait in a circle.
  const [, rows] = await Promise.all([
    ledger.lockBalances(db, [...new Set(requests.map((request) => request.workspaceId))]),
    insertFinished(db, requests, node, now),
  ])
  const ended = new Map(rows.map((row) => [row.id, row.seq]))
  const ours = requests.filter((request) => ended.has(request.turnId))
  if (ours.length > 0) {
    const [settled] = await Promise.all([
      ledger.settleMany(
        db,
        ours.map(({ turnId, workspaceId, agentId, cause, cost }) => ({
          holdKey: holdKeyOf(turnId),
          workspaceId,
          agentId,
          cause,
          cost,
        })),
      ),
      count(db, rows),
    ])
    const charged = new Map(settled.map((item) => [item.holdKey, item.charged]))
    const short = ours.filter(({ turnId, cost }) => (charged.get(holdKeyOf(turnId)) ?? cost) !== cost)
    for (const { workspaceId, agentId, conversationId, waits, captured } of ours) {
      if (waits) await emit(db, { type: 'handoff.requested', workspaceId, agentId, conversationId, at: now.getTime() })
      if (captured)
        await emit(db, { type: 'lead.captured', workspaceId, agentId, conversationId, isNew: captured === 'new' })
    }
    for (const { workspaceId, low } of settled) if (low) await emit(db, { type: 'credits.low', workspaceId, ...low })
    for (const { turnId } of short) await setCost(db, turnId, charged.get(holdKeyOf(turnId)) ?? 0)
  }
  await deleteChunks(
    db,
    ours.filter((request) => request.hasChunks).map((request) => request.turnId),
  )
  return requests.map((request) => ended.get(request.turnId) ?? undefined)
}

const MOST_AT_ONCE = 100
/** A database that is away refuses each item as it refused all, and may have written what it could not confirm. */
const refusedByData = (error: unknown): boolean => asAppError(error).code !== 'UNAVAILABLE'

export function createTurnWriter(
  ledger: TurnLedger,
  node: string,
  transactions: (region: Region) => PipelinedTransactions,
  count: CountTurns,
  { emitIn: emit, hearsVisitors }: Telling,
) {
  // Keys are region and workspace: tenants never wait for each other's rows.
  const quick = (key: string) => transactions(key.slice(0, 2) as Region)
  const accepting = createBatcher<AcceptRequest, Admission>(
    async (key, requests) => {
      const region = key.slice(0, 2) as Region
      const heard = (await hearsVisitors(region, key.slice(3))) ? emit(region) : undefined
      return quick(key).tx((tx) => acceptBatch({ ledger, heard }, node, tx, requests))
    },
    MOST_AT_ONCE,
    refusedByData,
  )
  const finishing = createBatcher<FinishRequest, number | undefined>(
    (key, requests) =>
      quick(key).tx((tx) => finishBatch({ ledger, count, emit: emit(key.slice(0, 2) as Region) }, node, tx, requests)),
    MOST_AT_ONCE,
    refusedByData,
  )
  return {
    accept: (region: Region, request: AcceptRequest) =>
      accepting.add(`${region}:${request.asked.workspaceId}`, request),
    /** Resolves with the answer's sequence number, or undefined when the turn was not this node's any more. */
    finish: (region: Region, request: FinishRequest) => finishing.add(`${region}:${request.workspaceId}`, request),
  }
}
export type TurnWriter = ReturnType<typeof createTurnWriter>
