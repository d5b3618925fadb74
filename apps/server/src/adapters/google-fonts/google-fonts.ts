// Google Fonts over its CSS API: the style sheet of one family and the files it names, through the guarded client.
import type { CssNode } from 'css-tree'
import { type FontFace, FontsUnreachable, type FontsProvider } from '../../modules/agencies/fonts/ports.ts'
import type { Logger } from '../../lib/log.ts'
import { createGuardedFetch } from '../../lib/outbound/guarded-fetch.ts'

export interface GoogleFontsOptions {
  /** Without a trailing slash; set by the operator, so it may be inside the network. */
  readonly baseUrl: string
  readonly log: Logger
  readonly timeoutMs?: number
}

/** The service answers woff2 to browsers that can read it. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
/** All weights of a variable family; the two we draw with of another; the one that every family has. */
const AXES = [':wght@400..700', ':wght@400;700', '']
const FILES_HOST = 'https://fonts.gstatic.com'
const MAX_FILES = 24
const MAX_BYTES = 2_000_000

export function createGoogleFonts({ baseUrl, log, timeoutMs = 10_000 }: GoogleFontsOptions): FontsProvider {
  const { origin, hostname, port, protocol } = new URL(baseUrl)
  const fetch = createGuardedFetch({
    allow: [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`],
    timeoutMs,
    maxBytes: MAX_BYTES,
    maxRedirects: 0,
    onRefused: (reason) => log.info({ reason }, 'a call to the fonts provider failed'),
  })
  const ask = async (url: string): Promise<Response> => {
    try {
      return await fetch(url, { headers: { 'user-agent': USER_AGENT } })
    } catch (cause) {
      throw new FontsUnreachable({ cause })
    }
  }
  const sheetOf = async (family: string): Promise<string | undefined> => {
    for (const axes of AXES) {
      const name = encodeURIComponent(family).replaceAll('%20', '+')
      const response = await ask(`${baseUrl}/css2?family=${name}${axes}&display=swap`)
      if (response.ok) return response.text()
      await response.body?.cancel()
      if (response.status >= 500 || response.status === 429) throw new FontsUnreachable({ cause: response.status })
    }
    return undefined
  }
  const fileAt = async (url: string): Promise<Buffer> => {
    const { origin: from } = new URL(url)
    if (from !== origin && from !== FILES_HOST) throw new FontsUnreachable({ cause: `a file at ${from}` })
    const response = await ask(url)
    const bytes = response.ok ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0)
    if (bytes.subarray(0, 4).toString('latin1') !== 'wOF2') throw new FontsUnreachable({ cause: 'no woff2 file' })
    return bytes
  }
  return {
    async fetchFamily(family) {
      const sheet = await sheetOf(family)
      if (sheet === undefined) return undefined
      const named = (await facesIn(sheet)).slice(0, MAX_FILES)
      if (named.length === 0) throw new FontsUnreachable({ cause: 'no faces in the style sheet' })
      const faces: FontFace[] = []
      const known = new Map<string, Buffer>()
      for (const { url, ...face } of named) {
        const bytes = known.get(url) ?? (await fileAt(url))
        known.set(url, bytes)
        faces.push({ ...face, bytes })
      }
      return faces
    },
  }
}

type NamedFace = Omit<FontFace, 'bytes'> & { readonly url: string }

/** The faces of a style sheet, those for Latin letters first; numbered parts of large families are left out after those. */
async function facesIn(sheet: string): Promise<NamedFace[]> {
  // Its property tables are large, and most agencies use a font of the system.
  const { generate, parse, walk } = await import('css-tree')
  const faces: NamedFace[] = []
  walk(parse(sheet, { onParseError: () => undefined }), (node: CssNode) => {
    if (node.type !== 'Atrule' || node.name !== 'font-face' || !node.block) return
    const said = new Map<string, string>()
    for (const one of node.block.children) if (one.type === 'Declaration') said.set(one.property, generate(one.value))
    const url = /url\(["']?(https?:\/\/[^"')\s]+)["']?\)\s*format\(["']woff2["']\)/.exec(said.get('src') ?? '')?.[1]
    const weight = said.get('font-weight') ?? '400'
    const range = said.get('unicode-range') ?? ''
    if (url === undefined || !/^\d{1,4}( \d{1,4})?$/.test(weight) || !/^[U+0-9A-Fa-f,? -]*$/.test(range)) return
    faces.push({ url, weight, style: said.get('font-style') === 'italic' ? 'italic' : 'normal', range })
  })
  const rank = ({ range }: NamedFace) => (/^U\+0{1,4}-0?0?FF/i.test(range) ? 0 : 1)
  return faces.toSorted((a, b) => rank(a) - rank(b))
}
