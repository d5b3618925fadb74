// What the chat knows, what can happen to it, and what it asks for: the vocabulary of the session reducer.
import type { Attached } from '@parlance/contract/conversations/attachments'
import { NO_ANSWER, type Answer } from '@parlance/contract/conversations/no-answer'
import type { Conversation, LiveEvent, Message, Source, StreamPart } from '@parlance/contract/conversations/schemas'
import type { Item, Submission } from '@parlance/contract/items/schemas'
import type { ChatEvent } from '../../protocol.ts'
import { addressesIn, type Pending, wordsIn } from './attachments.ts'

/** Why an entry is not as it should be; the view has a sentence for each. */
export type Note = '' | 'unsent' | 'busy' | 'failed' | 'lost' | 'interrupted' | 'stopped'

/** One message as shown. */
export interface Entry {
  readonly id: string
  readonly turnId: string
  /** Unknown until the server has said it. */
  readonly seq: number | undefined
  readonly from: Message['from']
  /** What is shown, in order; a submission names an item by its place. */
  readonly items: readonly Item[]
  /** All of it as plain text. */
  readonly text: string
  readonly submission?: Submission | undefined
  readonly sources: readonly Source[]
  readonly status: 'waiting' | 'sending' | 'unsent' | Message['status']
  readonly note: Note
  /** The server's own sentence about a failure; empty when it gave none. */
  readonly reason: string
  /** ISO time. */
  readonly at: string
  /** Name of the person who wrote it, or whom it is about. */
  readonly by?: string | undefined
  /** Path of their photo. */
  readonly photo?: string | undefined
}

/** The answer being waited for or read; at most one. */
export interface Turn {
  readonly messageId: string
  /** Empty until the `start` part; a turn without it is posted again, one with it is followed. */
  readonly turnId: string
  readonly text: string
  readonly submission: Submission | undefined
  /** Addresses of what goes along. */
  readonly attachments: readonly string[]
  readonly answer: Answer
  readonly lastEventId: string
  /** The highest event number read, so that a part sent twice counts once. */
  readonly seen: number
  /** Breaks in a row without a part in between. */
  readonly attempt: number
  readonly waiting: boolean
  readonly stopping: boolean
  /** The answer's sequence number when the live stream says it before the answer ends. */
  readonly seq: number | undefined
}

export interface Session {
  /** False until a stored conversation has been read. */
  readonly ready: boolean
  readonly conversationId: string | undefined
  /** This browser was here before, so there may be earlier conversations. */
  readonly returning: boolean
  readonly entries: readonly Entry[]
  /** Where older messages continue; null at the beginning of the conversation. */
  readonly before: number | null
  readonly loadingOlder: boolean
  readonly loadAttempt: number
  readonly turn: Turn | undefined
  /** What goes out with the next message. */
  readonly pending: readonly Pending[]
  /** Something was said elsewhere while an answer was being read. */
  readonly stale: boolean
  readonly unavailable: boolean
  /** The owner never paid: the chat says whose product it is. Undefined until the server has said it. */
  readonly unpaid: boolean | undefined
  readonly online: boolean
  /** Counts the people who sat here: what belongs to one is drawn for nobody else. */
  readonly person: number
  /** Who the visitor is, is being asked: nothing is sent until it is known. */
  readonly held: boolean
  /**
   * What stands between the visitor and writing: nothing, or what is shown of what has to be agreed to; `blocked`: people of the
   * agent have blocked them.
   */
  readonly consent: '' | 'asked' | 'declined' | 'changed' | 'blocked'
  /** The visitor is looking at the chat. */
  readonly visible: boolean
  /** The highest sequence number the visitor has seen. */
  readonly readSeq: number
  /** Who speaks, and whether anything can be said; as the server last told. */
  readonly status: ConversationStatus
  /** The person who types, and since when (ISO time); it is over by itself. */
  readonly typing?: { readonly name: string; readonly at: string } | undefined
}
/** A human is waited for from `handoffAt` on; nothing more is said after `endedAt`. */
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
      /** In place of what is pending. */
      readonly attachments?: readonly Attached[] | undefined
    }
  | { readonly type: 'attach'; readonly one: Pending }
  /** Something about a pending file has changed. */
  | { readonly type: 'attachment'; readonly id: string; readonly is: Partial<Pending> }
  | { readonly type: 'detach'; readonly id: string }
  /** What an earlier page left unsent. */
  | { readonly type: 'restore'; readonly waiting: readonly QueuedMessage[] }
  /** A message that waits is not to be sent. */
  | { readonly type: 'unqueue'; readonly id: string }
  | { readonly type: 'retry'; readonly id: string }
  | { readonly type: 'part'; readonly id: string; readonly part: StreamPart }
  /** The stream ended or broke, or never began. */
  | { readonly type: 'closed' }
  | { readonly type: 'refused'; readonly status: number; readonly code: string; readonly retryAfter: number }
  | { readonly type: 'wake' }
  | { readonly type: 'stop' }
  | { readonly type: 'restart' }
  | { readonly type: 'usage'; readonly shouldContinue: boolean; readonly hasEverPaid: boolean }
  | { readonly type: 'live'; readonly event: LiveEvent }
  | { readonly type: 'online'; readonly online: boolean }
  /** Whoever sat here is gone; nobody is known to be there. */
  | { readonly type: 'leave' }
  /** Somebody is there: where they go on; `keeps` when it is the same human, who goes on with what is on the screen. */
  | { readonly type: 'visitor'; readonly conversationId: string | undefined; readonly keeps: boolean }
  | { readonly type: 'held'; readonly held: boolean }
  | { readonly type: 'consent'; readonly is: Session['consent'] }
  | { readonly type: 'visible'; readonly visible: boolean }
  /** The server said how the conversation stands: the one on the screen, or a new one where there is none. */
  | { readonly type: 'status'; readonly conversation: Conversation }
  /** Another conversation of this visitor is to be shown. */
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

/** Nothing of the conversation, and all that does not depend on it. */
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

/** The turn that waits for the answer to a visitor's message. */
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

/** A message as it is kept over a reload, until the server has acknowledged it. */
export interface QueuedMessage {
  readonly id: string
  readonly text: string
  readonly submission?: Submission | undefined
  readonly attachments?: readonly Attached[] | undefined
  /** ISO time at which it was written. */
  readonly at: string
}
