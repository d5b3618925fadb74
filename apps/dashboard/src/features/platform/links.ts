/** The first http(s) link in a mail's text, if any. */
export function firstLink(text: string): string | undefined {
  return /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0]
}

/** A mail's HTML with links that open in the top window: pages of ours can't load in the frame. */
export function linksToTop(html: string): string {
  const base = '<base target="_top">'
  const head = /<head(\s[^>]*)?>/i.exec(html)
  if (!head) return base + html
  const end = head.index + head[0].length
  return html.slice(0, end) + base + html.slice(end)
}
