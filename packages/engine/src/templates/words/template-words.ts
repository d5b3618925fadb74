import type { TemplateId } from '@parlance/contract/agents/schemas'

interface Opening {
  /** What visitors see of the agent besides its name. */
  readonly description: string
  readonly greeting: string
}

/** Complete in every language: a missing text does not compile. */
export interface TemplateWords extends Readonly<Record<TemplateId, Opening>> {
  /** Shown while the agent is unavailable. */
  readonly unavailable: string
  readonly 'customer-support': Opening & {
    readonly handoff: { readonly title: string; readonly subtitle: string }
    readonly check: { readonly ask: string; readonly works: string; readonly notYet: string; readonly person: string }
  }
  readonly 'real-estate-agent': Opening & {
    readonly wish: Readonly<Record<'ask' | 'buy' | 'rent' | 'sell' | 'let', string>>
  }
  readonly 'health-care-agent': Opening & {
    readonly menu: Readonly<Record<'ask' | 'appointment' | 'prescription' | 'question', string>>
    readonly emergency: Readonly<Record<'text' | 'ask' | 'practice' | 'none', string>>
  }
  readonly 'game-npc': Opening & { readonly letter: Readonly<Record<'ask' | 'take' | 'bridge' | 'no', string>> }
}
