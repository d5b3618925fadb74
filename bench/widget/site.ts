// The host page, answered by the browser's own routes: one article for every widget, package files, and a stub API.
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

export const PAGE = 'http://127.0.0.1:8080/'

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

/** `{api}` in the embed code is the stub. */
export const serveSite = (context: BrowserContext, embed: string, folder = '/nowhere'): Promise<unknown> =>
  context.route(`${PAGE}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/')
      return route.fulfill({ contentType: 'text/html', body: article(embed.replaceAll('{api}', `${PAGE}api`)) })
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 })
    if (!pathname.startsWith('/rival/')) return route.fulfill({ json: answer(pathname) })
    const path = join(folder, pathname.slice('/rival/'.length))
    return route.fulfill({ path }).catch(() => route.fulfill({ status: 404 }))
  })
