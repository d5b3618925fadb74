import type { Submission } from '@parlance/contract/items/schemas'
import type { OnProgress } from '../../refusal.ts'

export interface Sent {
  readonly submission: Submission
  /** The message did not arrive: the item may be used again. */
  readonly failed: boolean
}

/** The same for one item. */
export interface Actions extends Omit<ItemActions, 'sent' | 'send'> {
  readonly sent: Sent | undefined
  readonly send: (given: Given, text: string) => void
}

export type Typed = string | boolean

/** What a visitor fills in or presses. */
export type Given = Pick<Submission, 'values' | 'button'>

/** What the items of one message can do. */
export interface ItemActions {
  /** What was sent from the item at this place. */
  readonly sent: (index: number) => Sent | undefined
  /** False while nothing can be sent: an answer is being written, or the agent can't answer. */
  readonly ready: boolean
  /** `text` is shown as the visitor's message. */
  readonly send: (index: number, given: Given, text: string) => void
  readonly upload: (file: File, onProgress: OnProgress) => Promise<string>
}
