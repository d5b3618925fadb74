/** Parses the tags in the product's prompts. Texts of other people are escaped, so they can't contain a tag. */

export type Attributes = Record<string, string>
export type Tag = { attributes: Attributes; inner: string }

const MOST = 300

export function unescape(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ESCAPED[name] ?? '')
}
const ESCAPED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The tags of one name in order, up to the limit of a prompt; they are never nested. */
export function tags(text: string, name: string): Tag[] {
  const opening = new RegExp(`<${name}((?: \\w+="[^"<]*")*)>`, 'g')
  const closing = `</${name}>`
  const found: Tag[] = []
  for (let open = opening.exec(text); open && found.length < MOST; open = opening.exec(text)) {
    const end = text.indexOf(closing, opening.lastIndex)
    if (end < 0) break
    found.push({ attributes: read(open[1] ?? ''), inner: unescape(text.slice(opening.lastIndex, end)).trim() })
    opening.lastIndex = end + closing.length
  }
  return found
}

/** The text of the first tag of a name; empty without one. */
export const tagged = (text: string, name: string): string => tags(text, name)[0]?.inner ?? ''

/** Tags without content. */
export function emptyTags(text: string, name: string): Attributes[] {
  const found = text.matchAll(new RegExp(`<${name}((?: \\w+="[^"<]*")*)/>`, 'g'))
  return [...found.take(MOST)].map(([, attributes = '']) => read(attributes))
}

const read = (attributes: string): Attributes =>
  Object.fromEntries(
    Array.from(attributes.matchAll(/(\w+)="([^"<]*)"/g), ([, name = '', value = '']) => [name, unescape(value)]),
  )
