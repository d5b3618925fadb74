// Values of the contract without its schemas, whose library the list of conversations would wait for. Their types keep
// them equal.
import type { INBOX_VIEWS as InboxViews } from '@parlance/contract/conversations/api'
import type { MAX_SAVED_VIEWS as MaxSavedViews } from '@parlance/contract/conversations/saved-views-api'
import type { STATES as States } from '@parlance/contract/conversations/schemas'

export { CHANNEL_IDS as CHANNELS } from '@parlance/contract/channels/list'
export const STATES: typeof States = ['ai-chatting', 'requested_chat', 'human-chatting', 'ended_chat']
export const INBOX_VIEWS: typeof InboxViews = ['waiting', 'mine', 'people', 'unread', 'snoozed']
export const MAX_SAVED_VIEWS: typeof MaxSavedViews = 20
