import type { ToolChannel } from '@parlance/contract/tools/schemas'

/** The chat of the widget: the one channel that says by itself that people are asked, and that they have come. */
export const WEBSITE: ToolChannel = 'web-chat'
