// What each channel can show stands in the contract, because browsers read it too.
export { CAPABILITIES, type Capabilities, type TextLimit } from '@parlance/contract/channels/capabilities'
export type { ChannelId as ItemChannel } from '@parlance/contract/channels/list'
