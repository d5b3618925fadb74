// Vapi, as calls use it: assistants made of agents, and calls whose sound comes and goes over our connection.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { EndReason } from '@parlance/contract/voice/protocol'
import type { Ctx } from '../../../lib/ctx.ts'

/** The account that runs a workspace's calls: its own, or that of the simulator. */
export interface VapiAccount {
  readonly apiKey: string
  readonly baseUrl: string
  /** A simulator that speaks and recognises no speech. */
  readonly isSimulated: boolean
}

/** What an assistant is made of. */
export interface AssistantSource {
  readonly agentId: string
  readonly title: string
  readonly config: Pick<AgentConfig, 'voiceConfig' | 'vapiConfig'>
  /** Said first; empty waits for the caller. */
  readonly greeting: string
  readonly records: boolean
  readonly maxSeconds: number
  /** Where Vapi asks for answers, and where it reports. */
  readonly modelUrl: string
  readonly serverUrl: string
  /** Sent back to us with every request of Vapi's. */
  readonly secret: string
}
export type Assistant = Readonly<Record<string, unknown>>

export interface StartedCall {
  readonly id: string
  readonly socketUrl: string
  readonly controlUrl: string
}

/** What Vapi tells of a running call. */
export type VapiEvent =
  | { readonly k: 'sound'; readonly pcm: Int16Array }
  | { readonly k: 'speaking'; readonly who: 'agent' | 'caller'; readonly on: boolean }
  | { readonly k: 'words'; readonly who: 'agent' | 'caller'; readonly text: string; readonly final: boolean }
  /** The caller speaks over the agent, which stops. */
  | { readonly k: 'interrupted' }
  /** Vapi's own reason; undefined when the connection broke. */
  | { readonly k: 'ended'; readonly reason: string | undefined }

export interface VapiLine {
  /** Mono 16-bit audio at 16 kHz. */
  readonly push: (pcm: Int16Array) => void
  readonly hangUp: () => void
}

/** What Vapi reports at the end of a call. */
export interface VapiReport {
  readonly callId: string
  readonly reason: string
  readonly costUsd: number | undefined
  readonly seconds: number | undefined
  readonly recordingUrl: string
}

/** `refused` the key is invalid · `limited` no credit left or too many calls · `gone` there is no such assistant. */
export class VapiError extends Error {
  readonly kind: 'refused' | 'limited' | 'gone' | 'unreachable' | 'unexpected'

  constructor(kind: VapiError['kind'], message: string, cause?: unknown) {
    super(`Vapi: ${message}`, { cause })
    this.name = 'VapiError'
    this.kind = kind
  }
}

export interface VapiProvider {
  /** Undefined without a key, where nothing is simulated. `deletedKey`: the sealed key of a deleted workspace. */
  readonly account: (ctx: Ctx, workspaceId: string, deletedKey?: string) => Promise<VapiAccount | undefined>
  readonly assistantOf: (source: AssistantSource) => Assistant
  /** Creates it, or changes that of the id; returns the id. Throws a VapiError. */
  readonly saveAssistant: (account: VapiAccount, assistant: Assistant, id: string | undefined) => Promise<string>
  readonly removeAssistant: (account: VapiAccount, id: string) => Promise<void>
  readonly startCall: (
    account: VapiAccount,
    of: { readonly assistantId: string } | { readonly assistant: Assistant },
  ) => Promise<StartedCall>
  readonly connect: (account: VapiAccount, call: StartedCall, onEvent: (event: VapiEvent) => void) => VapiLine
  /** Something the caller wrote, or that was recognised elsewhere. */
  readonly tell: (account: VapiAccount, call: StartedCall, text: string) => Promise<void>
  /** Undefined for any other message. */
  readonly read: (message: unknown) => VapiReport | undefined
  readonly endReason: (reason: string) => EndReason
  readonly download: (url: string) => Promise<Buffer>
}

export interface VapiDeps {
  readonly provider: VapiProvider
  readonly origin: () => string
  readonly accounts: {
    readonly claimAccount: (
      ctx: Ctx,
      of: { readonly provider: string; readonly account: string; readonly connectionId: string },
    ) => Promise<void>
    readonly releaseAccount: (ctx: Ctx, of: { readonly provider: string; readonly account: string }) => Promise<unknown>
  }
}
