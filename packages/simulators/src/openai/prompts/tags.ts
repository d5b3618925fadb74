/** Reads tags out of prompts that the product writes; the texts of other people in them are escaped, so none of them can be a tag. Pure. */

export type Attributes = Record<string, string>
export type Tag = { attributes: Attributes; inner: string }

const MOST = 300

/** Undoes the escaping of other people's text between tags. */
export function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

/** The tags of one name in order, as many as a prompt has room for; they do not stand inside of each other. */
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

/** Tags without an inside. */
export function emptyTags(text: string, name: string): Attributes[] {
  const found = text.matchAll(new RegExp(`<${name}((?: \\w+="[^"<]*")*)/>`, 'g'))
  return [...found.take(MOST)].map(([, attributes = '']) => read(attributes))
}

const read = (attributes: string): Attributes =>
  Object.fromEntries(
    Array.from(attributes.matchAll(/(\w+)="([^"<]*)"/g), ([, name = '', value = '']) => [name, unescape(value)]),
  )
