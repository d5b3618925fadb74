// The mail of a transcript. It is ours but for what was said, and that is text: escaped, without pictures, and without links
// to anywhere the agent's owner does not name, because anybody can say anything to an agent and have it sent to anybody.
import { hostsIn } from '@parlance/core/conversations/addresses'
import type { Message } from '@parlance/core/conversations/conversations'
import { plainText } from '@parlance/core/items/plain'
import { cut } from '@parlance/core/kit/text'
import { lines, type MailContent, type Part } from './letter.ts'
import { write } from './mails.ts'

export interface TranscriptMail {
  /** The agent's title. */
  readonly title: string
  readonly messages: readonly Message[]
  /** What the owner wrote: hosts in it may be linked by mail programs. */
  readonly owned: string
}

const MOST_CHARS = 2000
const WHO: Readonly<Record<Exclude<Message['from'], 'agent'>, string>> = { user: 'You', human: 'Team', system: '' }

/** A name that can be nothing but a name: no address, no second recipient, no line of a header. */
const senderName = (title: string): string =>
  cut(
    title
      .replace(/[\p{C}<>"@,;:\\]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    60,
  ) || 'Chat'

export function transcriptMail({ title, messages, owned }: TranscriptMail): Promise<MailContent> {
  const name = senderName(title)
  const known = hostsIn([owned, ...messages.flatMap(({ sources }) => sources.map(({ url }) => url ?? ''))].join('\n'))
  const said = messages.flatMap((message): Part[] => {
    const text = lines(plainText(message.items), MOST_CHARS, known)
    if (text === '') return []
    const who = message.from === 'agent' ? name : WHO[message.from]
    const at = `${message.at.slice(0, 16).replace('T', ' ')} UTC`
    return [{ kind: 'said', who, at, text }]
  })
  return write({
    lang: 'en',
    fromName: name,
    letterhead: name,
    subject: `Your chat with ${name}`,
    preview: `What was said in your chat with ${name}`,
    parts: said,
    why: 'This mail was sent once, because somebody entered this address in the chat. If it was not you, you can ignore it.',
  })
}
