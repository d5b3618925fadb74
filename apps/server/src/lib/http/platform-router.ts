import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import { addOnsOnSale } from '@parlance/contract/billing/plans'
import { AppError } from '@parlance/contract/lib/errors'
import type { MailFile, MailTemplate, platformApi, SandboxMail } from '@parlance/contract/platform/api'
import { MAX_WRITTEN_MB } from '@parlance/contract/platform/written-mail'
import manifest from '../../../../../package.json' with { type: 'json' }
import { msg } from '@parlance/i18n/messages'
import { LANGUAGES } from '@parlance/contract/platform/languages'
import type { Ctx } from '../ctx.ts'
import { isSandboxMail } from '../mail.ts'
import { isOperatorNamed, type Settings } from '../settings.ts'
import { decode } from '../storage/decode-payload.ts'
import type { Handlers } from './handlers.ts'

interface WrittenMail {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly content: Buffer }[]
  readonly answers?: string | undefined
}

const MAX_BYTES = MAX_WRITTEN_MB * 1_000_000
const TOO_LARGE = msg('payload_too_large')

export function platformRouter(
  settings: Settings,
  sandbox: {
    readonly model: unknown
    readonly voiceflow: { readonly sandboxed: boolean }
    readonly telegram: { readonly sandboxed: boolean }
    readonly pages: Readonly<Record<string, string>>
    readonly meta: { readonly sandboxed: boolean }
    readonly discord: { readonly sandboxed: boolean; readonly bot: unknown }
    readonly mails: (to: string | undefined) => SandboxMail[]
    readonly mailFile: (mailId: string, file: number) => Promise<MailFile | undefined>
    readonly writeMail: (mail: WrittenMail) => boolean
  },
  mailTemplates: (language: Language) => Promise<MailTemplate[]>,
  isFirstAccount: (ctx: Ctx) => Promise<boolean>,
): Handlers<typeof platformApi> {
  const operatorNamed = isOperatorNamed(settings)
  const onSale = addOnsOnSale(settings.addOnPrices).map(({ id }) => id)
  return {
    status: async ({ origin }) => ({
      // Empty on the host of an agency.
      name: origin.kind === 'agency' ? '' : 'Parlance',
      version: manifest.version,
      regions: [...settings.regions],
      services: [
        { id: 'model', name: 'Language model', mode: sandbox.model ? 'sandbox' : 'live' },
        { id: 'voiceflow', name: 'Voiceflow', mode: sandbox.voiceflow.sandboxed ? 'sandbox' : 'live' },
        { id: 'telegram', name: 'Telegram', mode: sandbox.telegram.sandboxed ? 'sandbox' : 'live' },
        { id: 'meta', name: 'Meta', mode: sandbox.meta.sandboxed ? 'sandbox' : 'live' },
        ...(sandbox.discord.bot
          ? [{ id: 'discord' as const, name: 'Discord', mode: modeOf(sandbox.discord.sandboxed) }]
          : []),
        { id: 'mail', name: 'Mail', mode: isSandboxMail(settings.mail) ? 'sandbox' : 'live' },
      ],
      simulatorPages: Object.keys(sandbox.pages),
      operatorNamed,
      ...(origin.kind !== 'agency' && { creditValueUsd: settings.creditValueUsd }),
      addOnsOnSale: onSale,
    }),
    operatorNotice: async (ctx) => ({ wanted: !operatorNamed && (await isFirstAccount(ctx)) }),
    translationLanguages: async ({ request }) => {
      request?.setHeader('cache-control', 'public, max-age=86400')
      return { success: true, languages: [...LANGUAGES] }
    },
    sandboxMails: async (_ctx, input) => ({ items: sandbox.mails(input?.to) }),
    async sandboxMailFile(_ctx, { mailId, file }) {
      const found = await sandbox.mailFile(mailId, file)
      if (!found) throw new AppError('NOT_FOUND')
      return found
    },
    async sandboxWriteMail(_ctx, { automatic, files, text, html, ...mail }) {
      let left = MAX_BYTES
      const attachments = files.map(({ filename, contentType, base64Payload }) => {
        const content = decode(base64Payload, left, TOO_LARGE)
        left -= content.length
        return { filename, contentType, content }
      })
      const written = {
        ...mail,
        ...(html === undefined ? { text } : { html }),
        ...(automatic && { headers: { 'auto-submitted': 'auto-replied' } }),
        attachments,
      }
      if (!sandbox.writeMail(written)) throw new AppError('NOT_FOUND', msg('mail_not_taken'))
      return { success: true }
    },
    sandboxTemplates: async (_ctx, input) => ({ items: await mailTemplates(input?.language ?? DEFAULT_LANGUAGE) }),
  }
}

const modeOf = (isSandboxed: boolean): 'sandbox' | 'live' => (isSandboxed ? 'sandbox' : 'live')
