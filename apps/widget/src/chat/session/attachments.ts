// What is to go out with the visitor's next message: files on their way to the server, or there already.
import { attachedOf, isPicture, type Attached, type MessageItem } from '@parlance/contract/conversations/attachments'
import { MAX_ATTACHMENTS } from '@parlance/contract/files/limits'

interface WithPendingAttachments {
  readonly pending: readonly Pending[]
}

/** Why a file is not there; the view has a sentence for each. */
export type AttachmentFault = 'kind' | 'size' | 'limit' | 'closed' | 'connection'

export interface Pending {
  readonly id: string
  readonly name: string
  /** As the browser says until the server has looked. */
  readonly mime: string
  /** Shows a picture that is on its way; empty for all else. */
  readonly preview: string
  /** The part that is there, 0 to 1. */
  readonly part: number
  /** Where it is, once all of it is there. */
  readonly url: string
  /** The server's own id, to take it back. */
  readonly storedAs: string
  readonly fault: AttachmentFault | ''
}

export const isComing = ({ url, fault }: Pending): boolean => url === '' && fault === ''
export const isThere = ({ url }: Pending): boolean => url !== ''

/** How many more files fit into the next message. */
export const remainingAttachmentSlots = ({ pending }: WithPendingAttachments): number =>
  MAX_ATTACHMENTS - pending.length

/** Whether the next message may go out as far as its files are concerned: `more` makes one without words. */
export const attachmentReadiness = ({ pending }: WithPendingAttachments) => ({
  more: pending.some(isThere),
  waits: pending.some(isComing),
})

export const pendingFiles = ({ pending }: WithPendingAttachments): Attached[] =>
  pending.filter(isThere).map(({ url, name, mime }) => ({ url, name, mime }))

/** The visitor's words in a message, without what came with them. */
export const wordsIn = (items: readonly MessageItem[]): string =>
  items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')

/** As the server will store it. */
export const withAttached = (words: string, attached: readonly Attached[]): MessageItem[] => [
  ...(words === '' ? [] : [{ type: 'text' as const, text: words }]),
  ...attached.map(({ url, name, mime }): MessageItem =>
    isPicture(mime) ? { type: 'visual', image: url, alt: name } : { type: 'file', url, name, mime },
  ),
]

export const addressesIn = (items: readonly MessageItem[]): string[] => attachedOf(items).map(({ url }) => url)
