// Turns the environment into checked settings: defaults, cross-checks, and one error that names every problem at once.
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Email } from '@parlance/contract/accounts/schemas'
import { AddOnId, Limits, PlanId } from '@parlance/contract/billing/entitlements'
import { CREDIT_VALUE_USD } from '@parlance/contract/lib/money'
import { REGIONS } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import { isRoot } from '../lib/db/system-account.ts'
import type { ProviderKey, Settings } from '../lib/settings.ts'
import type { Env } from './env.ts'
import { siteSettings, siteShape } from './site.ts'
import { checkMail, mailEnv, mailSettings } from './config.mail.ts'
import { checkMeta, metaEnv, metaSettings } from './config.meta.ts'
import { voiceEnv, voiceSettings } from './config.voice.ts'
import { checkStorage, storageEnv, storageSettings } from './config.storage.ts'
import { checkSignIn, signInEnv, signInProviders } from './config.signin.ts'

export class ConfigError extends Error {}

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'is not a postgres:// URL')
const redisUrl = z.string().regex(/^rediss?:\/\//, 'is not a redis:// URL')
const masterKey = z.string().regex(/^[0-9a-f]{64}$/i, 'is 32 bytes in hex')
const listOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, found) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        found.addIssue('is not JSON')
        return z.NEVER
      }
    })
    .pipe(schema)
const Schema = z
  .object({
    HOST: z.string().default('0.0.0.0'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    PUBLIC_URL: httpUrl.optional(),
    AGENCY_ROOT_DOMAIN: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+$/)
      .optional(),
    DOMAIN_CNAME: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+$/)
      .optional(),
    DOMAIN_IP: z.ipv4().optional(),
    DNS_SERVERS: z.string().optional(),
    VERCEL_TOKEN: z.string().optional(),
    VERCEL_PROJECT_ID: z.string().optional(),
    VERCEL_TEAM_ID: z.string().default(''),
    VERCEL_URL: z.url().default('https://api.vercel.com'),
    DATA_DIR: z.string().default('./data'),
    REGIONS: z
      .string()
      .default('eu,na')
      .transform((list) => list.split(',').map((region) => region.trim()))
      .pipe(z.array(z.enum(REGIONS)).min(1)),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    DATABASE_URL_IDENTITY: databaseUrl.optional(),
    DATABASE_URL_EU: databaseUrl.optional(),
    DATABASE_URL_NA: databaseUrl.optional(),
    REDIS_URL: redisUrl.optional(),
    REDIS_URL_EU: redisUrl.optional(),
    REDIS_URL_NA: redisUrl.optional(),
    MASTER_KEY: masterKey.optional(),
    MASTER_KEY_PREVIOUS: z
      .string()
      .default('')
      .transform((list) => listOf(list))
      .pipe(z.array(masterKey)),
    METRICS_TOKEN: z.string().min(16).default(''),
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    FIRST_BYTE_MS: z.coerce.number().int().min(100).max(600_000).default(15_000),
    RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
    BASE_WORKSPACE_SEATS: z.coerce.number().int().min(1).max(10_000).optional(),
    PLAN_LIMITS: json(z.partialRecord(PlanId, z.strictObject(Limits.partial().shape))).optional(),
    UNLIMITED_AGENTS_FEE: z.coerce.number().min(0).optional(),
    CREDIT_TIERS: json(z.tuple([z.number().int().min(1), z.number().int().min(1)])).optional(),
    ADD_ON_PRICES: json(z.partialRecord(AddOnId, z.number().min(0))).optional(),
    PAST_DUE_GRACE_DAYS: z.coerce.number().int().min(0).max(60).optional(),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_PUBLISHABLE_KEY: z.string().default(''),
    STRIPE_COUNTRY: z
      .string()
      .regex(/^[A-Z]{2}$/, 'is two capital letters')
      .default('US'),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .default('')
      .transform((list) => listOf(list)),
    STRIPE_BASE_URL: httpUrl.default('https://api.stripe.com'),
    SUPPORT_EMAILS: z
      .string()
      .default('')
      .transform((list) => listOf(list))
      .pipe(z.array(Email)),
    CREDIT_VALUE_USD: z.coerce.number().positive().default(CREDIT_VALUE_USD),
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: httpUrl.default('https://api.openai.com/v1'),
    ANTHROPIC_API_KEY: z.string().optional(),
    ANTHROPIC_BASE_URL: httpUrl.default('https://api.anthropic.com/v1'),
    GOOGLE_API_KEY: z.string().optional(),
    GOOGLE_BASE_URL: httpUrl.default('https://generativelanguage.googleapis.com/v1beta'),
    OUTBOUND_ALLOW: z
      .string()
      .default('')
      .transform((list) => listOf(list)),
    CRAWLER_OWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
    EMBEDDING_MODEL: z.string().default('text-embedding-3-small'),
    TRANSCRIPTION_MODEL: z.string().default('whisper-1'),
    EMBEDDINGS: z.enum(['offline', 'simulator']).default('offline'),
    VOICEFLOW_BASE_URL: httpUrl.optional(),
    FONTS_BASE_URL: httpUrl.optional(),
    TELEGRAM_BASE_URL: httpUrl.optional(),
    ...metaEnv,
    ...voiceEnv,
    TWILIO_BASE_URL: httpUrl.optional(),
    DISCORD_BOT_TOKEN: z.string().min(20).optional(),
    DISCORD_APP_ID: z
      .string()
      .regex(/^\d{15,20}$/, 'is not an application id')
      .optional(),
    DISCORD_PUBLIC_KEY: z
      .string()
      .regex(/^[\da-f]{64}$/i, 'is 32 bytes in hex')
      .optional(),
    DISCORD_BASE_URL: httpUrl.default('https://discord.com/api/v10'),
    NEW_AGENT_HOOK_URL: httpUrl.optional(),
    NEW_SUBDOMAIN_HOOK_URL: httpUrl.optional(),
    NEW_CHANNEL_HOOK_URL: httpUrl.optional(),
    ...siteShape,
    ...mailEnv,
    ...storageEnv,
    ...signInEnv,
  })
  .superRefine(checkMail)
  .superRefine(checkMeta)
  .superRefine(checkStorage)
  .superRefine(checkSignIn)
  .superRefine((env, found) => {
    const names = ['DISCORD_BOT_TOKEN', 'DISCORD_APP_ID', 'DISCORD_PUBLIC_KEY'] as const
    const given = names.filter((name) => env[name] !== undefined)
    if (given.length === 0) return
    for (const name of names)
      if (!given.includes(name)) found.addIssue({ code: 'custom', path: [name], message: `is needed with ${given[0]}` })
  })

/** Throws a ConfigError that lists every wrong variable; creates DATA_DIR and the master key on the first start. */
export function loadSettings(env: Env): Settings {
  const parsed = Schema.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(`The configuration is not valid:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  assertOrigin(e.PUBLIC_URL)
  // If started by root, the database runs under its own account, which must be able to traverse the directory.
  makeDataDir(dataDir)
  return {
    host: e.HOST,
    port: e.PORT,
    publicUrl: e.PUBLIC_URL ?? '',
    domains: { rootDomain: e.AGENCY_ROOT_DOMAIN ?? '', cname: e.DOMAIN_CNAME ?? '', ip: e.DOMAIN_IP ?? '' },
    ...(e.DNS_SERVERS ? { dnsServers: e.DNS_SERVERS.split(',').map((server) => server.trim()) } : {}),
    ...(e.VERCEL_TOKEN && e.VERCEL_PROJECT_ID
      ? {
          vercel: {
            token: e.VERCEL_TOKEN,
            projectId: e.VERCEL_PROJECT_ID,
            teamId: e.VERCEL_TEAM_ID,
            baseUrl: e.VERCEL_URL,
          },
        }
      : {}),
    dataDir,
    regions: REGIONS.filter((region) => e.REGIONS.includes(region)),
    databases: {
      ...opt('identity', e.DATABASE_URL_IDENTITY),
      ...opt('eu', e.DATABASE_URL_EU),
      ...opt('na', e.DATABASE_URL_NA),
    },
    redisUrls: {
      ...opt('eu', e.REDIS_URL_EU ?? e.REDIS_URL),
      ...opt('na', e.REDIS_URL_NA ?? e.REDIS_URL),
    },
    masterKey: e.MASTER_KEY ? Buffer.from(e.MASTER_KEY, 'hex') : masterKeyFile(dataDir),
    previousMasterKeys: e.MASTER_KEY_PREVIOUS.map((key) => Buffer.from(key, 'hex')),
    logLevel: e.LOG_LEVEL,
    rateLimitScale: e.RATE_LIMIT_SCALE,
    trustedProxies: e.TRUSTED_PROXIES,
    firstByteMs: e.FIRST_BYTE_MS,
    metricsToken: e.METRICS_TOKEN,
    creditValueUsd: e.CREDIT_VALUE_USD,
    ...opt('baseWorkspaceSeats', e.BASE_WORKSPACE_SEATS),
    ...opt('planLimits', e.PLAN_LIMITS),
    ...opt('addOnPrices', e.ADD_ON_PRICES),
    ...opt('unlimitedAgentsFee', e.UNLIMITED_AGENTS_FEE),
    ...opt('creditTiers', e.CREDIT_TIERS),
    ...opt('pastDueGraceDays', e.PAST_DUE_GRACE_DAYS),
    ...opt(
      'stripe',
      e.STRIPE_SECRET_KEY === undefined
        ? undefined
        : {
            secretKey: e.STRIPE_SECRET_KEY,
            publishableKey: e.STRIPE_PUBLISHABLE_KEY,
            country: e.STRIPE_COUNTRY,
            webhookSecrets: e.STRIPE_WEBHOOK_SECRET,
            baseUrl: e.STRIPE_BASE_URL,
          },
    ),
    supportEmails: e.SUPPORT_EMAILS,
    models: {
      ...opt('openai', provider(e.OPENAI_API_KEY, e.OPENAI_BASE_URL)),
      ...opt('anthropic', provider(e.ANTHROPIC_API_KEY, e.ANTHROPIC_BASE_URL)),
      ...opt('google', provider(e.GOOGLE_API_KEY, e.GOOGLE_BASE_URL)),
    },
    modelBaseUrls: { openai: e.OPENAI_BASE_URL, anthropic: e.ANTHROPIC_BASE_URL, google: e.GOOGLE_BASE_URL },
    outboundAllow: e.OUTBOUND_ALLOW,
    crawlerOwnDelayMs: e.CRAWLER_OWN_DELAY_MS,
    embeddingModel: e.EMBEDDING_MODEL,
    transcriptionModel: e.TRANSCRIPTION_MODEL,
    embeddings: e.EMBEDDINGS,
    ...opt('voiceflowBaseUrl', e.VOICEFLOW_BASE_URL),
    ...opt('fontsBaseUrl', e.FONTS_BASE_URL),
    ...opt('telegramBaseUrl', e.TELEGRAM_BASE_URL),
    ...opt('twilioBaseUrl', e.TWILIO_BASE_URL),
    ...opt('meta', metaSettings(e)),
    voice: voiceSettings(e),
    ...opt(
      'discord',
      e.DISCORD_BOT_TOKEN && e.DISCORD_APP_ID && e.DISCORD_PUBLIC_KEY
        ? {
            baseUrl: e.DISCORD_BASE_URL,
            bot: { token: e.DISCORD_BOT_TOKEN, appId: e.DISCORD_APP_ID, publicKey: e.DISCORD_PUBLIC_KEY },
          }
        : undefined,
    ),
    ...opt('newAgentHookUrl', e.NEW_AGENT_HOOK_URL),
    ...opt('newSubdomainHookUrl', e.NEW_SUBDOMAIN_HOOK_URL),
    ...opt('newChannelHookUrl', e.NEW_CHANNEL_HOOK_URL),
    site: siteSettings(e, dataDir),
    mail: mailSettings(e),
    ...opt('s3', storageSettings(e)),
    workspaceBytes: e.WORKSPACE_FILES_MB * 1_000_000,
    signInProviders: signInProviders(e),
  }
}

const opt = <K extends string, V>(key: K, value: V | undefined) =>
  value === undefined ? {} : ({ [key]: value } as Record<K, V>)
const provider = (apiKey: string | undefined, baseUrl: string): ProviderKey | undefined =>
  apiKey ? { apiKey, baseUrl } : undefined

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    const user = process.getuid?.() ?? 0
    throw new ConfigError(
      `User ${user} may not write in the folder ${dataDir} (DATA_DIR). Run: chown -R ${user} ${dataDir}`,
    )
  }
}

/** Pages, links and cookies use the root path of the host. */
function assertOrigin(publicUrl: string | undefined): void {
  if (publicUrl === undefined || publicUrl === '') return
  const { pathname, search, hash } = new URL(publicUrl)
  if (pathname !== '/' || search || hash)
    throw new ConfigError(
      `PUBLIC_URL must be an origin without a path, such as ${new URL(publicUrl).origin}. Got: ${publicUrl}`,
    )
}

/** Encrypts secrets at rest. Losing the file loses them, so it is created once and never replaced. */
function masterKeyFile(dataDir: string): Buffer {
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new ConfigError(`${file} does not hold a 32-byte key in hex.`)
  return key
}
