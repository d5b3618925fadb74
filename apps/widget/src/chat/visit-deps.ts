import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { Api } from './api.ts'
import type { ChatController } from './chat-controller.ts'
import type { Host } from './host.ts'
import type { Identity, VisitorStorage } from './identity.ts'
import type { Queue } from './queue-storage.ts'

export interface VisitDeps {
  readonly agent: PublicAgent
  readonly key: string
  readonly visitorStorage: VisitorStorage
  readonly identity: Identity
  readonly queue: Queue
  readonly api: Api
  readonly controller: ChatController
  readonly host: Host
  /** Set when the agent asks for consent. */
  readonly createConsent?: ((parts: VisitDeps, agreedTo: () => void) => ConsentState) | undefined
}

/** Passed to the identity part. */
export interface ConsentState {
  readonly agreed: () => boolean
  /** Resolves when the visitor has consented, at once when no consent is needed. */
  readonly agreement: () => Promise<void>
  readonly disagree: () => void
}
