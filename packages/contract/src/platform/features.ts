// Screens and public pages read it, so a new module flips one entry.

import { channelLabel } from '../channels/list.ts'

export const FEATURES = {
  'channel.website': true,
  'channel.api': true,
  'channel.number': true,
  'channel.whatsapp': true,
  'channel.discord': true,
  'channel.telegram': true,
  'channel.instagram': true,
  'channel.messenger': true,
  'channel.sms': true,
  'channel.email': true,
  'channel.webhook': true,
  'plan.free': true,
  'plan.pay_as_you_go': true,
  /** Agreed with the operator, who sets credits and seats by command. */
  'plan.enterprise': true,
} as const satisfies Readonly<Record<string, boolean>>

export type Feature = keyof typeof FEATURES
type Named<Kind extends string> = Feature extends infer F ? (F extends `${Kind}.${infer Name}` ? Name : never) : never
export type ChannelName = Named<'channel'>

export const isAvailable = (feature: Feature): boolean => FEATURES[feature]

export const CHANNEL_NAMES: Readonly<Record<ChannelName, string>> = {
  website: 'Website',
  api: 'API',
  number: 'phone lines',
  whatsapp: channelLabel('whatsapp'),
  discord: channelLabel('discord'),
  telegram: channelLabel('telegram'),
  instagram: channelLabel('instagram'),
  messenger: channelLabel('messenger'),
  sms: channelLabel('sms'),
  email: channelLabel('email'),
  webhook: channelLabel('webhook'),
}

export const plannedChannels = (): string[] =>
  (Object.keys(CHANNEL_NAMES) as ChannelName[])
    .filter((name) => !isAvailable(`channel.${name}`))
    .map((name) => CHANNEL_NAMES[name])
