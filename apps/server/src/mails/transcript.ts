// The transcript mail. Messages are untrusted text: escaped, without pictures, and with links only to sites named by
// the agent's owner, because anyone can have any text sent to anyone.
import type { Language } from '@parlance/contract/accounts/languages'
import type { MailColours } from '@parlance/contract/agencies/theme'
import { hostsIn } from './hosts.ts'
import type { Message } from '@parlance/contract/conversations/schemas'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { plainText } from '@parlance/contract/items/plain'
import { cut } from '@parlance/contract/lib/text'
import { lines, type MailContent, type Part } from './email-document.ts'
import { write } from './mails.ts'
import { emailTexts } from './texts.ts'

/** The recipient: the visitor on request, the visitor by a teammate, or a teammate. */
export type TranscriptReader = 'visitor' | 'sentVisitor' | 'team'

export interface TranscriptMail {
  readonly language: Language
  readonly title: string
  readonly messages: readonly Message[]
  /** The owner's text: hosts in it may be linked. */
  readonly owned: string
  readonly reader: TranscriptReader
  readonly colours?: MailColours | undefined
}

const MOST_CHARS = 2000

/** Sanitizes a display name: no address, no second recipient, no header injection. */
export const senderName = (title: string, otherwise: string): string =>
  cut(
    title
      .replace(/[\p{C}<>"@,;:\\]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    60,
  ) || otherwise

const WHY = { visitor: 'why', sentVisitor: 'sentWhy', team: 'teamWhy' } as const

export async function transcriptMail({
  language,
  title,
  messages,
  owned,
  reader,
  colours,
}: TranscriptMail): Promise<MailContent> {
  const t = await emailTexts(language, 'transcript')
  const name = senderName(title, t('chat'))
  const isTeam = reader === 'team'
  const who = { agent: name, user: t(isTeam ? 'visitor' : 'you'), human: t('team'), system: '' } satisfies Record<
    Message['from'],
    string
  >
  const known = hostsIn([owned, ...messages.flatMap(({ sources }) => sources.map(({ url }) => url ?? ''))].join('\n'))
  const said = messages.flatMap((message): Part[] => {
    const notice = message.from === 'system' ? noticeKind(message.id) : undefined
    const text = notice ? t(`notices.${notice}`) : lines(plainText(message.items), MOST_CHARS, known)
    if (text === '') return []
    const at = `${message.at.slice(0, 16).replace('T', ' ')} UTC`
    return [{ kind: 'said', who: who[message.from], at, text }]
  })
  return write({
    language,
    fromName: name,
    header: name,
    colours,
    subject: t(isTeam ? 'teamSubject' : 'subject', { name }),
    preview: t(isTeam ? 'teamSubject' : 'preview', { name }),
    parts: said,
    why: t(WHY[reader]),
  })
}
