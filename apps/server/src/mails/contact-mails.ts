import { line, lines } from './email-document.ts'
import { type MailBase, type MailContent, write } from './mails.ts'
import { emailTexts } from './texts.ts'

const MAX_MESSAGE = 4000

export interface ContactMail extends MailBase {
  readonly topic: string
  readonly name: string
  readonly email: string
  readonly company: string
  readonly message: string
}

export async function contactMail({ language, topic, email, ...given }: ContactMail): Promise<MailContent> {
  const t = await emailTexts(language, 'contact')
  const name = line(given.name, 100)
  const company = line(given.company, 100)
  return write({
    language,
    subject: t('subject', { topic, name }),
    parts: [
      { kind: 'quote', text: lines(given.message, MAX_MESSAGE) },
      {
        kind: 'facts',
        facts: [
          [t('from'), `${name} (${line(email, 254)})`],
          ...(company === '' ? [] : [[t('company'), company] as const]),
          [t('topic'), topic],
        ],
      },
    ],
    why: t('why'),
  })
}
