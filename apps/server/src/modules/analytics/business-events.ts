// Business events that are counted: exact names, recorded once each.
export const ANALYTICS_EVENTS = [
  'new_agent_created',
  'instagram_channel_added',
  'discord_channel_added',
  'telegram_channel_added',
  'whatsapp_channel_added',
  'handoff_requested',
] as const
export type AnalyticsEvent = (typeof ANALYTICS_EVENTS)[number]
