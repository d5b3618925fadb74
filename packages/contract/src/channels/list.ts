// The single list of an agent's channels. Tools, conversations, analytics, features, the engine and screens derive from
// it; capabilities.ts says what each can show.

/** `web` our widget and API · `messaging` another company's channel · `voice` calls · `internal` owners' tests. */
export type ChannelKind = 'web' | 'messaging' | 'voice' | 'internal'

interface ChannelEntry {
  readonly id: string
  readonly label: string
  readonly kind: ChannelKind
}

export const CHANNEL_LIST = [
  { id: 'web-chat', label: 'Website', kind: 'web' },
  { id: 'whatsapp', label: 'WhatsApp', kind: 'messaging' },
  { id: 'instagram', label: 'Instagram', kind: 'messaging' },
  { id: 'messenger', label: 'Messenger', kind: 'messaging' },
  { id: 'telegram', label: 'Telegram', kind: 'messaging' },
  { id: 'discord', label: 'Discord', kind: 'messaging' },
  { id: 'sms', label: 'SMS', kind: 'messaging' },
  { id: 'email', label: 'Email', kind: 'messaging' },
  { id: 'webhook', label: 'Webhook', kind: 'messaging' },
  { id: 'voice', label: 'Voice', kind: 'voice' },
  { id: 'api', label: 'API', kind: 'web' },
  { id: 'test', label: 'Test', kind: 'internal' },
] as const satisfies readonly ChannelEntry[]

type Entry = (typeof CHANNEL_LIST)[number]
export type ChannelId = Entry['id']
export type MessagingChannel = Extract<Entry, { kind: 'messaging' }>['id']
export type VisitorChannel = Exclude<Entry, { kind: 'internal' }>['id']

type Ids<Name extends string> = readonly [Name, ...Name[]]
const idsOf = (kinds: readonly ChannelKind[]): string[] =>
  CHANNEL_LIST.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)

export const CHANNEL_IDS = idsOf(['web', 'messaging', 'voice', 'internal']) as unknown as Ids<ChannelId>
export const VISITOR_CHANNELS = idsOf(['web', 'messaging', 'voice']) as unknown as Ids<VisitorChannel>
export const MESSAGING_CHANNELS = idsOf(['messaging']) as unknown as Ids<MessagingChannel>

export const isChannel = (id: string): id is ChannelId => (CHANNEL_IDS as readonly string[]).includes(id)
export const isMessagingChannel = (id: string): id is MessagingChannel =>
  (MESSAGING_CHANNELS as readonly string[]).includes(id)

export const channelLabel = (id: ChannelId): string => CHANNEL_LIST.find((one) => one.id === id)?.label ?? id
