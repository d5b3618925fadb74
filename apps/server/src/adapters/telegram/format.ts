// Converts Markdown to Telegram's HTML.
import { type TextStyle, writeMarkdown } from '@parlance/engine/items/formatting'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** Telegram's tags do not nest in themselves. */
const inTag =
  (tag: string) =>
  (inner: string): string =>
    inner.trim() ? `<${tag}>${inner.replaceAll(new RegExp(`</?${tag}>`, 'g'), '')}</${tag}>` : inner

const HTML: TextStyle = {
  text: escape,
  strong: inTag('b'),
  em: inTag('i'),
  del: inTag('s'),
  code: inTag('code'),
  pre: inTag('pre'),
  heading: inTag('b'),
  quote: inTag('blockquote'),
  link: (name, { href, source }) =>
    /^https?:\/\//i.test(href)
      ? `<a href="${escape(href).replaceAll('"', '&quot;')}">${name || escape(href)}</a>`
      : escape(source),
  rule: '———',
  bullet: '• ',
  cell: ' | ',
}

export const telegramHtml = (markdown: string): string => writeMarkdown(markdown, HTML)
