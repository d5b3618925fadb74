// A conversation as lists show it.
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import type { Piece } from '@parlance/contract/conversations/excerpt'

/** Where a search was found in what was said. */
export interface Found {
  seq: number
  from: Message['from']
  excerpt: readonly Piece[]
}

export type Listed = Conversation & {
  preview: string
  answering: boolean
  unread: boolean
  agentTitle?: string
  found?: Found | undefined
}
