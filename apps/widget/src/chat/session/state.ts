// State, events and commands of the session reducer.
import type { Attached } from '@parlance/contract/conversations/attachments'
import { NO_ANSWER, type Answer } from '@parlance/contract/conversations/no-answer'
import type { Conversation, LiveEvent, Message, Source, StreamPart } from '@parlance/contract/conversations/schemas'
import type { Item, Submission } from '@parlance/contract/items/schemas'
import type { ChatEvent } from '../../protocol.ts'
import { addressesIn, type Pending, wordsIn } from './attachments.ts'

/** What is wrong with an entry; the view has a sentence for each. */
export type Note = '' | 'unsent' | 'busy' | 'failed' | 'lost' | 'interrupted' | 'stopped'

export interface Entry {
  readonly id: string
  readonly turnId: string
  /** Unknown until the server reports it. */
  readonly seq: number | undefined
  readonly from: Message['from']
  /** Shown in order; a submission names an item by its index. */
  readonly items: readonly Item[]
  readonly text: string
  readonly submission?: Submission | undefined
  readonly sources: readonly Source[]
  readonly status: 'waiting' | 'sending' | 'unsent' | Message['status']
  readonly note: Note
  /** The server's message about a failure; may be empty. */
  readonly reason: string
  readonly at: string
  /** Its author, or the person it is about. */
  readonly by?: string | undefined
  readonly photo?: string | undefined
  /** The turn failed, and the visitor has asked again. */
  readonly hidden?: boolean | undefined
}

export interface Turn {
  readonly messageId: string
  /** Empty until the `start` part. A turn without it is posted again, one with it is followed. */
  readonly turnId: string
  readonly text: string
  readonly submission: Submission | undefined
  readonly attachments: readonly string[]
  readonly answer: Answer
  readonly lastEventId: string
  /** The highest event number read, so that repeated parts count once. */
  readonly seen: number
  readonly attempt: number
  readonly waiting: boolean
  readonly stopping: boolean
  /** The answer's sequence number when the live stream reports it before the answer ends. */
  readonly seq: number | undefined
}

export interface Session {
  /** False until a stored conversation has been read. */
  readonly ready: boolean
  readonly conversationId: string | undefined
  /** This browser was here before and may have earlier conversations. */
  readonly returning: boolean
  readonly entries: readonly Entry[]
  /** Cursor of older messages; null at the beginning. */
  readonly before: number | null
  readonly loadingOlder: boolean
  readonly loadAttempt: number
  readonly turn: Turn | undefined
  readonly pending: readonly Pending[]
  /** Messages arrived elsewhere while an answer was streaming. */
  readonly stale: boolean
  readonly unavailable: boolean
  /** The owner never paid, so the chat shows the product's name. Undefined until the server reports it. */
  readonly unpaid: boolean | undefined
  readonly online: boolean
  /** Counts visitors of this page; used as a key so that nothing is shown to the next one. */
  readonly person: number
  /** The visitor is being verified: nothing is sent until then. */
  readonly held: boolean
  /** What keeps the visitor from writing; `blocked`: the team has blocked them. */
  readonly consent: '' | 'asked' | 'declined' | 'changed' | 'blocked'
  readonly visible: boolean
  readonly readSeq: number
  readonly status: ConversationStatus
  /** The person typing, and since when (ISO time); it expires. */
  readonly typing?: { readonly name: string; readonly at: string } | undefined
}
/** A person is awaited from `handoffAt` on; nothing can be said after `endedAt`. */
export type ConversationStatus = Pick<
  Conversation,
  'state' | 'handoffAt' | 'endedAt' | 'isRated' | 'human' | 'queuePosition' | 'missed'
>

export interface Transcript {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  readonly before: number | null
}

export type SessionEvent =
  | { readonly type: 'begin'; readonly conversationId: string | undefined; readonly returning?: boolean }
  | { readonly type: 'adopt'; readonly conversationId: string }
  | { readonly type: 'transcript'; readonly transcript: Transcript; readonly older: boolean }
  | {
      readonly type: 'noTranscript'
      readonly conversationId: string
      readonly missing: boolean
      readonly older: boolean
    }
  | { readonly type: 'older' }
  | { readonly type: 'sync' }
  | {
      readonly type: 'send'
      readonly id: string
      readonly text: string
      readonly submission?: Submission | undefined
      readonly attachments?: readonly Attached[] | undefined
    }
  | { readonly type: 'attach'; readonly one: Pending }
  | { readonly type: 'attachment'; readonly id: string; readonly is: Partial<Pending> }
  | { readonly type: 'detach'; readonly id: string }
  /** Messages an earlier page left unsent. */
  | { readonly type: 'restore'; readonly waiting: readonly QueuedMessage[] }
  | { readonly type: 'unqueue'; readonly id: string }
  | { readonly type: 'retry'; readonly id: string }
  | { readonly type: 'part'; readonly id: string; readonly part: StreamPart }
  | { readonly type: 'closed' }
  | { readonly type: 'refused'; readonly status: number; readonly code: string; readonly retryAfter: number }
  | { readonly type: 'wake' }
  | { readonly type: 'stop' }
  | { readonly type: 'restart' }
  | { readonly type: 'usage'; readonly shouldContinue: boolean; readonly hasEverPaid: boolean }
  | { readonly type: 'live'; readonly event: LiveEvent }
  | { readonly type: 'online'; readonly online: boolean }
  /** The visitor has left and no other is known. */
  | { readonly type: 'leave' }
  /** A visitor has entered and resumes here; `keeps` when it is the same person, who keeps the screen. */
  | { readonly type: 'visitor'; readonly conversationId: string | undefined; readonly keeps: boolean }
  | { readonly type: 'held'; readonly held: boolean }
  | { readonly type: 'consent'; readonly is: Session['consent'] }
  | { readonly type: 'visible'; readonly visible: boolean }
  /** The server's status of the current conversation, or of a new one. */
  | { readonly type: 'status'; readonly conversation: Conversation }
  | { readonly type: 'open'; readonly conversationId: string }

export type Command =
  | { readonly do: 'load'; readonly conversationId: string; readonly before: number | undefined }
  | {
      readonly do: 'post'
      readonly conversationId: string | undefined
      readonly id: string
      readonly text: string
      readonly submission?: Submission | undefined
      readonly attachments?: readonly string[] | undefined
    }
  | { readonly do: 'follow'; readonly turnId: string; readonly after: string }
  | { readonly do: 'stop'; readonly turnId: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'hangUp' }
  | { readonly do: 'remember'; readonly conversationId: string | undefined }
  | { readonly do: 'read'; readonly conversationId: string; readonly seq: number }
  | { readonly do: 'tell'; readonly name: ChatEvent }

export interface Step {
  readonly state: Session
  readonly commands: readonly Command[]
}

export const EMPTY: Session = {
  ready: false,
  conversationId: undefined,
  returning: false,
  entries: [],
  before: null,
  loadingOlder: false,
  loadAttempt: 0,
  turn: undefined,
  pending: [],
  stale: false,
  unavailable: false,
  unpaid: undefined,
  online: true,
  person: 0,
  held: false,
  consent: '',
  visible: false,
  readSeq: 0,
  status: { state: 'ai-chatting', handoffAt: null, endedAt: null, isRated: false },
}

/** An empty conversation that keeps everything independent of it. */
export const freshSession = ({
  returning,
  conversationId,
  unavailable,
  unpaid,
  online,
  person,
  held,
  consent,
  visible,
}: Session): Session => ({
  ...EMPTY,
  ready: true,
  returning: returning || conversationId !== undefined,
  unavailable,
  unpaid,
  online,
  person,
  held,
  consent,
  visible,
})

export const newTurn = ({ id, items, submission }: Entry, turnId = ''): Turn => ({
  messageId: id,
  turnId,
  text: wordsIn(items),
  submission,
  attachments: addressesIn(items),
  answer: NO_ANSWER,
  lastEventId: '',
  seen: -1,
  attempt: 0,
  waiting: false,
  stopping: false,
  seq: undefined,
})

/** A message kept across a reload until the server has acknowledged it. */
export interface QueuedMessage {
  readonly id: string
  readonly text: string
  readonly submission?: Submission | undefined
  readonly attachments?: readonly Attached[] | undefined
  readonly at: string
}
