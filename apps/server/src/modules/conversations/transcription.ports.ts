// What voice notes need of whoever listens to them.
import type { PaidBy } from '../billing/index.ts'
import type { Ctx } from '../../lib/ctx.ts'

export interface Recording {
  readonly bytes: Uint8Array
  readonly mime: string
  /** Its ending tells providers the kind. */
  readonly filename: string
  readonly signal?: AbortSignal
}
export interface Transcript {
  /** Trimmed; empty where nothing was said. */
  readonly text: string
  /** As the provider counted them; undefined where it says nothing. */
  readonly seconds: number | undefined
}
export interface Listener {
  readonly model: string
  readonly paidBy: PaidBy
  /** Rejects with a TranscriptionError. */
  readonly transcribe: (recording: Recording) => Promise<Transcript>
}
export interface Transcriber {
  /** Throws MODEL_UNAVAILABLE where no key serves it and the installation is not in the sandbox. */
  readonly open: (ctx: Ctx, workspaceId: string) => Promise<Listener>
}

/** Why there is no text; `detail` is for logs, never for visitors. */
export class TranscriptionError extends Error {
  readonly kind: 'refused' | 'busy' | 'down' | 'garbled'
  constructor(kind: TranscriptionError['kind'], detail: string, options: { cause?: unknown } = {}) {
    super(detail, options)
    this.name = 'TranscriptionError'
    this.kind = kind
  }
}
