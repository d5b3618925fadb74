// The preview in lists: the beginning of the last message.
import { withoutCitations } from '@parlance/contract/conversations/citations'
import type { ListedMessage } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { cut } from '@parlance/contract/lib/text'

export const previewOf = (text: string): string => cut(text, 120)
export const previewOfAnswer = (items: readonly Item[]): string => previewOf(withoutCitations(plainText(items)))

interface BegunBy {
  readonly channel: NonNullable<ListedMessage['begins']>['channel']
  readonly visitor: string
  readonly visitorCode: string
  readonly pageUrl: string
  readonly ephemeral: boolean
}

/** Preview of a visitor's message; undefined when the agent keeps no history, because lists must not show it. */
export function listedMessage(text: string, seq: number, at: Date, row: BegunBy): ListedMessage | undefined {
  const { channel, visitor, visitorCode, pageUrl, ephemeral } = row
  if (ephemeral) return undefined
  const visitorMessage = { code: 'visitor_label', params: { code: visitorCode } } as const
  return {
    preview: previewOf(text),
    at: at.toISOString(),
    ...(seq === 1 && { begins: { channel, visitor, visitorMessage, pageUrl } }),
  }
}
