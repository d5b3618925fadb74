// The channels and their requirements.
export const CHANNELS = [
  'website',
  'api',
  'number',
  'whatsapp',
  'discord',
  'telegram',
  'instagram',
  'messenger',
  'sms',
  'email',
  'webhook',
] as const
export type Channel = (typeof CHANNELS)[number]

/** External channels, which need an account and an installation connected to the provider. */
export const FOREIGN_CHANNELS = [
  'whatsapp',
  'discord',
  'telegram',
  'instagram',
  'messenger',
  'sms',
  'email',
  'webhook',
] as const
export type ForeignChannel = (typeof FOREIGN_CHANNELS)[number]

/** The channel in the address, if valid. */
export const foreignChannel = (text: string): ForeignChannel | undefined =>
  FOREIGN_CHANNELS.find((channel) => channel === text)
