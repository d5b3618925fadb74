// The mails of accounts. They hold nothing a stranger typed: whoever signs up with your address writes you no text.
import { escapeHtml as escape } from '../../platform/html.ts'
import type { Mail } from '../../platform/mail.ts'

interface Letter {
  readonly subject: string
  readonly lines: readonly string[]
  readonly button: string
  readonly link: string
  readonly closing: string
}

/** `link` is the page that confirms the address. */
export const verificationMail = (to: string, link: string): Mail =>
  render(to, {
    subject: 'Confirm your e-mail address',
    lines: ['Welcome to Parlance.', 'Please confirm that this e-mail address is yours. The link works for 24 hours.'],
    button: 'Confirm e-mail address',
    link,
    closing: 'If you did not create an account, you can ignore this mail.',
  })

/** `link` is the page that asks for the new password. */
export const resetMail = (to: string, link: string): Mail =>
  render(to, {
    subject: 'Set a new password',
    lines: ['Someone asked to set a new password for your Parlance account. The link works once, for 15 minutes.'],
    button: 'Set a new password',
    link,
    closing: 'If it was not you, you can ignore this mail: your password stays as it is.',
  })

function render(to: string, { subject, lines, button, link, closing }: Letter): Mail {
  const text = [...lines, `${button}:\n${link}`, closing].join('\n\n')
  const paragraphs = lines.map((line) => `<p>${escape(line)}</p>`).join('\n')
  const href = escape(link)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#f6f6f7;color:#1c1c20;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject)}</h1>
${paragraphs}
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#5147d6;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escape(button)}</a></p>
<p>If the button does not work, open this address:<br><a href="${href}" style="color:#4a40c4;word-break:break-all">${href}</a></p>
<p style="color:#55555f">${escape(closing)}</p>
</main>
</body>
</html>
`
  return { to, subject, text: `${text}\n`, html }
}
