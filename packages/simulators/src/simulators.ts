/** Starts any set of the simulators together, and closes them together. */
import type { DnsOptions, DnsSimulator } from './dns/server.ts'
import type { DiscordOptions, DiscordSimulator } from './discord/server.ts'
import type { FontsSimulator } from './fonts/server.ts'
import type { MailOptions, MailSimulator } from './mail/server.ts'
import type { GraphOptions, GraphSimulator } from './meta/graph.ts'
import type { OpenAiOptions, OpenAiSimulator } from './openai/server.ts'
import type { ResendOptions, ResendSimulator } from './resend/server.ts'
import type { StripeOptions, StripeSimulator } from './stripe/server.ts'
import type { TwilioOptions, TwilioSimulator } from './twilio/server.ts'
import type { TelegramOptions, TelegramSimulator } from './telegram/server.ts'
import type { VapiOptions, VapiSimulator } from './vapi/server.ts'
import type { WebhookOptions, WebhookSimulator } from './webhook/server.ts'
import type { VoiceflowOptions, VoiceflowSimulator } from './voiceflow/server.ts'

type Started = {
  openai: OpenAiSimulator
  mail: MailSimulator
  voiceflow: VoiceflowSimulator
  fonts: FontsSimulator
  stripe: StripeSimulator
  dns: DnsSimulator
  telegram: TelegramSimulator
  meta: GraphSimulator
  discord: DiscordSimulator
  twilio: TwilioSimulator
  webhook: WebhookSimulator
  resend: ResendSimulator
  vapi: VapiSimulator
}
export type SimulatorName = keyof Started
export type SimulatorOptions = {
  openai?: OpenAiOptions
  mail?: MailOptions
  discord?: DiscordOptions
  telegram?: TelegramOptions
  twilio?: TwilioOptions
  webhook?: WebhookOptions
  voiceflow?: VoiceflowOptions
  stripe?: StripeOptions
  resend?: ResendOptions
  vapi?: VapiOptions
  dns?: DnsOptions
  meta?: Pick<GraphOptions, 'storeFile'>
}

/** The simulators that were asked for; each can be closed alone, `close` closes all. */
export type Simulators<Name extends SimulatorName = never> = Pick<Started, Name> &
  Partial<Started> & { close: () => Promise<void> }

/** Starts the named simulators on free loopback ports, and loads no other. When one cannot start, those already running are closed. */
export async function startSimulators<const Name extends SimulatorName>(
  names: readonly Name[],
  options: SimulatorOptions = {},
): Promise<Simulators<Name>> {
  const started: Partial<Started> = {}
  const close = async (): Promise<void> => {
    await Promise.all([
      started.openai?.close(),
      started.mail?.close(),
      started.voiceflow?.close(),
      started.fonts?.close(),
      started.stripe?.close(),
      started.dns?.close(),
      started.telegram?.close(),
      started.meta?.close(),
      started.discord?.close(),
      started.twilio?.close(),
      started.webhook?.close(),
      started.resend?.close(),
      started.vapi?.close(),
    ])
  }
  const wanted = new Set<SimulatorName>(names)
  try {
    if (wanted.has('openai')) started.openai = await (await import('./openai/server.ts')).startOpenAi(options.openai)
    if (wanted.has('mail')) started.mail = await (await import('./mail/server.ts')).startMail(options.mail)
    if (wanted.has('voiceflow'))
      started.voiceflow = await (await import('./voiceflow/server.ts')).startVoiceflow(options.voiceflow)
    if (wanted.has('resend')) started.resend = await (await import('./resend/server.ts')).startResend(options.resend)
    if (wanted.has('dns')) started.dns = await (await import('./dns/server.ts')).startDns(options.dns)
    if (wanted.has('fonts')) started.fonts = await (await import('./fonts/server.ts')).startFonts()
    if (wanted.has('stripe')) started.stripe = await (await import('./stripe/server.ts')).startStripe(options.stripe)
    if (wanted.has('discord'))
      started.discord = await (await import('./discord/server.ts')).startDiscord(options.discord)
    if (wanted.has('twilio')) started.twilio = await (await import('./twilio/server.ts')).startTwilio(options.twilio)
    if (wanted.has('webhook'))
      started.webhook = await (await import('./webhook/server.ts')).startWebhook(options.webhook)
    if (wanted.has('telegram'))
      started.telegram = await (await import('./telegram/server.ts')).startTelegram(options.telegram)
    if (wanted.has('vapi')) started.vapi = await (await import('./vapi/server.ts')).startVapi(options.vapi)
    if (wanted.has('meta')) started.meta = await (await import('./meta/server.ts')).startMeta(options.meta)
  } catch (error) {
    await close()
    throw error
  }
  // Every name of the list was started above, which the compiler cannot follow through the set.
  return { ...started, close } as Simulators<Name>
}
