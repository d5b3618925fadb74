import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import type { Piece } from '@parlance/contract/conversations/excerpt'

/** A search hit in a message. */
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
