/** A loopback server with the CSS API of Google Fonts (`GET /css2`) and its woff2 files. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Known families. All but two use Rubik's glyphs: only the names matter here. */
const FAMILIES: Readonly<Record<string, 'rubik' | 'dm-sans'>> = {
  Rubik: 'rubik',
  'DM Sans': 'dm-sans',
  Inter: 'rubik',
  Lato: 'rubik',
  Lora: 'rubik',
  Montserrat: 'rubik',
  Nunito: 'rubik',
  'Open Sans': 'rubik',
  Poppins: 'rubik',
  Roboto: 'rubik',
}
/** Families without a weight range, like many real ones. */
const STATIC = new Set(['Lato', 'Poppins'])
const SUBSETS = {
  'latin-ext': 'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+20A0-20AB',
  latin: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122',
} as const

/** `down`: 503 · `hang`: no answer · `foreign`: a style sheet that names a file elsewhere. */
export type FontsFault = 'down' | 'hang' | 'foreign'

export interface FontsSimulator {
  readonly url: string
  /** Requested paths and queries, oldest first. */
  readonly asked: string[]
  /** Makes every response fail like this; without a fault it works again. */
  readonly fail: (fault?: FontsFault) => void
  readonly close: () => Promise<void>
}

/** Starts it on 127.0.0.1; 0, the default, takes a free port. */
export async function startFonts({ port = 0 }: { readonly port?: number } = {}): Promise<FontsSimulator> {
  const asked: string[] = []
  let fault: FontsFault | undefined
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (fault === 'hang') return
    if (fault === 'down') return void response.writeHead(503).end()
    answer(request, response, fault === 'foreign' ? 'https://files.example' : `http://${request.headers.host ?? ''}`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fonts simulator has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    fail: (next) => void (fault = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const url = new URL(request.url ?? '/', 'http://fonts')
  const file = /^\/s\/(rubik|dm-sans)\/v1\/(latin|latin-ext)\.woff2$/.exec(url.pathname)
  if (request.method !== 'GET') return void response.writeHead(405).end()
  if (file) {
    const [, family = '', subset = ''] = file
    const bytes = readFileSync(join(folderOf(family), `files/${family}-${subset}-wght-normal.woff2`))
    return void response.writeHead(200, { 'content-type': 'font/woff2', 'access-control-allow-origin': '*' }).end(bytes)
  }
  if (url.pathname !== '/css2') return void response.writeHead(404).end()
  const sheet = sheetOf(url.searchParams.getAll('family'), request.headers['user-agent'] ?? '', origin)
  if (sheet === undefined)
    return void response
      .writeHead(400, { 'content-type': 'text/html; charset=utf-8' })
      .end('<title>Error 400 (Bad Request)!!1</title> Font family not found.')
  response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(sheet)
}

const folderOf = (family: string) =>
  dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`))

/** Undefined when a family or its requested weights do not exist. */
function sheetOf(families: readonly string[], userAgent: string, origin: string): string | undefined {
  if (families.length === 0) return undefined
  const blocks: string[] = []
  for (const asked of families) {
    const [name = '', axes] = asked.split(':')
    if (!Object.hasOwn(FAMILIES, name)) return undefined
    const weights = weightsOf(axes)
    if (weights === undefined || (STATIC.has(name) && weights.some((weight) => weight.includes(' ')))) return undefined
    // Old browsers get one TrueType file.
    const isModern = /Chrome\/\d{2,3}|Firefox\/\d{2,3}|Version\/1[0-9]/.test(userAgent)
    for (const weight of weights)
      for (const [subset, range] of Object.entries(SUBSETS))
        blocks.push(
          `/* ${subset} */\n@font-face {\n  font-family: '${name}';\n  font-style: normal;\n  font-weight: ${weight};\n  font-display: swap;\n` +
            `  src: url(${origin}/s/${FAMILIES[name] ?? ''}/v1/${subset}.${isModern ? 'woff2' : 'ttf'}) format('${isModern ? 'woff2' : 'truetype'}');\n  unicode-range: ${range};\n}`,
        )
  }
  return `${blocks.join('\n')}\n`
}

/** `wght@400..700` is one variable face, `wght@400;700` are two faces; anything else is invalid. */
function weightsOf(axes: string | undefined): string[] | undefined {
  if (axes === undefined) return ['400']
  const list = /^wght@([\d.;]+)$/.exec(axes)?.[1]?.split(';')
  return list?.every((one) => /^\d{3}(\.\.\d{3})?$/.test(one)) ? list.map((one) => one.replace('..', ' ')) : undefined
}
