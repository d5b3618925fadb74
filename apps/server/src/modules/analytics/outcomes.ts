// Computes the figures of the outcomes report: episodes, durations, days, hours, questions. Pure.
import type { Durations, HandoffReason, Outcomes } from '@parlance/contract/analytics/outcomes'
import { localTime } from '@parlance/contract/analytics/time-zones'
import type { NoticeKind } from '@parlance/contract/conversations/lifecycle'

/** An event of a conversation that involves people; `at` in milliseconds. */
export interface PeopleEvent {
  readonly id: string
  readonly at: number
  readonly kind: 'reply' | NoticeKind
  readonly endedAt: number | null
}
export interface HandoffRequest {
  readonly id: string
  readonly at: number
  readonly byVisitor: boolean
  readonly step: string
}

/** An episode with people in a conversation, from the request for them until they leave. */
export interface Episode {
  readonly startedAt: number
  readonly reason: HandoffReason
  readonly step: string
  /** Milliseconds; absent if no one answered or was asked for. */
  readonly firstResponse?: number
  /** Milliseconds; absent while it is open, and if no one came. */
  readonly resolution?: number
  readonly answered: boolean
}

interface Open {
  startedAt: number
  reason: HandoffReason
  step: string
  firstReplyAt: number | undefined
  isJoined: boolean
}

/** Episodes of all conversations, by start. Repeated requests belong to the same episode until people leave. */
export function episodesOf(requests: readonly HandoffRequest[], events: readonly PeopleEvent[]): Episode[] {
  const byConversation = new Map<string, { requests: HandoffRequest[]; events: PeopleEvent[] }>()
  const of = (id: string) => {
    const known = byConversation.get(id) ?? { requests: [], events: [] }
    byConversation.set(id, known)
    return known
  }
  for (const request of requests) of(request.id).requests.push(request)
  for (const event of events) of(event.id).events.push(event)
  return [...byConversation.values()]
    .flatMap((conversation) => episodesOfOne(conversation.requests, conversation.events))
    .toSorted((a, b) => a.startedAt - b.startedAt)
}

function episodesOfOne(requests: readonly HandoffRequest[], events: readonly PeopleEvent[]): Episode[] {
  const episodes: Episode[] = []
  let open: Open | undefined
  const close = (at: number | undefined) => {
    if (!open) return
    const { startedAt, reason, step, firstReplyAt, isJoined } = open
    const wasThere = isJoined || firstReplyAt !== undefined
    episodes.push({
      startedAt,
      reason,
      step,
      answered: firstReplyAt !== undefined,
      ...(firstReplyAt === undefined || reason === 'person' ? {} : { firstResponse: firstReplyAt - startedAt }),
      ...(at === undefined || !wasThere ? {} : { resolution: at - startedAt }),
    })
    open = undefined
  }
  const begin = (startedAt: number, reason: HandoffReason, step = '') => {
    open ??= { startedAt, reason, step, firstReplyAt: undefined, isJoined: false }
    return open
  }
  const waitAgain = () => {
    if (open) open.isJoined = false
  }
  const steps = [
    ...requests.map((request) => ({ at: request.at, request, event: undefined })),
    ...events.map((event) => ({ at: event.at, request: undefined, event })),
  ].toSorted((a, b) => a.at - b.at)
  for (const { at, request, event } of steps) {
    if (request) begin(at, request.byVisitor ? 'visitor' : 'agent', request.byVisitor ? '' : request.step)
    else if (event.kind === 'human-joined') begin(at, 'person').isJoined = true
    else if (event.kind === 'reply') begin(at, 'person').firstReplyAt ??= at
    else if (event.kind === 'human-absent') waitAgain()
    else if (event.kind !== 'handoff-asked') close(at)
  }
  const endedAt = events.at(-1)?.endedAt
  close(endedAt ?? undefined)
  return episodes
}

/** Nearest rank, in whole seconds. */
export function durationsOf(milliseconds: readonly number[]): Durations {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const rank = (part: number) => {
    const value = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]
    return value === undefined ? null : Math.round(value / 1000)
  }
  return { count: sorted.length, median: rank(0.5), p90: rank(0.9) }
}

export function handoffsOf(episodes: readonly Episode[]): Outcomes['handoffs'] {
  const reasons = new Map<string, Outcomes['handoffs']['reasons'][number]>()
  for (const { reason, step } of episodes) {
    const key = `${reason} ${step}`
    reasons.set(key, { reason, step, count: (reasons.get(key)?.count ?? 0) + 1 })
  }
  return {
    count: episodes.length,
    answered: episodes.filter(({ answered }) => answered).length,
    reasons: [...reasons.values()].toSorted((a, b) => b.count - a.count || (a.step < b.step ? -1 : 1)),
  }
}

export interface Began {
  readonly at: number
  readonly conversations: number
  readonly withoutPeople: number
  readonly answered: number
}

/** Conversations by day and by hour of the week, in the time zone. */
export function calendarOf(
  began: readonly Began[],
  days: readonly string[],
  timeZone: string,
): Pick<Outcomes, 'days' | 'hours'> {
  const rows = new Map(days.map((day) => [day, { day, conversations: 0, withoutPeople: 0 }]))
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { at, conversations, withoutPeople } of began) {
    const { day, hour, weekday } = localTime(timeZone, at)
    const row = rows.get(day)
    if (!row) continue
    row.conversations += conversations
    row.withoutPeople += withoutPeople
    const ofDay = hours[weekday]
    if (ofDay) ofDay[hour] = (ofDay[hour] ?? 0) + conversations
  }
  return { days: [...rows.values()], hours }
}

export const sumOf = (began: readonly Began[]) => ({
  conversations: began.reduce((sum, row) => sum + row.conversations, 0),
  withoutPeople: began.reduce((sum, row) => sum + row.withoutPeople, 0),
  answered: began.reduce((sum, row) => sum + row.answered, 0),
})

export function scoresOf(given: readonly { readonly score: number; readonly count: number }[]) {
  const scores = [1, 2, 3, 4, 5].map((score) => given.find((one) => one.score === score)?.count ?? 0)
  const count = scores.reduce((sum, one) => sum + one, 0)
  const points = scores.reduce((sum, one, index) => sum + one * (index + 1), 0)
  return { count, average: count === 0 ? null : points / count, scores }
}

const keyOf = (question: string): string =>
  question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Questions that differ only in case and punctuation are merged; the most frequent spelling is shown. */
export function mostAsked(
  asked: readonly { readonly question: string; readonly count: number }[],
  limit: number,
): Outcomes['asked'] {
  const merged = new Map<string, { question: string; count: number }>()
  for (const { question, count } of asked.toSorted((a, b) => b.count - a.count)) {
    const key = keyOf(question)
    if (key === '') continue
    const known = merged.get(key)
    if (known) known.count += count
    else merged.set(key, { question, count })
  }
  return [...merged.values()].toSorted((a, b) => b.count - a.count).slice(0, limit)
}
