// The mail of a transcript. It is ours but for what was said, and that is text: escaped, without pictures, and without links
// to anywhere the agent's owner does not name, because anybody can say anything to an agent and have it sent to anybody.
import { hostsIn, withoutLinks } from '@parlance/core/conversations/addresses'
import type { Message } from '@parlance/core/conversations/conversations'
import { plainText } from '@parlance/core/items/plain'
import { cut } from '@parlance/core/kit/text'
import { escapeHtml } from '../../platform/html.ts'
import type { Mail } from '../../platform/mail.ts'

export interface TranscriptLetter {
  readonly to: string
  /** The agent's title. */
  readonly title: string
  readonly messages: readonly Message[]
  /** What the owner wrote: hosts in it may be linked by mail programs. */
  readonly owned: string
}

const MOST_CHARS = 2000
const WHO: Readonly<Record<Exclude<Message['from'], 'agent'>, string>> = { user: 'You', human: 'Team', system: '' }

/** A name that can be nothing but a name: no address, no second recipient, no line of a header. */
export const senderName = (title: string): string =>
  cut(
    title
      .replace(/[\p{C}<>"@,;:\\]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    60,
  ) || 'Chat'

export function transcriptMail({ to, title, messages, owned }: TranscriptLetter): Mail {
  const name = senderName(title)
  const known = hostsIn([owned, ...messages.flatMap(({ sources }) => sources.map(({ url }) => url ?? ''))].join('\n'))
  const said = messages.flatMap((message) => {
    const text = cut(plainText(message.items).trim(), MOST_CHARS)
    if (text === '') return []
    return [
      {
        who: message.from === 'agent' ? name : WHO[message.from],
        at: `${message.at.slice(0, 16).replace('T', ' ')} UTC`,
        text: withoutLinks(text, known),
      },
    ]
  })
  const subject = `Your chat with ${name}`
  const closing =
    'This mail was sent once, because somebody entered this address in the chat. If it was not you, you can ignore it.'
  const lines = said.map(({ who, at, text }) => (who ? `${who} (${at}):\n${text}` : `${text} (${at})`))
  return {
    fromName: name,
    to,
    subject,
    text: `${[subject, ...lines, closing].join('\n\n')}\n`,
    html: page(subject, said.map(paragraph).join('\n'), closing),
  }
}

const paragraph = ({ who, at, text }: { who: string; at: string; text: string }) => {
  const words = escapeHtml(text).replaceAll('\n', '<br>')
  const when = `<span style="color:#55555f;font-size:13px">${escapeHtml(at)}</span>`
  return who
    ? `<p style="margin:0 0 16px;overflow-wrap:anywhere"><strong>${escapeHtml(who)}</strong> ${when}<br>${words}</p>`
    : `<p style="margin:0 0 16px;color:#55555f;text-align:center">${words} ${when}</p>`
}

const page = (subject: string, said: string, closing: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#f6f6f7;color:#1c1c20;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${said}
<p style="margin:24px 0 0;color:#55555f">${escapeHtml(closing)}</p>
</main>
</body>
</html>
`
