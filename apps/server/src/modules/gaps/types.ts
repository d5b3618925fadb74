import type { Knowledge } from '../knowledge/service.ts'
import type { Available, ConversationsLeft, Enqueue, JudgeFor, Later } from './ports.ts'

export interface GapsDeps {
  readonly knowledge: Pick<
    Knowledge,
    'addQa' | 'names' | 'embed' | 'similarities' | 'newestPassages' | 'neighbours' | 'stillHeld'
  >
  readonly conversationsLeft: ConversationsLeft
  readonly judgeFor: JudgeFor
  readonly available: Available
  readonly enqueue: Enqueue
  readonly later: Later
}
