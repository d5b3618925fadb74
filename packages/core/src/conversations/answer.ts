// What a reader knows of an answer while it streams: a reducer over the parts of a turn.
import type { Source, StreamPart, TurnMetadata } from './conversations.ts'

export interface Answer {
  readonly messageId: string
  readonly text: string
  readonly sources: readonly Source[]
  readonly status: 'waiting' | 'streaming' | 'complete' | 'interrupted' | 'failed'
  /** A sentence for the reader when the turn failed or broke off; empty otherwise. */
  readonly error: string
  readonly metadata: TurnMetadata | undefined
}

export const NO_ANSWER: Answer = {
  messageId: '',
  text: '',
  sources: [],
  status: 'waiting',
  error: '',
  metadata: undefined,
}

/** Pure; parts arriving again after a resume must be filtered by event id before. */
export function readAnswer(answer: Answer, part: StreamPart): Answer {
  switch (part.type) {
    case 'start':
      return { ...answer, messageId: part.messageId, metadata: part.messageMetadata }
    case 'source-document': {
      const { docId, passage, score } = part.providerMetadata.parlance
      return { ...answer, sources: [...answer.sources, { docId, title: part.title, text: passage, score }] }
    }
    case 'text-delta':
      return { ...answer, text: answer.text + part.delta, status: 'streaming' }
    case 'error':
      return { ...answer, error: part.errorText, status: answer.text === '' ? 'failed' : 'interrupted' }
    case 'abort':
      return { ...answer, status: 'interrupted' }
    case 'finish': {
      const ended = answer.status === 'failed' || answer.status === 'interrupted'
      return { ...answer, metadata: part.messageMetadata, status: ended ? answer.status : 'complete' }
    }
    default:
      return answer
  }
}
