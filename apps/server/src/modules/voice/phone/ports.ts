// What phone calls need from outside: a carrier, and the owners of numbers.
import type { WebhookAnswer, WebhookRequest } from '../../../lib/http/provider-webhook.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { CallTranscriber } from '../ports.ts'

/** The carrier account of a number, and the key that signs its calls. */
export interface PhoneAccount {
  readonly accountSid: string
  readonly authToken: string
}
export interface PhoneLine extends PhoneAccount {
  readonly id: string
  readonly workspaceId: string
  readonly phoneNumber: string
  /** The agent that answers and may call from it; empty for none. */
  readonly agentId: string
}

/** The carrier's report about a call. */
export interface CarrierCall {
  readonly providerId: string
  readonly accountSid: string
  readonly from: string
  readonly to: string
  readonly status: CarrierStatus | undefined
  readonly isOutgoing: boolean
  readonly answeredBy: AnsweredBy | undefined
  /** Pressed when it was asked for; empty without one. */
  readonly key: string
  /** How the call to the person ended that this one was transferred to. */
  readonly dialStatus: CarrierStatus | undefined
  /** How long they, or the call itself, took. */
  readonly seconds: number | undefined
}
export type CarrierStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'canceled'
  | 'failed'
export type AnsweredBy = 'human' | 'machine' | 'fax' | 'unknown'

/** Messages of an audio stream. */
export type StreamEvent =
  | { readonly k: 'connected' }
  | {
      readonly k: 'start'
      readonly streamId: string
      readonly providerId: string
      readonly accountSid: string
      readonly token: string
      /** False for anything but mono µ-law at 8 kHz. */
      readonly isOurFormat: boolean
    }
  | { readonly k: 'media'; readonly mulaw: Uint8Array }
  | { readonly k: 'mark'; readonly name: string }
  | { readonly k: 'dtmf'; readonly digit: string }
  | { readonly k: 'stop' }

export interface PhoneProvider {
  readonly isProven: (authToken: string, request: Pick<WebhookRequest, 'url' | 'query' | 'headers' | 'body'>) => boolean
  /** Undefined for anything else. */
  readonly read: (request: Pick<WebhookRequest, 'body'>) => CarrierCall | undefined
  /** Instructions to the carrier. */
  readonly answers: {
    readonly connect: (to: {
      readonly streamUrl: string
      readonly token: string
      readonly afterUrl: string
    }) => WebhookAnswer
    readonly reject: (reason: 'busy' | 'rejected') => WebhookAnswer
    /** Speaks with the carrier's voice and hangs up; without text only hangs up. */
    readonly hangUp: (text?: string, language?: string) => WebhookAnswer
    /** Rings a person and joins them; `newsUrl` is called when they answer, `afterUrl` once it is over. */
    readonly transfer: (to: {
      readonly number: string
      readonly callerId: string
      readonly afterUrl: string
      readonly newsUrl: string
      readonly limitSeconds: number
    }) => WebhookAnswer
    /** Two calls that join the same room hear each other until one of them leaves. */
    readonly join: (to: {
      readonly room: string
      readonly afterUrl?: string
      readonly limitSeconds: number
    }) => WebhookAnswer
    /** Says it, and asks `keyUrl` with the key that is pressed; hangs up without one. */
    readonly askKey: (of: {
      readonly text: string
      readonly language: string
      readonly keyUrl: string
    }) => WebhookAnswer
  }
  /**
   * Places a call. Throws errors with a message for users. Without an answer of the carrier `providerId` is undefined: the
   * call may have been placed.
   */
  readonly dial: (account: PhoneAccount, call: DialRequest) => Promise<{ readonly providerId: string | undefined }>
  /** Redirects a running call as instructed; its audio stream ends. Rejects when the carrier refuses. */
  readonly goOn: (account: PhoneAccount, providerId: string, answer: WebhookAnswer) => Promise<void>
  /** What became of a call, or of the call that a running call was connected to. Undefined when the carrier does not know. */
  readonly became: (account: PhoneAccount, of: PlacedCall) => Promise<PlacedCallState | undefined>
  readonly stream: {
    /** Undefined for an invalid message. */
    readonly read: (data: string) => StreamEvent | undefined
    readonly media: (streamId: string, mulaw: Uint8Array) => string
    readonly mark: (streamId: string, name: string) => string
    readonly clear: (streamId: string) => string
  }
  /** For a simulator: transcribes what its callers type. */
  readonly hears?: (providerId: string) => CallTranscriber
}

export type PlacedCall = { readonly providerId: string } | { readonly parentId: string; readonly to: string }
export interface PlacedCallState {
  readonly status: CarrierStatus
  readonly seconds: number
}

export interface DialRequest {
  readonly from: string
  readonly to: string
  /** Called for instructions once the call is answered. */
  readonly answerUrl: string
  readonly statusUrl: string
  /** Where to report who answered, and whether to wait for the end of a machine's greeting. */
  readonly machine?: { readonly url: string; readonly waitsForEnd: boolean }
  readonly ringSeconds: number
}

export interface PhoneLines {
  readonly find: (ctx: Ctx, id: string) => Promise<PhoneLine | undefined>
  /** Numbers that an agent answers, sorted. */
  readonly ofAgent: (ctx: Ctx, agentId: string) => Promise<readonly PhoneLine[]>
  /** Whether a number is one of the workspace's. */
  readonly isOwn: (ctx: Ctx, number: string) => Promise<boolean>
}

export interface PhoneDeps {
  readonly provider: PhoneProvider
  readonly lines: PhoneLines
  /** Origin of this installation, as the carrier reaches it. */
  readonly origin: () => string
}
