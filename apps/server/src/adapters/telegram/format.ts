// Converts Markdown to Telegram's HTML. Unknown markup stays text, and user input never becomes a tag.

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** Marks formatted text; users cannot type this character. */
const MARK = '\u{E000}'

export function telegramHtml(markdown: string): string {
  const done: string[] = []
  const keep = (html: string) => `${MARK}${done.push(html) - 1}${MARK}`
  const text = markdown
    .replaceAll(MARK, '')
    .replaceAll(/```[\w-]*\n?([\s\S]*?)```/g, (_all, code: string) => keep(`<pre>${escape(code.trimEnd())}</pre>`))
    .replaceAll(/`([^`\n]+)`/g, (_all, code: string) => keep(`<code>${escape(code)}</code>`))
    .replaceAll(/!?\[([^\][]*)\]\((https?:\/\/[^\s)]+)(?:\s+"[^"]*")?\)/g, (_all, name: string, url: string) =>
      keep(`<a href="${escape(url).replaceAll('"', '&quot;')}">${escape(name || url)}</a>`),
    )
  const html = escape(text)
    .replaceAll(/^#{1,6}\s+(.+)$/gm, '<b>$1</b>')
    .replaceAll(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replaceAll(/^(?:&gt;\s?.*(?:\n|$))+/gm, (quote) => {
      const lines = quote.replaceAll(/^&gt;\s?/gm, '').trimEnd()
      return `<blockquote>${lines}</blockquote>${quote.endsWith('\n') ? '\n' : ''}`
    })
    .replaceAll(/\*\*(?=\S)([^*\n]+?)\*\*/g, '<b>$1</b>')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, '<i>$1</i>')
    .replaceAll(/~~(?=\S)([^~\n]+?)~~/g, '<s>$1</s>')
  return html.replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_all, at: string) => done[Number(at)] ?? '')
}
