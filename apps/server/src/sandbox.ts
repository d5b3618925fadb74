// Simulators for outside services without a key: loopback servers with the real protocols, so that the real adapters run.
import { join } from 'node:path'
import type { ResendSimulator, SentMail, WrittenMail } from '@parlance/simulators/resend/server'
import type { DnsEntry, DnsSimulator } from '@parlance/simulators/dns/server'
import type { MailFile, SandboxMail } from '@parlance/contract/platform/api'
import type { GraphSimulator } from '@parlance/simulators/meta/graph'
import type { StripeSimulator } from '@parlance/simulators/stripe/server'
import { isSandboxMail } from './lib/mail.ts'
import type {
  DiscordSettings,
  InboundMailSettings,
  MailSettings,
  MetaSettings,
  ProviderKey,
  Settings,
  StripeSettings,
} from './lib/settings.ts'

export interface Sandbox {
  /** Present when no platform key for any model provider is configured. */
  readonly model: ProviderKey | undefined
  /** Gives the simulated speech-to-speech model a voice: 16-bit samples of a text at 24 kHz. */
  readonly speakWith: (speak: (text: string, voice: string) => Promise<Buffer>) => void
  /** Voiceflow's URL, the configured one, or that of its simulator, which runs with the sandbox model. */
  readonly voiceflow: { readonly baseUrl: string; readonly sandboxed: boolean }
  /** The configured account, or the simulator. */
  readonly stripe: StripeSettings & {
    readonly sandboxed: boolean
    /** Milliseconds by which the simulator's clock was moved ahead. */
    readonly aheadMs: () => number
  }
  /** Tells simulators that call us where this process listens. */
  readonly listening: (url: string) => void
  readonly smtpUrl: string | undefined
  /** The fonts provider's URL: the configured one, or that of its simulator, which runs with the sandbox mail. */
  readonly fontsUrl: string
  /** The name server of the sandbox; absent where mail or the address of the installation is real. */
  readonly dns: DnsSimulator | undefined
  /** Sends from the mail domains of agencies; runs with the sandbox mail, and delivers to its inbox. */
  readonly resend: Pick<ResendSimulator, 'key' | 'url'> | undefined
  /** Mail can be written to this domain in the sandbox. */
  readonly inbound: InboundMailSettings | undefined
  /** Writes a mail as an outsider, or answers one of the inbox. False if the sandbox takes none or the mail doesn't exist. */
  readonly writeMail: (mail: Omit<WrittenMail, 'answers'> & { readonly answers?: string | undefined }) => boolean
  /** Telegram's URL: the configured one, or that of its simulator, which runs with the sandbox mail. */
  readonly telegram: { readonly baseUrl: string; readonly sandboxed: boolean }
  /** The URL of a server at the other end of webhook channels; undefined where nothing is simulated. */
  readonly webhook: string | undefined
  /** Addresses of the running simulators that have a page, which stands at /sandbox/{name} of this machine. */
  readonly pages: Readonly<Record<string, string>>
  readonly meta: MetaSettings & { readonly sandboxed: boolean }
  /** Twilio's URL: the configured one, or that of its simulator, which runs with the sandbox mail. */
  readonly twilio: { readonly baseUrl: string; readonly sandboxed: boolean }
  /** Vapi's URL for keys of workspaces, and the simulator for those without one, which runs with the sandbox mail. */
  readonly vapi: {
    readonly baseUrl: string
    readonly simulated: ProviderKey | undefined
    /** Gives the simulator a voice: 16-bit samples of a text at 16 kHz. */
    readonly speakWith: (speak: (text: string) => Promise<Buffer>) => void
  }
  /** The operator's bot at Discord, or that of the simulator, which runs with the sandbox mail. */
  readonly discord: {
    readonly baseUrl: string
    readonly bot: DiscordSettings['bot'] | undefined
    readonly sandboxed: boolean
  }
  readonly mails: (to: string | undefined) => SandboxMail[]
  readonly mailFile: (mailId: string, file: number) => Promise<MailFile | undefined>
  readonly names: readonly string[]
  readonly close: () => Promise<void>
}

const GOOGLE_FONTS = 'https://fonts.googleapis.com'
/** No server outside takes mail for such a name. */
const SANDBOX_MAIL_DOMAIN = 'mail.sandbox.localhost'
/** Where browsers reach the pages of the simulator of Stripe, on our origin. */
export const SANDBOX_STRIPE_PATH = '/sandbox/stripe'
const TELEGRAM = 'https://api.telegram.org'
/** Where browsers reach the login dialog of the simulator of Meta, on our origin. */
const SANDBOX_META_PATH = '/sandbox/meta'
const TWILIO = 'https://api.twilio.com'
const DISCORD = 'https://discord.com/api/v10'
const VAPI = 'https://api.vapi.ai'
const VOICEFLOW = 'https://general-runtime.voiceflow.com'

/** `appOrigin` is known once the server listens. */
export async function startSandbox(settings: Settings, appOrigin: () => string): Promise<Sandbox> {
  const needsModel = Object.keys(settings.models).length === 0
  const needsMail = isSandboxMail(settings.mail)
  const needsVoiceflow = needsModel && settings.voiceflowBaseUrl === undefined
  const needsDns = needsMail && settings.dnsServers === undefined
  const needsFonts = needsMail && settings.fontsBaseUrl === undefined
  const fontsUrl = settings.fontsBaseUrl ?? GOOGLE_FONTS
  const needsTelegram = needsMail && settings.telegramBaseUrl === undefined
  const telegram = { baseUrl: settings.telegramBaseUrl ?? TELEGRAM, sandboxed: false }
  const needsMeta = needsMail && settings.meta === undefined
  const voiceflow = { baseUrl: settings.voiceflowBaseUrl ?? VOICEFLOW, sandboxed: false }
  const needsTwilio = needsMail && settings.twilioBaseUrl === undefined
  const twilio = { baseUrl: settings.twilioBaseUrl ?? TWILIO, sandboxed: false }
  const vapiBaseUrl = settings.voice?.vapiBaseUrl
  const needsVapi = needsMail && vapiBaseUrl === undefined
  const needsDiscord = needsMail && settings.discord === undefined
  const discord = { baseUrl: DISCORD, bot: undefined, ...settings.discord, sandboxed: false }
  const needsStripe = settings.stripe === undefined
  const needsResend = needsMail && resendAccounts(settings.mail) === 0
  const deliver = createDelivery()
  const { startSimulators } = await import('@parlance/simulators/simulators')
  let dns: DnsSimulator | undefined
  const running = await startSimulators(
    [
      ...(needsModel ? (['openai'] as const) : []),
      ...(needsVoiceflow ? (['voiceflow'] as const) : []),
      ...(needsMail ? (['mail'] as const) : []),
      ...(needsFonts ? (['fonts'] as const) : []),
      ...(needsStripe ? (['stripe'] as const) : []),
      ...(needsDns ? (['dns'] as const) : []),
      ...(needsTelegram ? (['telegram'] as const) : []),
      ...(needsMeta ? (['meta'] as const) : []),
      ...(needsDiscord ? (['discord'] as const) : []),
      ...(needsTwilio ? (['twilio'] as const) : []),
      ...(needsMail ? (['webhook'] as const) : []),
      ...(needsResend ? (['resend'] as const) : []),
      ...(needsVapi ? (['vapi'] as const) : []),
    ],
    {
      dns: { storeFile: join(settings.dataDir, 'sandbox-dns', 'records.json') },
      mail: { storeDir: join(settings.dataDir, 'sandbox-mail') },
      resend: {
        domains: [],
        // Real name servers don't know the domains of a sandbox.
        findsRecord: (record) => !dns || dns.list().some((one) => isSameRecord(one, record)),
        storeFile: join(settings.dataDir, 'sandbox-resend', 'domains.json'),
        deliver: deliver.deliver,
      },
      telegram: { storeFile: join(settings.dataDir, 'sandbox-telegram', 'state.json') },
      meta: { storeFile: join(settings.dataDir, 'sandbox-meta', 'state.json') },
      twilio: { storeFile: join(settings.dataDir, 'sandbox-twilio', 'state.json') },
      webhook: { storeFile: join(settings.dataDir, 'sandbox-webhook', 'state.json') },
      discord: { storeFile: join(settings.dataDir, 'sandbox-discord', 'state.json') },
      stripe: {
        storeFile: join(settings.dataDir, 'sandbox-stripe', 'state.json'),
        publicUrl: () => `${appOrigin()}${SANDBOX_STRIPE_PATH}`,
        discountCodes: true,
      },
    },
  )
  deliver.to(running.mail?.smtpUrl)
  ;({ dns } = running)
  return {
    model: running.openai ? { apiKey: running.openai.key, baseUrl: running.openai.url } : undefined,
    speakWith: (speak) => running.openai?.realtime.speakWith(speak),
    voiceflow: running.voiceflow ? { baseUrl: running.voiceflow.url, sandboxed: true } : voiceflow,
    stripe: {
      ...stripeOf(settings.stripe, running.stripe),
      sandboxed: needsStripe,
      aheadMs: () => running.stripe?.store.ahead ?? 0,
    },
    listening: (url) => {
      running.stripe?.deliverTo(`${url}/webhooks/stripe`)
      running.resend?.deliverTo(`${url}/webhooks/email`)
      for (const [object, path] of META_WEBHOOKS)
        void running.meta?.deliverTo(object, `${url}/webhooks/${path}`).catch(() => undefined)
    },
    smtpUrl: running.mail?.smtpUrl,
    fontsUrl: running.fonts?.url ?? fontsUrl,
    dns: running.dns,
    resend: running.resend,
    inbound: running.resend && { domain: SANDBOX_MAIL_DOMAIN, webhookSecrets: [running.resend.webhookSecret] },
    writeMail({ answers, ...mail }) {
      const asked = answers === undefined ? undefined : running.mail?.inbox.get(answers)
      if (!running.resend || (answers !== undefined && !asked)) return false
      void running.resend.receive({ ...mail, ...(asked && { answers: asked }) })
      return true
    },
    telegram: running.telegram ? { baseUrl: running.telegram.url, sandboxed: true } : telegram,
    pages: {
      ...(running.dns && { dns: running.dns.url }),
      ...(running.stripe && { stripe: running.stripe.url }),
      ...(running.telegram && { telegram: running.telegram.url }),
      ...(running.discord && { discord: running.discord.origin }),
      ...(running.twilio && { sms: running.twilio.url, phone: `${running.twilio.url}/phone` }),
      ...(running.webhook && { webhook: running.webhook.url }),
      ...metaPages(running.meta),
    },
    meta: metaOf(settings.meta, running.meta, () => `${appOrigin()}${SANDBOX_META_PATH}`),
    webhook: running.webhook?.url,
    twilio: running.twilio ? { baseUrl: running.twilio.url, sandboxed: true } : twilio,
    vapi: {
      baseUrl: vapiBaseUrl ?? VAPI,
      simulated: running.vapi && { apiKey: running.vapi.key, baseUrl: running.vapi.url },
      speakWith: (speak) => running.vapi?.control.speakWith(speak),
    },
    discord: running.discord ? { baseUrl: running.discord.url, bot: running.discord.bot, sandboxed: true } : discord,
    mails: (to) =>
      (running.mail?.inbox.list({ ...(to ? { to } : {}), limit: 100 }) ?? []).map((mail) => ({
        id: mail.id,
        from: mail.from,
        to: [...mail.to],
        subject: mail.subject,
        text: mail.text,
        html: mail.html ?? '',
        replyTo: mail.replyTo ?? '',
        headers: { ...mail.headers },
        attachments: [...mail.attachments],
        date: new Date(mail.date).toISOString(),
      })),
    async mailFile(mailId, file) {
      const found = await running.mail?.inbox.file(mailId, file)
      return found && { filename: found.name, contentType: found.mime, base64Payload: found.content.toString('base64') }
    },
    names: [
      ...(needsModel ? ['language model'] : []),
      ...(needsVoiceflow ? ['Voiceflow'] : []),
      ...(needsMail ? ['mail'] : []),
      ...(needsFonts ? ['fonts'] : []),
      ...(needsStripe ? ['payments'] : []),
      ...(needsDns ? ['DNS'] : []),
      ...(needsTelegram ? ['Telegram'] : []),
      ...(needsMeta ? ['Meta'] : []),
      ...(needsDiscord ? ['Discord'] : []),
      ...(needsTwilio ? ['Twilio'] : []),
      ...(needsVapi ? ['Vapi'] : []),
    ],
    async close() {
      deliver.close()
      await running.close()
    },
  }
}

type ZoneRecord = Pick<DnsEntry, 'name' | 'value'> & { readonly type: string }
const isSameRecord = (one: ZoneRecord, other: ZoneRecord): boolean =>
  one.type === other.type && one.name === other.name && one.value === other.value
const resendAccounts = ({ accounts }: MailSettings): number => Object.keys(accounts ?? {}).length

/** Takes what the simulator of Resend accepts to the mail server of the sandbox. */
function createDelivery() {
  const open = async (url: string) => (await import('nodemailer')).createTransport({ url, pool: true })
  let transport: ReturnType<typeof open> | undefined
  let smtpUrl: string | undefined
  return {
    to: (url: string | undefined) => void (smtpUrl = url),
    async deliver({ from, to, subject, text, html, replyTo, headers, attachments }: SentMail) {
      if (smtpUrl === undefined) return
      const more = {
        ...(replyTo.length > 0 && { replyTo: [...replyTo] }),
        headers: { ...headers },
        attachments: attachments.map(({ filename, content, contentType }) => ({
          filename,
          content,
          contentType,
          encoding: 'base64',
        })),
      }
      await (await (transport ??= open(smtpUrl))).sendMail({ from, to: [...to], subject, text, html, ...more })
    },
    close: () => void transport?.then((one) => one.close()),
  }
}

const metaPages = (running: GraphSimulator | undefined) =>
  running ? Object.fromEntries(['meta', ...META_PRODUCTS].map((name) => [name, `${running.url}/${name}`])) : {}
const META_PRODUCTS = ['whatsapp', 'messenger', 'instagram'] as const
const META_WEBHOOKS = [
  ['whatsapp_business_account', 'whatsapp'],
  ['page', 'messenger'],
  ['instagram', 'instagram'],
] as const

/** The configured app, or else the simulator's; an app without an ID where there is neither. */
function metaOf(
  settings: MetaSettings | undefined,
  running: GraphSimulator | undefined,
  dialogUrl: () => string,
): Sandbox['meta'] {
  if (settings) return { ...settings, sandboxed: false }
  const { url: baseUrl = '', appId = '', appSecret = '', verifyToken = '' } = running ?? {}
  return { baseUrl, version: 'v18.0', appId, appSecret, verifyToken, dialogUrl, sandboxed: running !== undefined }
}

/** The configured account, or else the simulator that runs in its place. */
function stripeOf(settings: StripeSettings | undefined, running: StripeSimulator | undefined): StripeSettings {
  if (settings) return settings
  if (!running) throw new Error('neither Stripe nor its simulator is there')
  const { url, secretKey, publishableKey, webhookSecret } = running
  return { secretKey, publishableKey, webhookSecrets: [webhookSecret], baseUrl: url }
}
