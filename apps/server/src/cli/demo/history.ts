// Makes up two months of an agent's conversations: when visitors write, what is said, who steps in, and how it ends.
// Stores nothing; the same `random` gives the same history.
import { foldLetters } from '@parlance/contract/lib/fold'
import type { Person as Speaker } from '@parlance/contract/conversations/schemas'
import { NOTICES, noticeId, type NoticeKind } from '@parlance/contract/conversations/lifecycle'
import { newConversationId, newMessageId, newTurnId, newVisitorId } from '@parlance/contract/lib/ids'
import type { Business, PersonTopic, Topic } from './businesses.ts'

export const DAYS = 60
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Visitors per weekday, Sunday first, and per hour of the day (UTC). */
const WEEKDAYS = [0.6, 1.2, 1.1, 1, 1, 1.15, 0.8]
const HOURS = [1, 0, 0, 0, 0, 1, 2, 5, 9, 12, 13, 11, 9, 10, 11, 10, 9, 9, 10, 11, 9, 6, 4, 2]
const SHARE_BY_PEOPLE = 0.16
const SHARE_RATED = 0.35
const SHARE_NAMED = 0.4
const FIRST_NAMES = [
  'Anna',
  'Lukas',
  'Sofia',
  'Oliver',
  'Ingrid',
  'Noah',
  'Camille',
  'Mateusz',
  'Hanna',
  'David',
  'Yuki',
  'Laura',
  'Ben',
  'Amira',
  'Peter',
  'Grace',
] as const
const LAST_NAMES = [
  'Keller',
  'Brandt',
  'Marchetti',
  'Hughes',
  'Solberg',
  'de Vries',
  'Laurent',
  'Nowak',
  'Lindgren',
  'Okafor',
  'Tanaka',
  'Hoffmann',
  'Schneider',
  'Haddad',
  'Novák',
  'O’Connor',
] as const
const COMMENTS: Readonly<Record<number, readonly string[]>> = {
  5: ['Quick and clear, thank you!', 'Great help', ''],
  4: ['Good answer, took two tries.', ''],
  3: ['It was okay.', ''],
  2: ['I had to ask twice.', 'Did not really answer my question.'],
  1: ['Nobody answered me for an hour.'],
}

export interface MadeMessage {
  readonly id: string
  readonly turnId: string
  readonly author: 'user' | 'agent' | 'human' | 'system'
  readonly text: string
  readonly by?: { readonly name: string }
  readonly from?: string
  readonly at: Date
}
export interface MadeConversation {
  readonly id: string
  readonly visitorId: string
  readonly pageUrl: string
  readonly state: 'ai-chatting' | 'requested_chat' | 'human-chatting' | 'ended_chat'
  readonly messages: readonly MadeMessage[]
  readonly named?: { readonly subject: string; readonly name: string; readonly email: string }
  readonly handoffAt?: Date
  readonly endedAt?: Date
  readonly rating?: { readonly score: number; readonly comment: string; readonly at: Date }
  readonly assignee?: Speaker
  readonly leftMessage?: { readonly email: string; readonly message: string; readonly at: string }
  readonly tags: readonly string[]
  readonly note?: { readonly author: Speaker; readonly text: string; readonly at: Date }
  readonly snoozedUntil?: Date
  readonly seen: number
  readonly handedOff: boolean
}

export interface HistoryOf {
  readonly business: Pick<Business, 'site' | 'pages' | 'topics' | 'byPeople' | 'conversations'>
  readonly people: readonly Speaker[]
  readonly now: Date
  readonly random: () => number
}

/** A repeatable source of numbers from 0 up to 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Oldest first. The newest are open: two visitors wait for a person, and one is spoken with. */
export function makeHistory(of: HistoryOf): MadeConversation[] {
  const { business, now, random } = of
  const starts = Array.from({ length: business.conversations }, () => startOf(now, random)).sort((a, b) => a - b)
  const settled = starts.map((at) =>
    random() < SHARE_BY_PEOPLE
      ? byPerson(of, at, pick(business.byPeople, random))
      : byAgent(of, at, pick(business.topics, random)),
  )
  return [...settled, ...openNow(of)].sort((a, b) => last(a).at.getTime() - last(b).at.getTime())
}

/** Later days have more visitors, as in a growing business. Never in the last two hours, which are made by hand. */
function startOf(now: Date, random: () => number): number {
  for (;;) {
    const daysAgo = Math.floor(DAYS * random() ** 1.15)
    const midnight = Math.floor(now.getTime() / DAY) * DAY - daysAgo * DAY
    const at = midnight + weighted(HOURS, random) * HOUR + Math.floor(random() * HOUR)
    const weekday = WEEKDAYS[new Date(at).getUTCDay()] ?? 1
    if (at < now.getTime() - 2 * HOUR && random() * 1.2 < weekday) return at
  }
}

function byAgent(of: HistoryOf, start: number, topic: Topic): MadeConversation {
  const { random } = of
  const talk = talkFrom(start)
  talk.exchange(pick(topic.ask, random), topic.answer, topic.from)
  for (const { ask, answer } of topic.followUps ?? [])
    if (random() < 0.6) {
      talk.wait(20_000 + random() * 3 * MINUTE)
      talk.exchange(ask, answer, topic.from)
    }
  return {
    ...common(of, talk.messages),
    state: 'ai-chatting',
    tags: random() < 0.3 ? (topic.tags ?? []) : [],
    ...rated(of, talk.messages, [5, 5, 5, 5, 4, 4, 4, 3, 2]),
    handedOff: false,
  }
}

function byPerson(of: HistoryOf, start: number, topic: PersonTopic): MadeConversation {
  const { random } = of
  const talk = talkFrom(start)
  talk.exchange(topic.ask, topic.answer)
  talk.notice('handoff-asked')
  const hour = new Date(start).getUTCHours()
  if (hour < 8 || hour > 18 || random() < 0.1) {
    talk.wait(4 * MINUTE)
    talk.notice('message-left')
    const base = common(of, talk.messages)
    const email = base.named?.email ?? emailOf(nameFrom(random))
    const message = `${topic.ask} Please write to me.`
    return {
      ...base,
      state: 'ai-chatting',
      tags: topic.tags.slice(0, 1),
      leftMessage: { email, message, at: last(talk).at.toISOString() },
      handedOff: true,
    }
  }
  const person = pick(of.people, random)
  talk.wait(MINUTE + random() * 9 * MINUTE)
  talk.notice('human-joined', person)
  speak(talk, topic, person, random)
  talk.notice('human-left', person)
  return {
    ...common(of, talk.messages),
    state: random() < 0.5 ? 'ai-chatting' : 'ended_chat',
    tags: topic.tags,
    ...(topic.note ? { note: { author: person, text: topic.note, at: last(talk).at } } : {}),
    ...rated(of, talk.messages, [5, 5, 5, 5, 4, 4, 3, 1]),
    handedOff: true,
  }
}

function openNow(of: HistoryOf): MadeConversation[] {
  const { business, now, random } = of
  const waiting = [3, 11].flatMap((minutes, index): MadeConversation[] => {
    const topic = business.byPeople[index]
    if (!topic) return []
    const talk = talkFrom(now.getTime() - (minutes + 1) * MINUTE)
    talk.exchange(topic.ask, topic.answer)
    talk.notice('handoff-asked')
    const open = common(of, talk.messages)
    return [{ ...open, state: 'requested_chat', handoffAt: last(talk).at, tags: [], seen: 0, handedOff: true }]
  })
  const [topic] = business.byPeople.slice(-1)
  const person = of.people[0]
  if (!topic || !person || business.byPeople.length <= waiting.length) return waiting
  const talk = talkFrom(now.getTime() - 26 * MINUTE)
  talk.exchange(topic.ask, topic.answer)
  talk.notice('handoff-asked')
  talk.wait(2 * MINUTE)
  talk.notice('human-joined', person)
  talk.human(topic.replies[0] ?? '', person)
  talk.wait(MINUTE)
  talk.user(topic.between?.[0] ?? 'Thank you!')
  const spoken = common(of, talk.messages)
  const later = byAgent(of, now.getTime() - 100 * MINUTE, pick(business.topics, random))
  return [
    ...waiting,
    {
      ...spoken,
      state: 'human-chatting',
      assignee: person,
      tags: topic.tags,
      seen: talk.messages.length - 1,
      handedOff: true,
    },
    { ...later, seen: 0 },
  ]
}

function speak(talk: Talk, topic: PersonTopic, person: Speaker, random: () => number): void {
  topic.replies.forEach((reply, index) => {
    talk.wait(30_000 + random() * 3 * MINUTE)
    talk.human(reply, person)
    const said = topic.between?.[index]
    if (!said) return
    talk.wait(20_000 + random() * 2 * MINUTE)
    talk.user(said)
  })
  talk.wait(MINUTE)
}

type Talk = ReturnType<typeof talkFrom>
function talkFrom(start: number) {
  const messages: MadeMessage[] = []
  let clock = start
  const add = (message: Omit<MadeMessage, 'at'>) => messages.push({ ...message, at: new Date(clock) })
  return {
    messages,
    wait(ms: number) {
      clock += Math.round(ms)
    },
    exchange(ask: string, answer: string, from?: string) {
      const turnId = newTurnId()
      add({ id: newMessageId(), turnId, author: 'user', text: ask })
      clock += 1400
      add({ id: newMessageId(), turnId, author: 'agent', text: answer, ...(from ? { from } : {}) })
    },
    user(text: string) {
      add({ id: newMessageId(), turnId: newTurnId(), author: 'user', text })
    },
    human(text: string, { name }: Speaker) {
      add({ id: newMessageId(), turnId: `reply:${newTurnId()}`, author: 'human', text, by: { name } })
    },
    notice(kind: NoticeKind, person?: Speaker) {
      clock += 300
      const by = person ? { by: { name: person.name } } : {}
      add({ id: noticeId(kind, newMessageId()), turnId: '', author: 'system', text: NOTICES[kind], ...by })
    },
  }
}

function common({ business, random }: HistoryOf, messages: readonly MadeMessage[]) {
  const name = random() < SHARE_NAMED ? nameFrom(random) : undefined
  return {
    id: newConversationId(),
    visitorId: newVisitorId(),
    pageUrl: `${business.site}${pick(business.pages, random)}`,
    messages,
    seen: messages.length,
    ...(name ? { named: { subject: newConversationId().slice(0, 8), name, email: emailOf(name) } } : {}),
  }
}

function rated({ random }: HistoryOf, messages: readonly MadeMessage[], scores: readonly number[]) {
  if (random() > SHARE_RATED) return {}
  const score = pick(scores, random)
  const at = new Date((messages.at(-1)?.at.getTime() ?? 0) + 20_000)
  return { rating: { score, comment: pick(COMMENTS[score] ?? [''], random), at } }
}

const nameFrom = (random: () => number): string => `${pick(FIRST_NAMES, random)} ${pick(LAST_NAMES, random)}`

const emailOf = (name: string): string =>
  `${foldLetters(name)
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')}@example.com`

function last({ messages }: { readonly messages: readonly MadeMessage[] }): MadeMessage {
  const message = messages.at(-1)
  if (!message) throw new Error('A conversation without messages.')
  return message
}

function pick<T>(all: readonly T[], random: () => number): T {
  const found = all[Math.floor(random() * all.length)]
  if (found === undefined) throw new Error('Nothing to choose from.')
  return found
}

function weighted(weights: readonly number[], random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(
    0,
    weights.findIndex((weight) => (left -= weight) < 0),
  )
}
