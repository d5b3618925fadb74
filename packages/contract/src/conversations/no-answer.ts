// What a reader knows of an answer, and what that is before its first word.
import type { Item } from '../items/schemas.ts'
import type { Source, TurnMetadata } from './schemas.ts'

export interface Answer {
  readonly messageId: string
  /** What was said so far, in order, as the stored message holds it; the last one grows while it is a text. */
  readonly items: readonly Item[]
  /** All of it as plain text. */
  readonly text: string
  readonly sources: readonly Source[]
  readonly status: 'waiting' | 'streaming' | 'complete' | 'interrupted' | 'failed'
  /** A sentence for the reader when the turn failed or broke off; empty otherwise. */
  readonly error: string
  readonly metadata: TurnMetadata | undefined
}

export const NO_ANSWER: Answer = {
  messageId: '',
  items: [],
  text: '',
  sources: [],
  status: 'waiting',
  error: '',
  metadata: undefined,
}
