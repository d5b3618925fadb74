// The host page's server: one article for every widget, package files, and a stub API.
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import type { AddressInfo } from 'node:net'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.ico': 'image/x-icon',
}

const article = (embed: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Lumen lamps</title></head>
<body><main><h1>Lumen lamps</h1>${'<p>Handmade in the harbour, one at a time, for rooms that are lived in.</p>'.repeat(12)}</main>
${embed}</body></html>`

/** What each package requests before its first message. */
function answer(path: string): unknown {
  if (path.endsWith('/startChat'))
    return {
      sessionId: 's',
      resultId: 'r',
      typebot: { id: 't', version: '6', theme: {}, settings: {} },
      messages: [
        {
          id: 'm',
          type: 'text',
          content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Hi! How can I help?' }] }] },
        },
      ],
      input: { id: 'i', type: 'text input', options: {} },
    }
  if (path.includes('isStreaming') || path.includes('chatflows-streaming')) return { isStreaming: false }
  return {}
}

export interface BenchSite {
  readonly url: string
  readonly show: (embed: string, folder: string | undefined) => void
  readonly close: () => Promise<void>
}

export async function openBenchSite(): Promise<BenchSite> {
  let shown: { embed: string; folder: string | undefined } = { embed: '', folder: undefined }
  const file = (res: ServerResponse, path: string) => {
    const wanted = normalize(join(shown.folder ?? '/nowhere', path))
    try {
      if (!shown.folder || !wanted.startsWith(shown.folder)) throw new Error('outside')
      const body = readFileSync(wanted)
      res.writeHead(200, { 'content-type': TYPES[extname(wanted)] ?? 'application/octet-stream' }).end(body)
    } catch {
      res.writeHead(404).end()
    }
  }
  const server = createServer((req, res) => {
    const path = (req.url ?? '/').split('?')[0] ?? '/'
    if (path === '/favicon.ico') return void res.writeHead(204).end()
    if (path.startsWith('/rival/')) return file(res, path.slice('/rival/'.length))
    if (path === '/') {
      const html = article(shown.embed.replaceAll('{api}', `http://${req.headers.host ?? ''}/api`))
      return void res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    }
    return void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(path)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    show: (embed, folder) => {
      shown = { embed, folder }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
