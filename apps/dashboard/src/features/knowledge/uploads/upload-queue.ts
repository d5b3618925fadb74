// Queue rules of uploads: waiting, sending, failed, and what may start.
import { MAX_SOURCE_BYTES, SOURCE_ENDINGS } from '@parlance/contract/knowledge/schemas'
import { refusalOf } from '../../../components/inputs/upload/upload-state.ts'
import { translateMessage } from '../../../i18n/translate-message.ts'

export const ACCEPT = SOURCE_ENDINGS.join(', ')
const RULES = { maxMB: MAX_SOURCE_BYTES / 1_000_000, accept: ACCEPT }
/** Parallel uploads. */
const AT_ONCE = 2

export interface FileUpload {
  readonly id: number
  readonly agentId: string
  readonly file: File
  readonly tags: readonly string[]
  /** `refused` is never sent; `failed` may be retried. */
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused'
  /** Of the bytes sent. */
  readonly percent: number
  /** Why it failed; empty otherwise. */
  readonly reason: string
}

export interface UploadQueue {
  readonly uploads: readonly FileUpload[]
  readonly nextId: number
}
export const EMPTY_QUEUE: UploadQueue = { uploads: [], nextId: 1 }

export type UploadEvent =
  | {
      readonly type: 'add'
      readonly agentId: string
      readonly files: readonly File[]
      readonly tags: readonly string[]
    }
  | { readonly type: 'start' | 'retry' | 'gone'; readonly id: number }
  | { readonly type: 'progress'; readonly id: number; readonly percent: number }
  /** `refused` can't be retried. */
  | { readonly type: 'failed' | 'refused'; readonly id: number; readonly reason: string }
  /** Removes uploads that can't be sent. */
  | { readonly type: 'clear'; readonly agentId: string }

export function reduceUploads(queue: UploadQueue, event: UploadEvent): UploadQueue {
  const change = (id: number, patch: Partial<FileUpload>): UploadQueue => ({
    ...queue,
    uploads: queue.uploads.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)),
  })
  switch (event.type) {
    case 'add':
      return added(queue, event)
    case 'start':
      return change(event.id, { state: 'sending', percent: 0, reason: '' })
    case 'retry':
      return change(event.id, { state: 'waiting', percent: 0, reason: '' })
    case 'progress':
      return change(event.id, { percent: event.percent })
    case 'failed':
    case 'refused':
      return change(event.id, { state: event.type, reason: event.reason })
    case 'gone':
      return { ...queue, uploads: queue.uploads.filter(({ id }) => id !== event.id) }
    case 'clear':
      return {
        ...queue,
        uploads: queue.uploads.filter(
          ({ agentId, state }) => agentId !== event.agentId || (state !== 'failed' && state !== 'refused'),
        ),
      }
  }
}

function added(queue: UploadQueue, { agentId, files, tags }: Extract<UploadEvent, { type: 'add' }>): UploadQueue {
  const uploads = files.map((file, index): FileUpload => {
    const refusal = refusalOf(file, RULES)
    const reason = refusal ? translateMessage(refusal) : ''
    const base = { id: queue.nextId + index, agentId, file, tags, percent: 0, reason }
    return { ...base, state: reason ? 'refused' : 'waiting' }
  })
  return { uploads: [...queue.uploads, ...uploads], nextId: queue.nextId + files.length }
}

/** Uploads that may start, in the order they were added. */
export function beginning({ uploads }: UploadQueue): readonly FileUpload[] {
  const room = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length
  return room > 0 ? uploads.filter(({ state }) => state === 'waiting').slice(0, room) : []
}

export const isUnderWay = ({ uploads }: UploadQueue): boolean =>
  uploads.some(({ state }) => state === 'waiting' || state === 'sending')
