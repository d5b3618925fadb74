/** The first http(s) link of a mail's text; undefined when there is none. */
export function firstLink(text: string): string | undefined {
  return /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0]
}

/** A mail's page whose links open in the whole window: inside the frame no page of ours may show. */
export function linksToTop(html: string): string {
  const base = '<base target="_top">'
  const head = /<head(\s[^>]*)?>/i.exec(html)
  if (!head) return base + html
  const end = head.index + head[0].length
  return html.slice(0, end) + base + html.slice(end)
}
