// What phone calls need from outside: the company that carries them, and which number is whose.
import type { WebhookAnswer, WebhookRequest } from '../../../lib/http/provider-webhook.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { CallTranscriber } from '../ports.ts'

/** Of a number: who pays the carrier for it, and what its calls are signed with. */
export interface PhoneAccount {
  readonly accountSid: string
  readonly authToken: string
}
export interface PhoneLine extends PhoneAccount {
  readonly id: string
  readonly workspaceId: string
  /** With its country code. */
  readonly phoneNumber: string
  /** Who answers calls to it, and may call from it; empty for nobody. */
  readonly agentId: string
}

/** What the carrier says of a call of ours or to us. */
export interface CarrierCall {
  readonly providerId: string
  readonly accountSid: string
  readonly from: string
  readonly to: string
  readonly status: CarrierStatus | undefined
  readonly isOutgoing: boolean
  readonly answeredBy: AnsweredBy | undefined
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

/** What the sound of a call is carried with, one message at a time. */
export type StreamEvent =
  | { readonly k: 'connected' }
  | {
      readonly k: 'start'
      readonly streamId: string
      readonly providerId: string
      readonly accountSid: string
      readonly token: string
      /** False for any sound but µ-law of 8 kHz, mono. */
      readonly isOurFormat: boolean
    }
  | { readonly k: 'media'; readonly mulaw: Uint8Array }
  | { readonly k: 'mark'; readonly name: string }
  | { readonly k: 'dtmf'; readonly digit: string }
  | { readonly k: 'stop' }

export interface PhoneProvider {
  readonly isProven: (authToken: string, request: Pick<WebhookRequest, 'url' | 'query' | 'headers' | 'body'>) => boolean
  /** Undefined for what is no call. */
  readonly read: (request: Pick<WebhookRequest, 'body'>) => CarrierCall | undefined
  /** What the carrier is to do next. */
  readonly answers: {
    readonly connect: (to: {
      readonly streamUrl: string
      readonly token: string
      readonly afterUrl: string
    }) => WebhookAnswer
    readonly reject: (reason: 'busy' | 'rejected') => WebhookAnswer
    /** Says it with a voice of the carrier and hangs up; nothing to say only hangs up. */
    readonly hangUp: (text?: string, language?: string) => WebhookAnswer
    readonly transfer: (to: {
      readonly number: string
      readonly callerId: string
      readonly afterUrl: string
      readonly whisperUrl?: string
    }) => WebhookAnswer
  }
  /** Rings somebody. Throws what people read. */
  readonly dial: (account: PhoneAccount, call: DialRequest) => Promise<{ readonly providerId: string }>
  /** Goes on with a call that is under way as an answer says; its sound ends. Rejects where the carrier refuses. */
  readonly goOn: (account: PhoneAccount, providerId: string, answer: WebhookAnswer) => Promise<void>
  readonly stream: {
    /** Undefined for a message that is none. */
    readonly read: (data: string) => StreamEvent | undefined
    readonly media: (streamId: string, mulaw: Uint8Array) => string
    readonly mark: (streamId: string, name: string) => string
    readonly clear: (streamId: string) => string
  }
  /** Of a simulator: writes out what its callers type. */
  readonly hears?: (providerId: string) => CallTranscriber
}

export interface DialRequest {
  readonly from: string
  readonly to: string
  /** Asked what to do once somebody answers. */
  readonly answerUrl: string
  readonly statusUrl: string
  /** Who answered is found out and told there, by waiting for the end of what a machine says or before that. */
  readonly machine?: { readonly url: string; readonly waitsForEnd: boolean }
  readonly ringSeconds: number
}

/** Numbers of workspaces. */
export interface PhoneLines {
  readonly find: (ctx: Ctx, id: string) => Promise<PhoneLine | undefined>
  /** Numbers that an agent answers, in the order of the numbers. */
  readonly ofAgent: (ctx: Ctx, agentId: string) => Promise<readonly PhoneLine[]>
}

export interface PhoneDeps {
  readonly provider: PhoneProvider
  readonly lines: PhoneLines
  /** Of this installation, as the carrier reaches it. */
  readonly origin: () => string
}
