// Files for the visitor's next message, uploading or uploaded.
import { attachedOf, isPicture, type Attached, type MessageItem } from '@parlance/contract/conversations/attachments'
import { MAX_ATTACHMENTS } from '@parlance/contract/files/limits'

interface WithPendingAttachments {
  readonly pending: readonly Pending[]
}

/** Why a file failed; the view has a sentence for each. */
export type AttachmentFault = 'kind' | 'size' | 'limit' | 'closed' | 'connection'

export interface Pending {
  readonly id: string
  readonly name: string
  /** Reported by the browser until the server has checked. */
  readonly mime: string
  /** Object URL of a picture; empty for other files. */
  readonly preview: string
  readonly part: number
  readonly url: string
  readonly storedAs: string
  readonly fault: AttachmentFault | ''
}

export const isComing = ({ url, fault }: Pending): boolean => url === '' && fault === ''
export const isThere = ({ url }: Pending): boolean => url !== ''

export const remainingAttachmentSlots = ({ pending }: WithPendingAttachments): number =>
  MAX_ATTACHMENTS - pending.length

/** Whether the files allow sending; `more` means they can be sent without text. */
export const attachmentReadiness = ({ pending }: WithPendingAttachments) => ({
  more: pending.some(isThere),
  waits: pending.some(isComing),
})

export const pendingFiles = ({ pending }: WithPendingAttachments): Attached[] =>
  pending.filter(isThere).map(({ url, name, mime }) => ({ url, name, mime }))

/** The visitor's text without attachments. */
export const wordsIn = (items: readonly MessageItem[]): string =>
  items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')

export const withAttached = (words: string, attached: readonly Attached[]): MessageItem[] => [
  ...(words === '' ? [] : [{ type: 'text' as const, text: words }]),
  ...attached.map(({ url, name, mime }): MessageItem =>
    isPicture(mime) ? { type: 'visual', image: url, alt: name } : { type: 'file', url, name, mime },
  ),
]

export const addressesIn = (items: readonly MessageItem[]): string[] => attachedOf(items).map(({ url }) => url)
