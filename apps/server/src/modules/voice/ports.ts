// What calls need from outside: somebody who hears, somebody who speaks, the conversation, credits and files.
import type { CallDetail } from '@parlance/contract/voice/schemas'
import type { VoiceService } from '@parlance/contract/voice/protocol'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'

/** 16-bit mono of 16 kHz throughout. */
export interface TranscriptionOptions {
  readonly model: string
  readonly language: string
  /** Milliseconds of silence after which the provider calls an utterance final. */
  readonly thresholdMs: number
  readonly onText: (text: string, isFinal: boolean) => void
  /** It hears nothing any more; the call goes on by other means. */
  readonly onLost: (reason: string) => void
}
export interface TranscriptionStream {
  readonly push: (pcm: Int16Array) => void
  readonly close: () => void
}
export interface CallTranscriber {
  readonly service: VoiceService
  /** What the platform pays; absent where it pays nothing. */
  readonly usdPerMinute?: number
  readonly open: (options: TranscriptionOptions) => TranscriptionStream
}

export interface SpeakOptions {
  readonly signal: AbortSignal
  readonly onSound: (pcm: Int16Array) => void
}
export interface CallSpeech {
  readonly service: VoiceService
  /** What the platform pays; absent where it pays nothing. */
  readonly usdPerThousandChars?: number
  /** Resolves after the last sound; rejects when the provider fails or the signal aborts. Ends of words where they are known. */
  readonly speak: (text: string, options: SpeakOptions) => Promise<{ readonly wordEnds?: readonly number[] } | void>
}

export interface VoiceWish {
  readonly provider: string
  readonly voiceId: string
  readonly language: string
}

/** Chosen anew for every call, so that a new key counts at once. */
export interface VoiceProviders {
  /** Undefined where nothing on the server hears: then the browser writes out what is said, or the caller types. */
  readonly transcriber: (
    ctx: Ctx,
    workspaceId: string,
    wish: { readonly provider: string; readonly modelId: string; readonly language: string },
  ) => Promise<CallTranscriber | undefined>
  readonly speech: (ctx: Ctx, workspaceId: string, wish: VoiceWish) => Promise<CallSpeech>
}

export interface CallTurn {
  readonly agentId: string
  readonly conversationId: string | undefined
  readonly visitorId: string
  readonly messageId: string
  readonly text: string
  readonly isTest: boolean
  readonly draft: boolean
  readonly consent: boolean
  readonly page: { readonly url?: string | undefined; readonly language?: string | undefined }
}
export interface CallAnswer {
  readonly conversationId: string
  readonly turnId: string
  /** Ends the answer; what there is of it is kept. */
  readonly stop: () => void
  /** Resolves once the answer is stored. */
  readonly ended: Promise<void>
}

/** The conversations that calls speak in. */
export interface CallConversations {
  /** Resolves once the message is stored. `onPart` hears the answer as it is made; people's answers come otherwise. Throws refusals. */
  readonly say: (
    ctx: Ctx,
    turn: CallTurn,
    onPart: (part: StreamPart) => void,
    /** A tool of the answer begins or ends. */
    onTool?: (isRunning: boolean) => void,
  ) => Promise<CallAnswer>
  /** Keeps only what was heard of an answer. */
  readonly truncate: (
    ctx: Ctx,
    answer: {
      readonly agentId: string
      readonly conversationId: string
      readonly turnId: string
      readonly heard: string
    },
  ) => Promise<void>
  /** What answers cost and which tools they called, in this order; those that are gone are left out. */
  readonly answers: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly conversationId: string; readonly turnIds: readonly string[] },
  ) => Promise<CallDetail['answers']>
  /** Who of the team speaks in it now, and what people wrote after the message of that number; undefined for one that is gone. */
  readonly people: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly conversationId: string; readonly after: number | undefined },
  ) => Promise<
    | {
        /** Undefined while the agent speaks. */
        readonly by: string | undefined
        readonly seq: number
        readonly replies: readonly { readonly text: string; readonly by: string }[]
      }
    | undefined
  >
  /** Told to whoever looks at it. */
  readonly changed: (ctx: Ctx, conversation: { readonly agentId: string; readonly conversationId: string }) => void
}

export interface CallCharges {
  readonly hold: (ctx: Ctx, item: Charged & { readonly amount: Milli }) => Promise<void>
  readonly settle: (ctx: Ctx, item: Charged & { readonly cost: Milli }) => Promise<void>
}
export interface Charged {
  readonly key: string
  /** Whose balance pays. */
  readonly workspaceId: string
  /** The workspace, where an organisation pays. */
  readonly of: string
  readonly agentId: string
  readonly cause: string
}

export interface CallRecordings {
  /** Stores the recording of a call; it goes with its conversation and its agent. */
  readonly keep: (
    ctx: Ctx,
    recording: {
      readonly agentId: string
      readonly conversationId: string | null
      readonly visitorHash: string
      readonly filename: string
      readonly bytes: Buffer
    },
  ) => Promise<{ readonly id: string }>
  /** A signed path; undefined for one that is gone. */
  readonly address: (ctx: Ctx, agentId: string, id: string) => string
  readonly remove: (ctx: Ctx, id: string) => Promise<void>
}
