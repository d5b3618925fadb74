import { z } from 'zod'
import { LANGUAGES } from '../accounts/languages.ts'
import { AddOnId } from '../billing/entitlements.ts'
import { global, limitInput, regional, success } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { MAX_WRITTEN_FILES } from './written-mail.ts'

const tag = 'Installation'
const MAX_WRITTEN_BODY = 20_500_000
export const ServiceMode = z.enum(['sandbox', 'live'])
export const SandboxMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string(),
  /** Names in lower case. */
  headers: z.record(z.string(), z.string()),
  /** File names. */
  attachments: z.array(z.string()),
  date: z.string(),
})
export type SandboxMail = z.infer<typeof SandboxMail>

export const MailFile = z.object({ filename: z.string(), contentType: z.string(), base64Payload: z.string() })
export type MailFile = z.infer<typeof MailFile>

export const MailTemplate = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type MailTemplate = z.infer<typeof MailTemplate>

export const platformApi = {
  status: global({
    method: 'GET',
    path: '/status',
    tag,
    access: { by: ['public'], limit: 'public' },
    summary: 'Get the regions of this installation, and whether each outside service is live or sandboxed',
  }).output(
    z.object({
      name: z.string(),
      version: z.string(),
      regions: z.array(z.enum(REGIONS)),
      services: z.array(
        z.object({
          id: z.enum(['model', 'voiceflow', 'telegram', 'discord', 'meta', 'mail']),
          name: z.string(),
          mode: ServiceMode,
        }),
      ),
      /** Each has a page at /sandbox/{name}. */
      simulatorPages: z.array(z.string()),
      operatorNamed: z.boolean(),
      /** US dollars per credit; absent on the host of an agency, which has prices of its own. */
      creditValueUsd: z.number().optional(),
      addOnsOnSale: z.array(AddOnId),
    }),
  ),
  operatorNotice: global({
    method: 'GET',
    path: '/operator-notice',
    tag,
    access: { by: ['session'] },
    summary:
      'Check whether to ask this account who runs the installation; true only for its first account until the operator is named',
  }).output(z.object({ wanted: z.boolean() })),
  translationLanguages: regional({
    method: 'GET',
    path: '/translation-languages',
    tag,
    access: { by: ['public'], limit: 'public' },
    summary: 'List languages by code and English name; cached for a day',
  })
    .input(z.strictObject(limitInput).optional())
    .output(
      z.object({ success: z.literal(true), languages: z.array(z.object({ language: z.string(), name: z.string() })) }),
    ),
  sandboxMails: global({
    method: 'GET',
    path: '/sandbox/mails',
    tag,
    access: { by: ['sandbox'] },
    summary: 'List emails kept by the sandbox instead of being sent; local requests only',
    errors: ['NOT_FOUND'],
  })
    .input(z.strictObject({ to: z.string().max(254).optional(), ...limitInput }).optional())
    .output(z.object({ items: z.array(SandboxMail) })),
  sandboxMailFile: global({
    method: 'GET',
    path: '/sandbox/mails/{mailId}/files/{file}',
    tag,
    access: { by: ['sandbox'] },
    summary: 'Get a file attached to an email kept by the sandbox; local requests only',
    description: '`file` is its place in `attachments`, from 0.',
    errors: ['NOT_FOUND'],
  })
    .input(z.strictObject({ mailId: z.string().max(100), file: z.coerce.number().int().min(0).max(100) }))
    .output(MailFile),
  sandboxWriteMail: global({
    method: 'POST',
    path: '/sandbox/mails',
    tag,
    maxBody: MAX_WRITTEN_BODY,
    access: { by: ['sandbox'], audit: 'never' },
    summary:
      'Write an email to an address of this installation, or reply to one kept by the sandbox; local requests only',
    description:
      'The email has `text` or `html`, as mail programs send them. With `automatic` it’s marked as an automatic reply. `base64Payload` is a data URL or plain base64; all files together up to 15 MB.',
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  })
    .input(
      z.strictObject({
        from: z.string().trim().min(3).max(254),
        to: z.string().trim().min(3).max(254),
        subject: z.string().max(200).default(''),
        text: z.string().max(10_000).default(''),
        html: z.string().max(100_000).optional(),
        automatic: z.boolean().default(false),
        files: z
          .array(
            z.strictObject({
              filename: z.string().min(1).max(200),
              /** As the sender’s mail program declares it. */
              contentType: z.string().max(200).default('application/octet-stream'),
              base64Payload: z.string().min(1).max(MAX_WRITTEN_BODY),
            }),
          )
          .max(MAX_WRITTEN_FILES)
          .default([]),
        answers: z.string().max(100).optional(),
      }),
    )
    .output(success),
  sandboxTemplates: global({
    method: 'GET',
    path: '/sandbox/mail-templates',
    tag,
    access: { by: ['sandbox'] },
    summary: 'Get every email template with sample content; local requests in the sandbox only',
    errors: ['NOT_FOUND'],
  })
    .input(z.strictObject({ language: z.enum(LANGUAGES).optional(), ...limitInput }).optional())
    .output(z.object({ items: z.array(MailTemplate) })),
}
