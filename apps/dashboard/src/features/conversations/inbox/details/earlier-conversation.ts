export interface EarlierConversation {
  readonly id: string
  readonly title: string
  readonly lastMessageAt: string
  readonly isMerged: boolean
  readonly visitor: string
  readonly visitorCode: string
}
