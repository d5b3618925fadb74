// Uploads chosen files with progress and forgets them once they are no longer pending.
import { newMessageId } from '@parlance/contract/lib/ids'
import { ACCEPTED_FILES, MAX_VISITOR_FILE_BYTES } from '@parlance/contract/files/limits'
import { Refusal } from '../../refusal.ts'
import type { ChatController } from '../../chat-controller.ts'
import { type AttachmentFault, type Pending, remainingAttachmentSlots } from '../../session/attachments.ts'

interface Held {
  readonly file: File
  readonly preview: string
  abort: AbortController
}
export interface Uploads {
  /** Returns how many files did not fit. */
  readonly add: (files: readonly File[]) => number
  readonly retry: (id: string) => void
  readonly remove: (one: Pending) => void
  /** Forgets files that were sent or whose visitor has left. */
  readonly keepOnly: (pending: readonly Pending[]) => void
}

const FAULTS: Readonly<Record<number, AttachmentFault>> = { 400: 'kind', 413: 'size', 429: 'limit', 403: 'closed' }
export const faultOf = (error: unknown): AttachmentFault =>
  (error instanceof Refusal && FAULTS[error.status]) || 'connection'
export const canRetry = ({ fault }: Pending): boolean => fault === 'connection' || fault === 'limit'

const ENDINGS = ACCEPTED_FILES.split(',')
/** Rejects early what the server would refuse. */
export function faultBefore({ name, size }: Pick<File, 'name' | 'size'>): AttachmentFault | '' {
  if (size > MAX_VISITOR_FILE_BYTES) return 'size'
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)) ? '' : 'kind'
}

export function createUploads(controller: ChatController): Uploads {
  const held = new Map<string, Held>()
  const change = (id: string, is: Partial<Pending>) => controller.dispatch({ type: 'attachment', id, is })
  const start = (id: string, one: Held) => {
    const { signal } = (one.abort = new AbortController())
    change(id, { part: 0, fault: '' })
    controller
      .attach(one.file, (part) => change(id, { part }), signal)
      .then(
        ({ id: storedAs, url, name, mime }) => change(id, { url, storedAs, name, mime, part: 1 }),
        (error: unknown) => !signal.aborted && change(id, { fault: faultOf(error) }),
      )
  }
  const forget = (id: string) => {
    const one = held.get(id)
    one?.abort.abort()
    if (one?.preview) URL.revokeObjectURL(one.preview)
    held.delete(id)
  }
  return {
    add(files) {
      const room = remainingAttachmentSlots(controller.state())
      for (const file of files.slice(0, room)) {
        const id = newMessageId()
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : ''
        const { name, type: mime } = file
        const fault = faultBefore(file)
        const one = { file, preview, abort: new AbortController() }
        held.set(id, one)
        controller.dispatch({
          type: 'attach',
          one: { id, name, mime, preview: fault ? '' : preview, part: 0, url: '', storedAs: '', fault },
        })
        if (!fault) start(id, one)
      }
      return Math.max(0, files.length - room)
    },
    retry(id) {
      const one = held.get(id)
      if (one) start(id, one)
    },
    remove({ id, storedAs }) {
      controller.dispatch({ type: 'detach', id })
      forget(id)
      // Files that can't be deleted now expire on the server.
      if (storedAs) void controller.detach(storedAs).catch(() => undefined)
    },
    keepOnly(pending) {
      const ids = new Set(pending.map(({ id }) => id))
      for (const id of held.keys()) if (!ids.has(id)) forget(id)
    },
  }
}
