// Capabilities are in the contract because browsers read them too.
export { CAPABILITIES, type Capabilities, type TextLimit } from '@parlance/contract/channels/capabilities'
export type { ChannelId as ItemChannel } from '@parlance/contract/channels/list'
