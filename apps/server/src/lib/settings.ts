// The validated settings of this process, made by config/, the only reader of the environment.
import type { AddOnPrices } from '@parlance/contract/billing/plans'
import type { Limits, PlanId } from '@parlance/contract/billing/entitlements'
import type { Region } from '@parlance/contract/lib/regions'

export interface ProviderKey {
  readonly apiKey: string
  readonly baseUrl: string
}

export type ModelBaseUrls = Readonly<Partial<Record<'openai' | 'anthropic' | 'google', string>>>

export interface VoiceSettings {
  readonly deepgram?: ProviderKey
  readonly elevenlabs?: ProviderKey
  readonly cartesia?: ProviderKey
  /** Addresses that keys of workspaces are used at; the providers' own when absent. */
  readonly baseUrls?: Readonly<Partial<Record<'deepgram' | 'elevenlabs' | 'cartesia', string>>>
  /** Vapi's address, if set; then nothing is simulated. */
  readonly vapiBaseUrl?: string
}

export interface SiteSettings {
  readonly operator: {
    readonly name: string
    readonly address: string
    readonly email: string
    readonly country: string
  }
  readonly docsUrl: string
  readonly communityUrl: string
  readonly affiliateUrl: string
  readonly legalReviewed: boolean
  /** Folder whose `<name>.md` replace the sample texts. */
  readonly legalDir: string
  readonly demo?: { readonly agentId: string; readonly region: Region }
}

export interface ProviderSettings {
  /** Used in URLs and in the database: accounts stay connected with this id. */
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface DomainSettings {
  readonly rootDomain: string
  /** Target of agencies' CNAME records; our own host when empty. */
  readonly cname: string
  /** Target of agencies' A records. */
  readonly ip: string
}

/** A Vercel project in front of this installation that agencies' hosts are added to. */
export interface VercelSettings {
  readonly token: string
  readonly projectId: string
  readonly teamId: string
  readonly baseUrl: string
}

export interface Settings {
  readonly host: string
  readonly port: number
  /** Public origin without a trailing slash; links in mails begin with it. Empty until the server listens on a free port. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly domains?: DomainSettings
  readonly vercel?: VercelSettings
  /** DNS servers to ask for agencies' records, `ip` or `ip:port`; the simulator, or the machine's own, when absent. */
  readonly dnsServers?: readonly string[]
  readonly regions: readonly Region[]
  readonly databases: { readonly identity?: string; readonly eu?: string; readonly na?: string }
  /** Redis or Valkey for live updates between the nodes of a region; its database is used if absent. */
  readonly redisUrls?: Partial<Record<Region, string>>
  readonly masterKey: Buffer
  readonly previousMasterKeys?: readonly Buffer[]
  readonly logLevel: string
  readonly rateLimitScale: number
  /** Number of trusted proxies: that many entries of X-Forwarded-For are trusted, from the right. */
  readonly trustedProxies: number
  /** A connection that sends nothing for this many milliseconds is closed; 15,000 when absent. */
  readonly firstByteMs?: number
  readonly headersMs?: number
  readonly metricsToken: string
  /** This machine's clock, in milliseconds; `Date.now` when absent. */
  readonly now?: () => number
  /** How often access of open streams is checked, in milliseconds; 10,000 when absent. */
  readonly streamCheckMs?: number
  readonly creditValueUsd: number
  /** Seats of a workspace without its own plan, including the owner; each workspace's stored default when absent. */
  readonly baseWorkspaceSeats?: number
  /** Absent: the simulator. */
  readonly stripe?: StripeSettings
  /** Prices of add-ons that have none by default, in whole units a month. */
  readonly addOnPrices?: AddOnPrices
  /** Whole units a month on top of an enterprise plan without a limit of agents. */
  readonly unlimitedAgentsFee?: number
  /** Monthly credits up to which a plan is called starter, and pro. */
  readonly creditTiers?: readonly [number, number]
  /** How long a plan lasts after a payment failed; 7 days when absent. */
  readonly pastDueGraceDays?: number
  /** Limits of the plans that override the contract's defaults. */
  readonly planLimits?: Partial<Record<PlanId, Partial<Limits>>>
  /** Account addresses of support staff that workspaces can let in; none when absent. */
  readonly supportEmails?: readonly string[]
  /** Platform keys of model providers. A provider without one is not offered, except OpenAI, which is simulated. */
  readonly models: { readonly openai?: ProviderKey; readonly anthropic?: ProviderKey; readonly google?: ProviderKey }
  /** Addresses that keys of workspaces are used at; the providers' own when absent. */
  readonly modelBaseUrls?: ModelBaseUrls
  /** `host:port` entries inside our network that users' URLs may reach, e.g. a local Ollama. */
  readonly outboundAllow: readonly string[]
  /** Milliseconds between two requests of the crawler to a host of `outboundAllow`; 500, as for all others, when absent. */
  readonly crawlerOwnDelayMs?: number
  readonly embeddingModel: string
  /** Speech providers for calls; none when absent. */
  readonly voice?: VoiceSettings
  /** Transcribes voice notes; `whisper-1` when absent. */
  readonly transcriptionModel?: string
  /** Embeddings without an OpenAI key: the built-in encoder, or the simulator, which is fast but crude. */
  readonly embeddings: 'offline' | 'simulator'
  /** Base URL of Voiceflow's Dialog Manager. When absent: the simulator in the model sandbox, otherwise Voiceflow's own. */
  readonly voiceflowBaseUrl?: string
  /** Base URL of the fonts provider. When absent: the simulator in the mail sandbox, otherwise Google's. */
  readonly fontsBaseUrl?: string
  /** Telegram's Bot API, if not the real one. */
  readonly telegramBaseUrl?: string
  /** Twilio's API, if not the real one. */
  readonly twilioBaseUrl?: string
  /** The operator's Meta app; absent without one. */
  readonly meta?: MetaSettings
  /** The operator's bot at Discord. When absent: the simulator in the mail sandbox, otherwise none. */
  readonly discord?: DiscordSettings
  readonly newAgentHookUrl?: string
  /** Gets a POST for every subdomain that an agency got. */
  readonly newSubdomainHookUrl?: string
  /** Gets a POST for every channel that an agent got. */
  readonly newChannelHookUrl?: string
  /** Absent if the operator configured nothing. */
  readonly site?: SiteSettings
  readonly mail: MailSettings
  /** Where files are stored; on disk under `dataDir` when absent. */
  readonly s3?: S3Settings
  readonly workspaceBytes?: number
  /** Providers for sign-in; none when absent. */
  readonly signInProviders?: readonly ProviderSettings[]
}

export interface MetaSettings {
  /** `https://graph.facebook.com`, or the simulator's. */
  readonly baseUrl: string
  /** Version of the Graph API, e.g. `v18.0`. */
  readonly version: string
  readonly appId: string
  readonly appSecret: string
  readonly verifyToken: string
  /** The login dialog's URL for browsers. */
  readonly dialogUrl: () => string
  /** WhatsApp's embedded sign-up, if the app has it. */
  readonly signUpConfigId?: string
}

export interface DiscordSettings {
  readonly baseUrl: string
  readonly bot: { readonly token: string; readonly appId: string; readonly publicKey: string }
}

export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  /** Of the account, two letters. */
  readonly country?: string
  /** Signing secrets of its webhook endpoints. */
  readonly webhookSecrets: readonly string[]
  readonly baseUrl: string
}

export type MailTransport =
  | { readonly kind: 'smtp'; readonly url: string }
  | { readonly kind: 'resend'; readonly apiKey: string; readonly baseUrl: string }
export interface MailSettings {
  /** `Name <address>` that mails come from. */
  readonly from: string
  readonly ways: { readonly [R in Region]?: MailTransport }
  /** For regions without their own transport. */
  readonly general?: MailTransport
  /** Resend accounts that hold agencies' mail domains; without one, a region's agencies can't have their own. */
  readonly accounts?: { readonly [R in Region]?: ResendAccount }
  /** The domain that mail is received for; without it there is no inbound mail. */
  readonly inbound?: InboundMailSettings
}
export interface InboundMailSettings {
  readonly domain: string
  /** Signing secrets of the inbound mail webhook; several during a rotation. */
  readonly webhookSecrets: readonly string[]
  /** The mailbox that all mail of the domain arrives in; Resend receives it when absent. */
  readonly imap?: ImapSettings
}
export interface ImapSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS, except on this machine. */
  readonly isTls: boolean
  readonly user: string
  readonly password: string
  readonly folder: string
}
export interface ResendAccount {
  readonly apiKey: string
  readonly baseUrl: string
}

export interface S3Place {
  readonly bucket: string
  readonly region: string
  /** For a store other than Amazon's. */
  readonly endpoint?: string
}
export interface S3Settings {
  readonly places: { readonly [R in Region]?: S3Place }
  /** The SDK's default credentials (e.g. a role of the machine) when absent. */
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Browsers download large files directly from the store by presigned URLs; otherwise through this server. */
  readonly direct?: boolean
}

/** Whether the legal pages name the operator and a contact. */
export const isOperatorNamed = ({ site }: Pick<Settings, 'site'>): boolean =>
  site !== undefined && site.operator.name !== '' && site.operator.email !== ''
