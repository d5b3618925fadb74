// The mail with a reply to a visitor who left a message. The address may belong to someone else: the visitor's text is
// defused, and the mail links only to sites named by the agent's owner.
import type { Language } from '@parlance/contract/accounts/languages'
import type { MailColours } from '@parlance/contract/agencies/theme'
import type { Message } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { degrade } from '@parlance/engine/items/channels'
import { hostsIn } from './hosts.ts'
import { line, lines, type MailContent, type Part } from './email-document.ts'
import { write } from './mails.ts'
import { emailTexts } from './texts.ts'
import { senderName } from './transcript.ts'

export interface ReplyMail {
  readonly language: Language
  readonly title: string
  readonly replies: readonly Message[]
  readonly message: string
  readonly pageUrl: string
  /** The owner's text: hosts in it may be linked. */
  readonly owned: string
  readonly colours?: MailColours | undefined
  /** Whether replies by mail reach the chat. */
  readonly takesAnswers?: boolean
}

const MOST_CHARS = 5000
const MOST_QUOTED = 1000

/** Undefined when the owner does not name its site. */
function knownPage(pageUrl: string, known: ReadonlySet<string>): string | undefined {
  const url = URL.parse(pageUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return known.has(url.hostname.replace(/^www\./, '')) ? url.href : undefined
}

export async function replyMail({
  language,
  title,
  replies,
  message,
  pageUrl,
  owned,
  colours,
  takesAnswers = false,
}: ReplyMail): Promise<MailContent> {
  const [t, chat] = await Promise.all([emailTexts(language, 'reply'), emailTexts(language, 'transcript')])
  const name = senderName(title, chat('chat'))
  const known = hostsIn(owned)
  const link = knownPage(pageUrl, known)
  const said = replies.map(({ items, by, at }): Part => {
    const text = lines(plainText(degrade(items, 'email')), MOST_CHARS, known) || t('file')
    const who = line(by?.name ?? '', 60) || chat('team')
    return { kind: 'said', who, at: `${at.slice(0, 16).replace('T', ' ')} UTC`, text }
  })
  return write({
    language,
    fromName: name,
    header: name,
    colours,
    subject: t('subject', { name }),
    preview: t('preview'),
    parts: [
      ...said,
      ...(takesAnswers ? [{ kind: 'text', text: t('byMail') } as const] : []),
      { kind: 'text', text: t('left') },
      { kind: 'quote', text: lines(message, MOST_QUOTED) },
      ...(link === undefined ? [] : [{ kind: 'button', label: t('button'), link } as const]),
    ],
    why: t('why', { name }),
  })
}
