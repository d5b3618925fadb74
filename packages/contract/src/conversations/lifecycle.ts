import type { MessageCode } from '@parlance/i18n/messages'
import type { Conversation, Person } from './schemas.ts'

export interface SpeakerState {
  readonly state: Conversation['state']
  /** A human was requested and none came yet; test conversations never wait, whatever their state. */
  readonly awaited: boolean
  /** The visitor ended it. An end by the agent does not count: the visitor may continue. */
  readonly closed: boolean
  /** A human was requested and none came; until the visitor asks again, leaves a message or continues. */
  readonly missed?: true | undefined
}

/** `people`: the visitor's messages are stored without an automatic answer. `nobody`: nothing more is said. */
export function speakerOf({ state, awaited, closed }: SpeakerState): 'agent' | 'people' | 'nobody' {
  if (state === 'ended_chat') return closed ? 'nobody' : 'agent'
  return state === 'human-chatting' || (state === 'requested_chat' && awaited) ? 'people' : 'agent'
}

/** `takeOver`, `handBack` and `reopen` come from the team, `timeOut`, `turnAway` and `requeue` from the server. */
export const MOVES = [
  'handOff',
  'cancel',
  'leaveMessage',
  'end',
  'takeOver',
  'handBack',
  'reopen',
  'timeOut',
  'turnAway',
  'requeue',
] as const
export type Move = (typeof MOVES)[number]
export type Moved =
  | { readonly kind: 'moved'; readonly to: SpeakerState }
  | { readonly kind: 'already' }
  | { readonly kind: 'refused'; readonly reason: MessageCode }

const AGENT: SpeakerState = { state: 'ai-chatting', awaited: false, closed: false }
const MISSED: SpeakerState = { ...AGENT, missed: true }

export function moved(from: SpeakerState, move: Move): Moved {
  const speaker = speakerOf(from)
  if (move === 'end')
    return speaker === 'nobody'
      ? { kind: 'already' }
      : { kind: 'moved', to: { state: 'ended_chat', awaited: false, closed: true } }
  if (move === 'reopen') return speaker === 'nobody' ? { kind: 'moved', to: AGENT } : { kind: 'already' }
  if (speaker === 'nobody') return { kind: 'refused', reason: 'chat_ended' }
  if (move === 'handOff')
    return speaker === 'people'
      ? { kind: 'already' }
      : { kind: 'moved', to: { state: 'requested_chat', awaited: true, closed: false } }
  if (move === 'takeOver')
    return from.state === 'human-chatting'
      ? { kind: 'already' }
      : { kind: 'moved', to: { state: 'human-chatting', awaited: false, closed: false } }
  if (move === 'requeue')
    return from.state === 'human-chatting'
      ? { kind: 'moved', to: { state: 'requested_chat', awaited: true, closed: false } }
      : { kind: 'already' }
  if (move === 'timeOut')
    return from.state !== 'human-chatting' && speaker === 'people' ? { kind: 'moved', to: MISSED } : { kind: 'already' }
  if (move === 'turnAway')
    return speaker === 'people' || from.missed ? { kind: 'already' } : { kind: 'moved', to: MISSED }
  if (move === 'handBack') return speaker === 'people' ? { kind: 'moved', to: AGENT } : { kind: 'already' }
  if (from.state === 'human-chatting') return { kind: 'refused', reason: 'handoff_joined' }
  if (speaker === 'people' || from.missed) return { kind: 'moved', to: AGENT }
  return move === 'cancel' ? { kind: 'already' } : { kind: 'refused', reason: 'handoff_not_waiting' }
}

export function refusesReply(
  state: SpeakerState,
  holder: Pick<Person, 'kind' | 'id'> | null,
  person: Pick<Person, 'kind' | 'id'>,
): MessageCode | undefined {
  if (speakerOf(state) === 'nobody') return 'chat_ended'
  if (state.state !== 'human-chatting') return 'not_taken_over'
  return holder && isSamePerson(holder, person) ? undefined : 'other_person_speaks'
}

export const isSamePerson = (a: Pick<Person, 'kind' | 'id'>, b: Pick<Person, 'kind' | 'id'>): boolean =>
  a.kind === b.kind && a.id === b.id

export const offersPeople = (config: {
  readonly alwaysShowHandoff: boolean
  readonly UIhandoffTitle: string
  readonly nodes: readonly { readonly type: string }[]
}): boolean =>
  config.alwaysShowHandoff || config.UIhandoffTitle !== '' || config.nodes.some(({ type }) => type === 'handoff')

const RATING_OPEN_MS = 24 * 3600_000
/** Times in milliseconds. */
export const mayRate = (ratedAt: number | undefined, now: number): boolean =>
  ratedAt === undefined || now - ratedAt < RATING_OPEN_MS

export const NOTICES = {
  'handoff-asked': 'The visitor asked for a human.',
  'handoff-cancelled': 'The visitor went back to the agent.',
  'message-left': 'The visitor left a message.',
  'human-joined': 'A teammate joined the chat.',
  'human-left': 'The agent took over again.',
  'handoff-missed': 'No one on the team was available.',
  'human-absent': 'The teammate had to leave, so the visitor is waiting again.',
  'handoff-closed': 'The visitor asked for a human outside working hours.',
} as const
export type NoticeKind = keyof typeof NOTICES
/** Ids of system messages contain their kind, so that readers can translate them. */
export const noticeId = (kind: NoticeKind, unique: string) => `${kind}:${unique}`
export function noticeKind(messageId: string): NoticeKind | undefined {
  const kind = messageId.slice(0, messageId.indexOf(':'))
  return Object.hasOwn(NOTICES, kind) ? (kind as NoticeKind) : undefined
}

/** In 24 hours. */
export const MAIL_LIMITS = { conversation: 3, recipient: 5, agent: 50 } as const
/** The same for replies to a left message; one mail may contain several. */
export const REPLY_MAIL_LIMITS = { conversation: 12, recipient: 20, agent: 500 } as const
export type MailCounts = Readonly<Record<keyof typeof MAIL_LIMITS, number>>
export const mailLimit = (sent: MailCounts, limits: MailCounts = MAIL_LIMITS): keyof MailCounts | undefined =>
  (Object.keys(MAIL_LIMITS) as (keyof MailCounts)[]).find((of) => sent[of] >= limits[of])
