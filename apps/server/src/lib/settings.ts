// The validated settings of this process. config/ makes them; nobody else reads the environment.
import type { Region } from '@parlance/contract/lib/regions'

export interface ProviderKey {
  readonly apiKey: string
  readonly baseUrl: string
}

/** What the public pages say of whoever runs this installation; '' where nothing was said. */
export interface SiteSettings {
  readonly operator: {
    readonly name: string
    readonly address: string
    readonly email: string
    readonly country: string
  }
  /** Addresses in the header: absolute, or a path on this host. */
  readonly docsUrl: string
  readonly communityUrl: string
  readonly affiliateUrl: string
  /** Whether the operator has checked the legal texts. */
  readonly legalReviewed: boolean
  /** Folder whose `<name>.md` take the place of the sample texts. */
  readonly legalDir: string
  /** The agent of the demo page. */
  readonly demo?: { readonly agentId: string; readonly region: Region }
}

/** Another provider that people sign in with, by OpenID Connect. */
export interface ProviderSettings {
  /** Names it in addresses and in the database: people stay connected with whatever has this id. */
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface Settings {
  readonly host: string
  readonly port: number
  /** Origin people open, without a trailing slash; links in mail begin with it. Empty until the server listens on a free port. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly regions: readonly Region[]
  readonly databases: { readonly identity?: string; readonly eu?: string; readonly na?: string }
  /** Redis or Valkey that carries news between the nodes of a region; its database does where there is none. */
  readonly redisUrls?: Partial<Record<Region, string>>
  readonly masterKey: Buffer
  /** Keys of before: what they sealed still opens. */
  readonly previousMasterKeys?: readonly Buffer[]
  readonly logLevel: string
  /** Multiplies every rate limit. */
  readonly rateLimitScale: number
  /** How many proxies in front are ours: that many entries of X-Forwarded-For are believed, from the right. */
  readonly trustedProxies: number
  /** A connection that sent nothing for so many milliseconds is closed; 15,000 when absent. */
  readonly firstByteMs?: number
  /** The headers of a request have so many milliseconds to arrive; 10,000 when absent. */
  readonly headersMs?: number
  readonly metricsToken: string
  /** How often open streams are asked whether their reader may still read, in milliseconds; 10,000 when absent. */
  readonly streamCheckMs?: number
  readonly creditValueUsd: number
  /** How many belong to a workspace without a plan of its own, its owner among them; each workspace's own default when absent. */
  readonly baseWorkspaceSeats?: number
  /** Addresses of those who do support, as accounts have them; workspaces can let them in. Nobody when absent. */
  readonly supportEmails?: readonly string[]
  /** Platform keys of model providers; a provider without one is not offered, OpenAI then runs in the sandbox. */
  readonly models: { readonly openai?: ProviderKey; readonly anthropic?: ProviderKey; readonly google?: ProviderKey }
  /** host:port entries inside our network that people's addresses may reach, e.g. a local Ollama. */
  readonly outboundAllow: readonly string[]
  /** Milliseconds between two requests of the crawler to a host of `outboundAllow`; 500, as for all others, when absent. */
  readonly crawlerOwnDelayMs?: number
  readonly embeddingModel: string
  /** Writes out voice notes; `whisper-1` when absent. */
  readonly transcriptionModel?: string
  /** Who embeds without an OpenAI key: the encoder in this server, or the simulator, whose vectors are quick and crude. */
  readonly embeddings: 'offline' | 'simulator'
  /** Of Voiceflow's Dialog Manager. When absent: the simulator in the model sandbox, otherwise Voiceflow's own. */
  readonly voiceflowBaseUrl?: string
  /** Told of every new agent with a POST. */
  readonly newAgentHookUrl?: string
  /** Absent: nothing is said about the operator. */
  readonly site?: SiteSettings
  readonly mail: MailSettings
  /** Files lie there; on disk under `dataDir` when absent. */
  readonly s3?: S3Settings
  /** Bytes that all files of a workspace may take; 2 GB when absent. */
  readonly workspaceBytes?: number
  /** Other providers that people sign in with; none when absent. */
  readonly signInProviders?: readonly ProviderSettings[]
}

/** An SMTP server, or an account at Resend. */
export type MailTransport =
  | { readonly kind: 'smtp'; readonly url: string }
  | { readonly kind: 'resend'; readonly apiKey: string; readonly baseUrl: string }
export interface MailSettings {
  /** `Name <address>` that mails come from. */
  readonly from: string
  /** Ways of one region alone. */
  readonly ways: { readonly [R in Region]?: MailTransport }
  /** For regions without a way of their own. */
  readonly general?: MailTransport
}

export interface S3Place {
  readonly bucket: string
  readonly region: string
  /** Of a store that is not Amazon's. */
  readonly endpoint?: string
}
export interface S3Settings {
  readonly places: { readonly [R in Region]?: S3Place }
  /** What the surroundings offer (a role of the machine) when absent. */
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Large downloads go straight from the store to browsers, by addresses that it signs; through this server otherwise. */
  readonly direct?: boolean
}

/** Whether legal pages say who runs the installation and how to reach them. */
export const isOperatorNamed = ({ site }: Pick<Settings, 'site'>): boolean =>
  site !== undefined && site.operator.name !== '' && site.operator.email !== ''
