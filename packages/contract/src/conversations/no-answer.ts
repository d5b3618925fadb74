import type { Item } from '../items/schemas.ts'
import type { Source, TurnMetadata } from './schemas.ts'

export interface Answer {
  readonly messageId: string
  readonly items: readonly Item[]
  readonly text: string
  readonly sources: readonly Source[]
  readonly status: 'waiting' | 'streaming' | 'complete' | 'interrupted' | 'failed'
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
