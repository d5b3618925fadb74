/** Pages of hostile sites: endless bodies, compression bombs, redirect loops, redirects to internal addresses. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { html, prose } from './pages.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const BLOCK = Buffer.from(`<p>${'again and again '.repeat(4000)}</p>`)
const GIGABYTE = 1024 ** 3

/** Writes until the connection closes. */
function pour(response: ServerResponse, bytes: number): void {
  let sent = 0
  const more = () => {
    while (sent < bytes && !response.destroyed) {
      sent += BLOCK.byteLength
      if (!response.write(BLOCK)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

/** Sends a few bytes at intervals, without end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, HTML).write('<!doctype html><title>Slow</title>')
  const timer = setInterval(() => response.write('<p>more</p>'), 50)
  response.once('close', () => clearInterval(timer))
}

const redirect =
  (to: string | ((url: URL) => string), status = 302): Handler =>
  (_request, response, url) =>
    void response.writeHead(status, { location: typeof to === 'string' ? to : to(url) }).end()

let bomb: Buffer | undefined
/** A gzip bomb: a thousand times larger when unpacked. */
const packedBomb = (): Buffer => (bomb ??= gzipSync(Buffer.alloc(60_000_000, 'a'), { level: 1 }))

function calendar(response: ServerResponse, url: URL): void {
  const year = Number(url.searchParams.get('year') ?? 2026)
  const month = Number(url.searchParams.get('month') ?? 1)
  const at = (plus: number) => {
    const next = new Date(Date.UTC(year, month - 1 + plus, 1))
    return `/calendar?year=${next.getUTCFullYear()}&month=${next.getUTCMonth() + 1}`
  }
  response.writeHead(200, HTML)
  response.end(
    html({ title: `Calendar ${year}-${month}`, text: prose(year * 12 + month), links: [at(1), at(-1), at(12)] }),
  )
}

export const HOSTILE: Readonly<Record<string, Handler>> = {
  '/loop/a': redirect('/loop/b'),
  '/loop/b': redirect('/loop/a', 301),
  '/forever': redirect((url) => `/forever?n=${Number(url.searchParams.get('n') ?? 0) + 1}`),
  '/inside': redirect('http://127.0.0.1:1/'),
  '/inside/metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/inside/mapped': redirect('http://[::ffff:7f00:1]/'),
  '/inside/file': redirect('file:///etc/passwd'),
  '/nowhere': redirect('http://', 302),
  '/calendar': (_request, response, url) => calendar(response, url),
  '/deeper': (_request, response) =>
    void response.writeHead(200, HTML).end(html({ title: 'Deeper', text: prose(77), links: ['deeper/more/'] })),
  '/stream': (_request, response) => drip(response),
  '/silent': () => undefined,
  '/half': (_request, response) => void response.writeHead(200, HTML).write('<p>begun'),
  '/huge': (_request, response) => pour(response.writeHead(200, HTML), GIGABYTE),
  '/huge/declared': (_request, response) =>
    pour(response.writeHead(200, { ...HTML, 'content-length': String(GIGABYTE) }), GIGABYTE),
  '/bomb': (_request, response) =>
    void response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(packedBomb()),
  '/sitemap-bomb.xml.gz': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/gzip' }).end(packedBomb()),
  '/broken': (_request, response) => void response.writeHead(200, HTML).write('<p>cut', () => response.destroy()),
}
