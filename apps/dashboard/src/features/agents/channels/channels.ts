// The ways an agent can be reached, and what each of them needs.
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

/** Channels of other companies: they need something of theirs, and an installation that is connected to them. */
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

/** The channel the address names; undefined for none or an unknown one. */
export const foreignChannel = (text: string): ForeignChannel | undefined =>
  FOREIGN_CHANNELS.find((channel) => channel === text)
