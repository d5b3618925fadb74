// The little Markdown that legal texts need: headings, paragraphs, lists, bold words, links. Everything else stays text.
import { type Html, html } from '../html.ts'

const INLINE = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^()\s]+)\)/g
/** Addresses that a text may link to. */
const LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/

/** Pure and total: text in, markup out; nothing of the text becomes markup by itself. */
export function markdown(text: string): Html[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap((block) => blockOf(block))
}

function blockOf(block: string): Html[] {
  const heading = /^(#{1,3}) +(.+)(?:\n([\s\S]*))?$/.exec(block)
  if (heading) {
    const [, marks = '', title = '', rest = ''] = heading
    return [headingOf(marks.length, title), ...(rest ? blockOf(rest) : [])]
  }
  const lines = block.split('\n')
  if (lines.every((line) => /^[-*] |^ {2,}/.test(line)))
    return [
      html`<ul>
        ${entries(lines).map(entryOf)}
      </ul>`,
    ]
  return [html`<p>${inline(lines.join(' '))}</p>`]
}

const entryOf = (entry: string): Html => html`<li>${inline(entry)}</li>`

/** Lines that are moved in go on with the entry above. */
function entries(lines: readonly string[]): string[] {
  const found: string[] = []
  for (const line of lines) {
    if (/^[-*] /.test(line) || found.length === 0) found.push(line.replace(/^[-*] +|^ +/, ''))
    else found.push(`${found.pop() ?? ''} ${line.trim()}`)
  }
  return found
}

/** By which links of other pages find a part. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function headingOf(level: number, title: string): Html {
  const id = anchorOf(title)
  if (level === 1) return html`<h1>${inline(title)}</h1>`
  return level === 2 ? html`<h2 id="${id}">${inline(title)}</h2>` : html`<h3 id="${id}">${inline(title)}</h3>`
}

function inline(text: string): (Html | string)[] {
  const found: (Html | string)[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, name, address = ''] = match
    found.push(text.slice(from, match.index))
    found.push(markOf(whole, bold, name, address))
    from = match.index + whole.length
  }
  return [...found, text.slice(from)]
}

function markOf(whole: string, bold: string | undefined, name: string | undefined, address: string): Html | string {
  if (bold !== undefined) return html`<strong>${bold}</strong>`
  return LINK.test(address) ? html`<a href="${address}">${name ?? address}</a>` : whole
}
