import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { Api } from './api.ts'
import type { Engine } from './engine.ts'
import type { Host } from './host.ts'
import type { Identity, VisitorStorage } from './identity.ts'
import type { Queue } from './queue.ts'

export interface VisitDeps {
  readonly agent: PublicAgent
  /** Under which the frame keeps what belongs to this agent. */
  readonly key: string
  readonly visitorStorage: VisitorStorage
  readonly identity: Identity
  readonly queue: Queue
  readonly api: Api
  readonly engine: Engine
  readonly host: Host
  /** Where the agent asks for consent; without it nothing is asked. */
  readonly createConsent?: ((parts: VisitDeps, agreedTo: () => void) => ConsentState) | undefined
}

/** What the part that proves names is given beside the parts. */
export interface ConsentState {
  readonly agreed: () => boolean
  /** Resolves once the visitor has agreed to what is asked; at once where nothing is. */
  readonly agreement: () => Promise<void>
  readonly disagree: () => void
}
