// Stores made-up conversations, messages, turns, daily counts and unanswered questions. By SQL, because the API doesn't
// let callers set past times.
import { cut } from '@parlance/contract/lib/text'
import { createHash } from 'node:crypto'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { emailKeyOf } from '@parlance/contract/leads/captured'
import { agentCounts, agentSites, analyticsEvents } from '../../modules/analytics/schema.ts'
import { conversationNotes } from '../../modules/conversations/inbox/schema.ts'
import { agentUsage, conversations, messages, turns } from '../../modules/conversations/schema.ts'
import { visitors } from '../../modules/conversations/visitors/schema.ts'
import { gapQuestions, gaps } from '../../modules/gaps/schema.ts'
import { leadNotes, leads } from '../../modules/leads/schema.ts'
import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS } from '@parlance/contract/lib/time'
import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import type { Business } from './businesses.ts'
import { DAYS, type MadeConversation, type MadeMessage } from './history.ts'

export interface Target {
  readonly workspaceId: string
  readonly agentId: string
  readonly orgId: string
  readonly documents: ReadonlyMap<string, string>
}

/** Page loads for each chat, and openings of the chat. */
const LOADS_PER_CHAT = 14
const OPENS_PER_CHAT = 2.2
const BROWSERS = { chrome: 56, safari: 27, firefox: 10, edge: 7 }
const PLATFORMS = { android: 28, ios: 26, windows: 30, macos: 16 }
const ROWS_AT_ONCE = 500

export async function storeHistory(
  db: Db,
  target: Target,
  history: readonly MadeConversation[],
  business: Pick<Business, 'site' | 'countries' | 'gaps'>,
  now: Date,
): Promise<void> {
  const { workspaceId, agentId, orgId } = target
  const of = { workspaceId, agentId }
  await db.execute(
    sql`update agents set created_at = ${new Date(now.getTime() - (DAYS + 1) * DAY_MS).toISOString()}::timestamptz where id = ${agentId}`,
  )
  await inChunks(
    history.map((one) => conversationRow(of, one)),
    (rows) => db.insert(conversations).values(rows),
  )
  await inChunks(
    history.flatMap((one) => one.messages.map((message, index) => messageRow(target, one, message, index + 1))),
    (rows) => db.insert(messages).values(rows),
  )
  await inChunks(
    history.flatMap((one) => turnRows(target, one)),
    (rows) => db.insert(turns).values(rows),
  )
  await inChunks(
    history.flatMap((one) => visitorRows(of, one)),
    (rows) => db.insert(visitors).values(rows),
  )
  await inChunks(
    history.flatMap(({ id, note }) =>
      note
        ? [
            {
              id: randomId(24),
              workspaceId,
              conversationId: id,
              orgId: note.author.kind === 'client' ? orgId : '',
              ...note,
            },
          ]
        : [],
    ),
    (rows) => db.insert(conversationNotes).values(rows),
  )
  await inChunks(countRows(agentId, history, business.countries), (rows) =>
    db.insert(agentCounts).values(rows).onConflictDoNothing(),
  )
  await inChunks(usageRows(agentId, history), (rows) => db.insert(agentUsage).values(rows).onConflictDoNothing())
  await inChunks(
    history.flatMap((one) => requestRows(of, one)),
    (rows) => db.insert(analyticsEvents).values(rows),
  )
  const found = leadRows(target, history, now)
  await inChunks(found.leads, (rows) => db.insert(leads).values(rows))
  await inChunks(found.notes, (rows) => db.insert(leadNotes).values(rows))
  const loads = history.length * LOADS_PER_CHAT
  const firstAt = history[0]?.messages[0]?.at ?? now
  await db.insert(agentSites).values({ agentId, origin: business.site, loads, firstAt, lastAt: now })
  for (const [index, gap] of business.gaps.entries())
    await storeGap(db, of, gap, new Date(now.getTime() - (index + 1) * 2 * DAY_MS))
}

type Of = Pick<Target, 'workspaceId' | 'agentId'>

function conversationRow(of: Of, made: MadeConversation): typeof conversations.$inferInsert {
  const [first, last] = [made.messages[0], made.messages.at(-1)]
  if (!first || !last) throw new Error('A conversation without messages.')
  const visitorCode = visitorCodeOf(made.visitorId)
  return {
    ...of,
    id: made.id,
    channel: 'web-chat',
    state: made.state,
    visitorHash: sha256(made.visitorId),
    visitor: `Visitor ${visitorCode}`,
    visitorCode,
    title: cut(first.text, 120),
    preview: cut((made.messages.findLast(({ author }) => author !== 'system') ?? last).text, 120),
    pageUrl: made.pageUrl,
    language: 'en',
    messageCount: made.messages.length,
    startedAt: first.at,
    lastMessageAt: last.at,
    identity: made.named?.subject ?? null,
    visitorReadSeq: made.messages.length,
    handoffAt: made.handoffAt ?? null,
    leftMessage: made.leftMessage ?? null,
    endedAt: made.state === 'ended_chat' ? last.at : null,
    rating: made.rating?.score ?? null,
    ratingComment: made.rating?.comment ?? null,
    ratedAt: made.rating?.at ?? null,
    assignee: made.assignee ?? null,
    tags: [...made.tags],
    seenSeq: made.seen,
    snoozedUntil: made.snoozedUntil ?? null,
  }
}

function messageRow(
  target: Target,
  { id: conversationId }: MadeConversation,
  made: MadeMessage,
  seq: number,
): typeof messages.$inferInsert {
  const docId = made.from && target.documents.get(made.from)
  return {
    conversationId,
    workspaceId: target.workspaceId,
    seq,
    id: made.id,
    turnId: made.turnId,
    author: made.author,
    items: [{ type: 'text', text: docId ? made.text.replace(/([.!?]?)$/, (end) => ` [1]${end}`) : made.text }],
    by: made.by ?? null,
    status: 'complete',
    sources: docId ? [{ docId, title: made.from, text: made.text, score: 0.82, n: 1 }] : [],
    at: made.at,
  }
}

/** Every visitor message starts a turn; none is answered by the model while a person has the conversation. */
function turnRows(
  { workspaceId, agentId }: Of,
  { id, visitorId, messages: said }: MadeConversation,
): (typeof turns.$inferInsert)[] {
  return said.flatMap((message) => {
    if (message.author !== 'user') return []
    const answer = said.find(({ author, turnId }) => author === 'agent' && turnId === message.turnId)
    return [
      {
        id: message.turnId,
        workspaceId,
        agentId,
        conversationId: id,
        visitorHash: sha256(visitorId),
        clientMessageId: message.id,
        replyId: answer?.id ?? randomId(24),
        status: 'complete',
        model: 'sandbox',
        paidBy: 'sandbox',
        finishReason: 'stop',
        hold: 0,
        node: 'seed',
        leaseUntil: message.at,
        startedAt: message.at,
        endedAt: answer?.at ?? message.at,
      },
    ]
  })
}

const visitorRows = (
  of: Of,
  { named, visitorId, messages: said }: MadeConversation,
): (typeof visitors.$inferInsert)[] => {
  const [firstAt, lastAt] = [said[0]?.at, said.at(-1)?.at]
  return named && firstAt && lastAt ? [{ ...of, ...named, visitorHash: sha256(visitorId), firstAt, lastAt }] : []
}

const requestRows = (of: Of, { id, messages: said }: MadeConversation): (typeof analyticsEvents.$inferInsert)[] =>
  said.flatMap((message) =>
    noticeKind(message.id) === 'handoff-asked'
      ? [
          {
            ...of,
            id: randomId(24),
            name: 'handoff_requested' as const,
            occasion: `${id}|${message.at.toISOString()}`,
            at: message.at,
          },
        ]
      : [],
  )

/** Stages of leads that are no longer new; older leads are more often decided. */
const LATER_STAGES = ['contacted', 'qualified', 'won', 'contacted', 'lost', 'qualified', 'won'] as const
const NEW_DAYS = 6

/** Visitors who left their name and address, once each, or a message. */
function leadRows(
  { workspaceId, agentId, orgId }: Target,
  history: readonly MadeConversation[],
  now: Date,
): { leads: (typeof leads.$inferInsert)[]; notes: (typeof leadNotes.$inferInsert)[] } {
  const byEmail = new Map<string, typeof leads.$inferInsert>()
  const notes: (typeof leadNotes.$inferInsert)[] = []
  for (const { id: conversationId, named, leftMessage, messages: said, tags, note } of history) {
    const at = said[0]?.at
    const email = named?.email ?? leftMessage?.email
    if (!at || !email) continue
    const before = byEmail.get(email)
    if (before) {
      before.conversationIds = [...(before.conversationIds ?? []), conversationId]
      continue
    }
    const id = randomId(16)
    const isNew = now.getTime() - at.getTime() < NEW_DAYS * DAY_MS
    const later = LATER_STAGES[byEmail.size % LATER_STAGES.length] ?? 'contacted'
    byEmail.set(email, {
      id,
      workspaceId,
      agentId,
      name: named?.name ?? '',
      email,
      phone: '',
      emailKey: emailKeyOf(email),
      phoneKey: '',
      variables: { email, ...(named ? { name: named.name } : {}) },
      stage: isNew ? 'new' : later,
      group: tags.includes('VIP') ? 'VIP' : '',
      source: leftMessage ? 'form' : 'chat',
      conversationIds: [conversationId],
      createdAt: at,
      updatedAt: at,
    })
    if (note)
      notes.push({
        leadId: id,
        id: randomId(16),
        workspaceId,
        orgId: note.author.kind === 'client' ? orgId : '',
        author: note.author,
        text: note.text,
        at: note.at,
        editedAt: note.at,
      })
  }
  return { leads: [...byEmail.values()], notes }
}

function countRows(
  agentId: string,
  history: readonly MadeConversation[],
  countries: Business['countries'],
): (typeof agentCounts.$inferInsert)[] {
  const days = new Map<string, { chats: number; messages: number; handoffs: number }>()
  for (const { messages: said, handedOff } of history) {
    const first = said[0]
    if (!first) continue
    const today = days.get(dayOf(first.at)) ?? { chats: 0, messages: 0, handoffs: 0 }
    today.chats++
    if (handedOff) today.handoffs++
    days.set(dayOf(first.at), today)
    for (const { author, at } of said) {
      const day = days.get(dayOf(at)) ?? { chats: 0, messages: 0, handoffs: 0 }
      if (author === 'user') day.messages++
      days.set(dayOf(at), day)
    }
  }
  return [...days].flatMap(([day, counted]) => {
    const seen = { loads: counted.chats * LOADS_PER_CHAT, opens: Math.round(counted.chats * OPENS_PER_CHAT) }
    const row = (record: string, kind: string, value: string, count: number) => ({
      agentId,
      day,
      record,
      kind,
      value,
      count,
    })
    return Object.entries({ ...counted, ...seen })
      .flatMap(([record, count]) => [
        row(record, '', '', count),
        row(record, 'channel', 'web-chat', count),
        ...(record === 'loads' || record === 'opens'
          ? [
              ...shares(BROWSERS, count).map(([value, part]) => row(record, 'browser', value, part)),
              ...shares(PLATFORMS, count).map(([value, part]) => row(record, 'platform', value, part)),
              ...shares(countries, count).map(([value, part]) => row(record, 'country', value, part)),
            ]
          : []),
      ])
      .filter(({ count }) => count > 0)
  })
}

/** Divides a whole number by weights; the first gets the rounding remainder. */
function shares(weights: Readonly<Record<string, number>>, count: number): [string, number][] {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  const parts = Object.entries(weights).map(([value, weight]): [string, number] => [
    value,
    Math.floor((count * weight) / sum),
  ])
  const [first] = parts
  if (first) first[1] += count - parts.reduce((total, [, part]) => total + part, 0)
  return parts
}

function usageRows(agentId: string, history: readonly MadeConversation[]): (typeof agentUsage.$inferInsert)[] {
  const months = new Map<string, number>()
  for (const { author, at } of history.flatMap(({ messages: said }) => said))
    if (author === 'user') months.set(dayOf(at).slice(0, 7), (months.get(dayOf(at).slice(0, 7)) ?? 0) + 1)
  return [...months].map(([month, count]) => ({ agentId, month, messages: count }))
}

async function storeGap(db: Db, of: Of, { question, others }: Business['gaps'][number], lastAt: Date): Promise<void> {
  const id = randomId(16)
  const questions = [question, ...others]
  const askedAt = (index: number) => new Date(lastAt.getTime() - index * 3 * DAY_MS)
  await db.insert(gaps).values({
    ...of,
    id,
    question,
    count: questions.length,
    status: 'open',
    firstAt: askedAt(questions.length - 1),
    lastAt,
  })
  await db.insert(gapQuestions).values(
    questions.map((asked, index) => ({
      ...of,
      gapId: id,
      conversationId: randomId(24),
      turnId: randomId(24),
      question: asked,
      askedAt: askedAt(index),
    })),
  )
}

export async function inChunks<T>(rows: readonly T[], insert: (rows: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await insert(rows.slice(from, from + ROWS_AT_ONCE))
}
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** As conversations name anonymous visitors. */
export const visitorCodeOf = (visitorId: string): string => sha256(`name:${visitorId}`).slice(0, 5)
