// Converts Markdown to WhatsApp's formatting.
import { PLAIN, type TextStyle, writeMarkdown } from '@parlance/engine/items/formatting'

const between =
  (sign: string) =>
  (inner: string): string =>
    inner.trim() ? `${sign}${inner}${sign}` : inner

const WHATSAPP: TextStyle = {
  ...PLAIN,
  strong: between('*'),
  em: between('_'),
  del: between('~'),
  code: between('`'),
  pre: between('```'),
  // Marks of the same kind don't nest.
  heading: (inner) => `*${inner.replaceAll('*', '').trim()}*`,
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  link: (name, link) => (/^https?:\/\//i.test(link.href) ? PLAIN.link(name, link) : link.source),
}

export const whatsappText = (markdown: string): string => writeMarkdown(markdown, WHATSAPP)
