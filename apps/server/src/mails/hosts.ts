// Defuses URLs in untrusted text: mail programs turn whatever looks like one into a link.

const PIECE = /[\p{L}\p{N}_.-]+/gu
const looksLikeHost = (text: string): boolean => {
  const labels = text.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && /^\p{L}[\p{L}\p{N}-]+$/u.test(last)
}
const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** Hosts that a text names, in lower case and without `www.`. */
export function hostsIn(text: string): Set<string> {
  const found = text.match(PIECE) ?? []
  return new Set(
    found
      .map((piece) => piece.replace(/^\.+|\.+$/g, ''))
      .filter(looksLikeHost)
      .map(bare),
  )
}

/** Defuses URLs except those of `known` hosts: `evil[.]example`, `https[:]//1.2.3.4`. */
export function withoutLinks(text: string, known: ReadonlySet<string>): string {
  return text
    .replace(/:\/\/(?=([^\s/?#]*))/g, (whole, host: string) => (known.has(bare(host)) ? whole : '[:]//'))
    .replace(PIECE, (piece) => {
      const [, before = '', host = '', after = ''] = /^(\.*)(.*?)(\.*)$/.exec(piece) ?? []
      return looksLikeHost(host) && !known.has(bare(host)) ? before + host.replaceAll('.', '[.]') + after : piece
    })
}
