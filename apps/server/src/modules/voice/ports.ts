// What calls need from outside: transcription, speech, conversations, credits and files.
import type { CallDetail } from '@parlance/contract/voice/schemas'
import type { CallEngineName } from '@parlance/contract/voice/engines'
import type { VoiceService } from '@parlance/contract/voice/protocol'
import type { Voice } from '@parlance/contract/voice/voices'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'

/** Mono 16-bit audio at 16 kHz throughout. */
export interface TranscriptionOptions {
  readonly model: string
  readonly language: string
  /** Milliseconds of silence after which the provider finalises an utterance. */
  readonly thresholdMs: number
  readonly onText: (text: string, isFinal: boolean) => void
  /** Transcription stopped; the call continues without it. `isLasting`: opening it again would change nothing. */
  readonly onLost: (reason: string, isLasting?: boolean) => void
}
export interface TranscriptionStream {
  readonly push: (pcm: Int16Array) => void
  readonly close: () => void
}
export interface CallTranscriber {
  readonly service: VoiceService
  /** The platform's cost; absent if it pays nothing. */
  readonly usdPerMinute?: number
  /** Absent when any model takes any language. */
  readonly understands?: (wished: Pick<TranscriptionOptions, 'model' | 'language'>) => boolean
  readonly open: (options: TranscriptionOptions) => TranscriptionStream
}

export interface SpeakOptions {
  readonly signal: AbortSignal
  readonly onSound: (pcm: Int16Array) => void
  /** How long the provider may send nothing; four seconds when absent. */
  readonly patienceMs?: number
  /** Hands over how the provider's memory of this text is cut to the milliseconds that were heard. */
  readonly onCuttable?: ((cut: (heardMs: number) => void) => void) | undefined
}
export interface SpokenEnds {
  readonly wordEnds?: readonly number[] | undefined
  /** What was said, where that may differ from the text. */
  readonly said?: string | undefined
}
/**
 * Speech failed · `refused` the key is invalid or not permitted · `limited` no credit left · `busy` too many requests now ·
 * `stalled` it sends nothing any more · `unreachable` no connection, or a fault on the provider's side · `unexpected` the
 * request, or an answer without audio.
 */
export class SpeechError extends Error {
  readonly kind: 'refused' | 'limited' | 'busy' | 'stalled' | 'unreachable' | 'unexpected'
  /** Of the provider's answer; 0 without one. */
  readonly status: number

  constructor(
    kind: SpeechError['kind'],
    message: string,
    { status = 0, cause }: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(`speech failed: ${message}`, { cause })
    this.name = 'SpeechError'
    this.kind = kind
    this.status = status
  }
}

export interface CallSpeech {
  readonly service: VoiceService
  /** The platform's cost; absent if it pays nothing. */
  readonly usdPerThousandChars?: number
  /**
   * Resolves after the last audio; rejects with a SpeechError when the provider fails, or when the signal aborts. Returns
   * word ends if known.
   */
  readonly speak: (text: string, options: SpeakOptions) => Promise<SpokenEnds | void>
}

export interface EngineOptions {
  readonly language: string
  /** Multiplies the allowed length of a caller's pause. */
  readonly patience: number
  /** The caller starts to speak. */
  readonly onSpeech: () => void
  readonly onText: (text: string, isFinal: boolean) => void
  /** The caller has finished; what they said. */
  readonly onTurn: (text: string) => void
  /** It can't be used any longer in this call. */
  readonly onLost: (reason: string) => void
}
export interface EngineSession {
  readonly push: (pcm: Int16Array) => void
  readonly speak: CallSpeech['speak']
  /** Something the caller wrote, or that was recognised elsewhere. */
  readonly tell: (text: string) => void
  /** What the platform pays for it so far. */
  readonly spentUsd: () => number
  readonly close: () => void
}
/** Hears the caller, decides when they have finished, and speaks, over one connection. Conversations give the answers. */
export interface CallEngine {
  readonly service: VoiceService
  /** False where it only notices speech: then the words come from elsewhere. */
  readonly recognises: boolean
  /** An estimate of the platform's cost; absent if it pays nothing. */
  readonly usdPerMinute?: number
  readonly open: (options: EngineOptions) => EngineSession
}

/** Runs calls elsewhere: their sound is passed on, and conversations give the answers. */
export interface HostedEngine {
  readonly service: VoiceService
  readonly recognises: boolean
  readonly usdPerMinute?: number
  readonly isHosted: true
}

export interface VoiceWish {
  readonly provider: string
  readonly voiceId: string
  readonly language: string
}

/** Chosen for every call, so that a new key applies at once. */
export interface VoiceProviders {
  /** Undefined without server-side transcription: then the browser transcribes, or the caller types. */
  readonly transcriber: (
    ctx: Ctx,
    workspaceId: string,
    wish: { readonly provider: string; readonly modelId: string; readonly language: string },
  ) => Promise<CallTranscriber | undefined>
  readonly speech: (ctx: Ctx, workspaceId: string, wish: VoiceWish) => Promise<CallSpeech>
  /** Voices of the accounts whose keys are used, besides those that everybody has; `unlisted` could not be read. */
  readonly voices: (
    ctx: Ctx,
    workspaceId: string,
  ) => Promise<{ readonly items: readonly Voice[]; readonly unlisted: readonly string[] }>
  /** Undefined for the own engine, and where the wanted one has no key. */
  readonly engine: (
    ctx: Ctx,
    workspaceId: string,
    wish: VoiceWish & { readonly engine: CallEngineName | undefined; readonly agentName: string },
  ) => Promise<CallEngine | HostedEngine | undefined>
  /** The voice that needs no key, for when a provider fails. */
  readonly builtIn: (wish: VoiceWish) => CallSpeech
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
  /** What the agent said first, where that is not its configured greeting. */
  readonly opening?: string | undefined
  /** Names of the people the agent may transfer this call to. */
  readonly transfers?: readonly string[] | undefined
  readonly page: { readonly url?: string | undefined; readonly language?: string | undefined }
}
export interface CallAnswer {
  readonly conversationId: string
  readonly turnId: string
  /** Stops the answer; its text so far is kept. */
  readonly stop: () => void
  /** Resolves once the answer is stored. */
  readonly ended: Promise<void>
  /** Name of the person the call is transferred to once the answer is spoken. */
  readonly transfer?: () => TransferWish | undefined
  /** The answer ended the conversation: once it is spoken, the call ends. */
  readonly ends?: () => boolean
}
export interface BegunAnswer {
  /** As `say` of the conversations, with what was begun. */
  readonly say: (onPart: (part: StreamPart) => void, onTool?: (isRunning: boolean) => void) => Promise<CallAnswer>
  /** Stops what was not used; resolves with the platform's price of it. */
  readonly close: () => Promise<Milli>
}
export interface TransferWish {
  readonly to: string
  /** For the person there: who calls, and what about. */
  readonly about: string
}

/** Conversations, as calls use them. */
export interface CallConversations {
  /**
   * Resolves once the message is stored. `onPart` gets the answer as it is generated; people's answers arrive
   * elsewhere. Throws refusals.
   */
  readonly say: (
    ctx: Ctx,
    turn: CallTurn,
    onPart: (part: StreamPart) => void,
    /** A tool of the answer starts or ends. */
    onTool?: (isRunning: boolean) => void,
  ) => Promise<CallAnswer>
  /**
   * Begins the answer to words that may still change, as far as that stores, charges and changes nothing. Absent where
   * answers only begin with `say`.
   */
  readonly begin?: (ctx: Ctx, turn: CallTurn) => BegunAnswer
  /** Keeps only the heard part of an answer. */
  readonly truncate: (
    ctx: Ctx,
    answer: {
      readonly agentId: string
      readonly conversationId: string
      readonly turnId: string
      readonly heard: string
    },
  ) => Promise<void>
  /** Costs and tool calls of answers, in this order; missing answers are left out. */
  readonly answers: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly conversationId: string; readonly turnIds: readonly string[] },
  ) => Promise<CallDetail['answers']>
  /** Who has it or is awaited, and people's messages after the given number; undefined for a deleted conversation. */
  readonly people: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly conversationId: string; readonly after: number | undefined },
  ) => Promise<
    | {
        /** Undefined while the agent speaks. */
        readonly by: string | undefined
        /** The caller waits for the team; `isMissed`: nobody came. */
        readonly waits: boolean
        readonly isMissed: boolean
        readonly seq: number
        readonly replies: readonly { readonly text: string; readonly by: string }[]
      }
    | undefined
  >
  /** Notifies the conversation's viewers. */
  readonly changed: (ctx: Ctx, conversation: { readonly agentId: string; readonly conversationId: string }) => void
}

export interface CallCharges {
  readonly hold: (ctx: Ctx, item: Charged & { readonly amount: Milli }) => Promise<void>
  readonly settle: (ctx: Ctx, item: Charged & { readonly cost: Milli }) => Promise<void>
}
export interface Charged {
  readonly key: string
  /** The payer. */
  readonly workspaceId: string
  /** The workspace, when an organisation pays. */
  readonly of: string
  readonly agentId: string
  readonly cause: string
}

export interface CallRecordings {
  /** Stores a call's recording, which is deleted with its conversation and agent. */
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
  /** A signed path; undefined for a deleted one. */
  readonly address: (ctx: Ctx, agentId: string, id: string) => string
  readonly remove: (ctx: Ctx, id: string) => Promise<void>
}
