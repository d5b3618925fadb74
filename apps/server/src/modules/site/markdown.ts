import { Marked, type Tokens } from 'marked'
import { type Html, raw } from './html.ts'

/** Allowed link targets. */
const LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/

interface Options {
  /** Renders a picture by its file name; without it pictures stay text. */
  readonly picture?: (name: string, alt: string) => string
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Pure and total. */
export function markdown(text: string, { picture }: Options = {}): Html {
  const marked = new Marked({
    renderer: {
      html: ({ text: source }: Tokens.HTML | Tokens.Tag) => escape(source),
      heading({ tokens, depth, text: title }) {
        const id = depth > 1 ? ` id="${anchorOf(title)}"` : ''
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens, raw: source }) {
        if (!LINK.test(href)) return escape(source)
        const away = /^https?:/.test(href) ? ' rel="noopener"' : ''
        return `<a href="${escape(href)}"${away}>${this.parser.parseInline(tokens)}</a>`
      },
      // Focusable, so that long lines can be scrolled by keyboard.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escape(code)}</code></pre>\n`,
      image: ({ href, text: alt, raw: source }) => picture?.(href, escape(alt)) ?? escape(source),
    },
  })
  return raw(marked.parse(text, { async: false }))
}
