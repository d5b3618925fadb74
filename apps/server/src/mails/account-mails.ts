import { line } from './email-document.ts'
import { type MailContent, oneLinkMail, type WithLink, write } from './mails.ts'
import { emailTexts } from './texts.ts'

/** To the new address. `link` is the page that confirms it. */
export async function addressChangeMail({ language, link }: WithLink): Promise<MailContent> {
  return oneLinkMail('addressChange', { language, link })
}

/** The link leads to the account page. */
export interface AddressNoticeMail extends WithLink {
  readonly newEmail: string
}
export async function addressNoticeMail({ language, link, newEmail }: AddressNoticeMail): Promise<MailContent> {
  const t = await emailTexts(language, 'addressNotice')
  return write({
    language,
    subject: t('subject'),
    parts: [
      { kind: 'text', text: t('text') },
      { kind: 'facts', facts: [[t('newAddress'), line(newEmail, 254)]] },
      { kind: 'text', text: t('undo') },
      { kind: 'button', label: t('button'), link },
    ],
    why: t('why'),
  })
}
