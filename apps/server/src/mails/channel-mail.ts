import type { Language } from '@parlance/contract/accounts/languages'
import type { MailColours } from '@parlance/contract/agencies/theme'
import { line, lines, type MailContent } from './email-document.ts'
import { write } from './mails.ts'
import { emailTexts } from './texts.ts'
import { senderName } from './transcript.ts'

export interface ChannelMail {
  readonly language: Language
  readonly title: string
  readonly colours?: MailColours | undefined
  /** Subject of the answered mail, written by strangers. */
  readonly subject: string
  readonly text: string
  /** For mails to people who may never have written. */
  readonly first?: { readonly sender: string; readonly unsubscribe: string } | undefined
}

export async function channelMail({
  language,
  title,
  colours,
  subject,
  text,
  first,
}: ChannelMail): Promise<MailContent> {
  const [t, chat] = await Promise.all([emailTexts(language, 'channel'), emailTexts(language, 'transcript')])
  const name = senderName(title, chat('chat'))
  return write({
    language,
    fromName: name,
    header: name,
    colours,
    subject: line(subject, 200) || t('subject', { name }),
    preview: line(text, 120),
    parts: text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text', text: paragraph })),
    why: t(first ? 'whyFirst' : 'why', { name }),
    ...(first && {
      sender: lines(first.sender, 300),
      unsubscribe: { label: t('unsubscribe'), link: first.unsubscribe },
    }),
  })
}
