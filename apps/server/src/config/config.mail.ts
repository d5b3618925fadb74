import type { Region } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import type { ImapSettings, MailSettings, MailTransport } from '../lib/settings.ts'

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\//, 'is not an smtp:// URL')
  .optional()
/** `imaps://user:password@host/Folder`; user and password are percent-encoded. */
function parseImapUrl(text: string): ImapSettings | undefined {
  const url = URL.parse(text)
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '' || url.search !== '') return undefined
  try {
    const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent)
    if (!user || !password) return undefined
    const isTls = url.protocol === 'imaps:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return { host, port: Number(url.port) || (isTls ? 993 : 143), isTls, user, password, folder: folder || 'INBOX' }
  } catch {
    return undefined
  }
}
const imapUrl = z
  .string()
  .transform((text, issues) => {
    const read = parseImapUrl(text)
    if (!read) issues.addIssue('is not an imaps://user:password@host URL')
    return read ?? z.NEVER
  })
  .optional()
const resendKey = z.string().min(8, 'is too short for a key').optional()

export const mailEnv = {
  SMTP_URL: smtpUrl,
  SMTP_URL_EU: smtpUrl,
  SMTP_URL_NA: smtpUrl,
  RESEND_API_KEY: resendKey,
  RESEND_API_KEY_EU: resendKey,
  RESEND_API_KEY_NA: resendKey,
  RESEND_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.resend.com'),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().regex(/^whsec_[A-Za-z0-9+/=]{16,}$/, 'is not a signing secret of a webhook')))
    .default([]),
  INBOUND_MAIL_DOMAIN: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, 'is not a domain')
    .optional(),
  INBOUND_IMAP_URL: imapUrl,
  MAIL_FROM: z.string().default('Parlance <no-reply@mail.localhost>'),
}
const Mail = z.object(mailEnv)
type MailEnv = z.infer<typeof Mail>

/** SMTP wins over Resend when both are set. */
function transportOf(env: MailEnv, suffix: '' | '_EU' | '_NA'): MailTransport | undefined {
  const [url, apiKey] = [env[`SMTP_URL${suffix}`], env[`RESEND_API_KEY${suffix}`]]
  if (url !== undefined) return { kind: 'smtp', url }
  return apiKey === undefined ? undefined : { kind: 'resend', apiKey, baseUrl: env.RESEND_BASE_URL }
}

export function mailSettings(env: MailEnv): MailSettings {
  const [eu, na, general] = [transportOf(env, '_EU'), transportOf(env, '_NA'), transportOf(env, '')]
  const [euKey, naKey] = [env.RESEND_API_KEY_EU ?? env.RESEND_API_KEY, env.RESEND_API_KEY_NA ?? env.RESEND_API_KEY]
  const accounts = {
    ...(euKey !== undefined && { eu: { apiKey: euKey, baseUrl: env.RESEND_BASE_URL } }),
    ...(naKey !== undefined && { na: { apiKey: naKey, baseUrl: env.RESEND_BASE_URL } }),
  }
  return {
    from: env.MAIL_FROM,
    ways: { ...(eu && { eu }), ...(na && { na }) },
    ...(general && { general }),
    ...((euKey ?? naKey) !== undefined && { accounts }),
    ...(env.INBOUND_MAIL_DOMAIN !== undefined && {
      inbound: {
        domain: env.INBOUND_MAIL_DOMAIN,
        webhookSecrets: env.RESEND_WEBHOOK_SECRET,
        ...(env.INBOUND_IMAP_URL && { imap: env.INBOUND_IMAP_URL }),
      },
    }),
  }
}

/** Either every region sends real mail or none does: mail of a region left in the sandbox would be lost. */
export function checkMail(
  env: MailEnv & { readonly REGIONS: readonly Region[]; readonly PUBLIC_URL?: string | undefined },
  issues: z.RefinementCtx,
): void {
  const { ways, general } = mailSettings(env)
  const say = (name: string, message: string) => issues.addIssue({ code: 'custom', path: [name], message })
  if (env.INBOUND_IMAP_URL && env.INBOUND_MAIL_DOMAIN === undefined)
    say('INBOUND_MAIL_DOMAIN', 'is needed with INBOUND_IMAP_URL: the addresses of agents end with it')
  if (env.INBOUND_MAIL_DOMAIN !== undefined && !env.INBOUND_IMAP_URL) {
    if (env.RESEND_WEBHOOK_SECRET.length === 0)
      say(
        'RESEND_WEBHOOK_SECRET',
        'is needed with INBOUND_MAIL_DOMAIN, or else INBOUND_IMAP_URL: it proves that mail comes from Resend',
      )
    for (const region of env.REGIONS)
      if ((env[`RESEND_API_KEY_${region === 'eu' ? 'EU' : 'NA'}`] ?? env.RESEND_API_KEY) === undefined)
        say(
          `RESEND_API_KEY_${region.toUpperCase()}`,
          'is needed with INBOUND_MAIL_DOMAIN, or else INBOUND_IMAP_URL: the words of mail are read with it',
        )
  }
  if (!general && Object.keys(ways).length === 0) return
  if (env.MAIL_FROM.includes('localhost'))
    say('MAIL_FROM', 'is needed with SMTP_URL or RESEND_API_KEY: real servers refuse a localhost sender')
  if (!env.PUBLIC_URL) say('PUBLIC_URL', 'is needed with SMTP_URL or RESEND_API_KEY: links in mail begin with it')
  for (const region of env.REGIONS)
    if (!ways[region] && !general)
      say(
        `SMTP_URL_${region.toUpperCase()}`,
        `is needed, or RESEND_API_KEY_${region.toUpperCase()}, or SMTP_URL for all: mail of another region has a way already`,
      )
}
