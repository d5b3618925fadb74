import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeenPage } from '@parlance/contract/widget/embed'
import { afterEach, describe, expect, test } from 'vitest'
import { createPageInspector, type PageInspectorOptions } from './inspect-page.ts'
import { readHtml } from './embed-html.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = Parameters<typeof createServer>[1] & {}
async function site(answer: Answer): Promise<{ url: string; host: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url ?? '')
    answer(req, res)
  })
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/`, host, asked }
}
const html = { 'content-type': 'text/html; charset=utf-8' }
const looking = (allow: string[], more: Partial<PageInspectorOptions> = {}) =>
  createPageInspector({ allow, appOrigin: () => 'https://chat.example', ...more })
async function seen(url: string, allow: string[], more?: Partial<PageInspectorOptions>): Promise<SeenPage> {
  const got = await looking(allow, more)(url)
  if ('unread' in got) throw new Error(got.unread)
  return got
}

describe('inspecting a page', () => {
  test('returns scripts, policies and the final URL', async () => {
    const { url, host } = await site((req, res) => {
      if (req.url === '/') return res.writeHead(301, { location: '/shop#top' }).end()
      res.writeHead(200, { ...html, 'content-security-policy': "script-src 'self'" }).end(`<!doctype html>
        <base href="/deep/"><meta http-equiv="Content-Security-Policy" content="img-src *">
        <script nonce="n1" src="https://chat.example/widget.js" data-agent="AbCd" data-region=na DATA-RENDER='popup' defer></script>
        <noscript><script src="/widget.js" data-agent="x"></script></noscript>
        <script>window.VG_CONFIG = { ID: "a&amp;b" }</script><!-- <script src="https://chat.example/widget.js"> -->`)
    })
    const page = await seen(url, [host])
    expect(page).toMatchObject({
      url: `${url}shop`,
      redirects: [url],
      status: 200,
      isHtml: true,
      base: `${url}deep/`,
      commented: true,
      cut: false,
      policies: [
        { where: 'header', text: "script-src 'self'" },
        { where: 'meta', text: 'img-src *' },
      ],
    })
    expect(page.scripts).toEqual([
      {
        src: 'https://chat.example/widget.js',
        type: '',
        nonce: 'n1',
        agent: 'AbCd',
        region: 'na',
        render: 'popup',
        text: '',
        inert: false,
      },
      expect.objectContaining({ src: '/widget.js', agent: 'x', inert: true }),
      expect.objectContaining({ src: '', text: 'window.VG_CONFIG = { ID: "a&amp;b" }', inert: false }),
    ])
  })

  test('rejects non-pages and errors', async () => {
    const { url, host } = await site((req, res) => {
      if (req.url === '/gone') return res.writeHead(410, html).end('gone')
      res.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
    })
    expect(await seen(url, [host])).toMatchObject({ isHtml: false, contentType: 'application/pdf', scripts: [] })
    expect(await seen(`${url}gone`, [host])).toMatchObject({ status: 410, scripts: [] })
  })

  test('judges an endless page by its beginning, and gives up on a silent one', async () => {
    const { url, host } = await site((req, res) => {
      res.writeHead(200, html)
      if (req.url === '/silent') return void res.write('<p>')
      const more = () => {
        while (res.write(' '.repeat(65_536)));
        res.once('drain', more)
      }
      more()
    })
    expect(await seen(url, [host])).toMatchObject({ cut: true, scripts: [] })
    expect(await looking([host], { timeoutMs: 300 })(`${url}silent`)).toEqual({ unread: 'timeout' })
  })

  test('gives up on endless redirects', async () => {
    const { url, host } = await site((req, res) =>
      res.writeHead(302, { location: `/${Number(req.url?.slice(1)) + 1}` }).end(),
    )
    expect(await looking([host])(url)).toEqual({ unread: 'redirects' })
    const loop = await site((_, res) => res.writeHead(302, { location: '/' }).end())
    expect(await looking([loop.host])(loop.url)).toEqual({ unread: 'redirects' })
  })
})

describe('refuses private addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://metadata.google.internal/',
    'https://user:password@example.com/',
    'http://example.com:22/',
    'http://nothing.invalid/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ])('%s', async (url) => {
    const look = looking([], { resolve: () => Promise.resolve([{ address: '10.1.2.3', family: 4 }]) })
    expect(await look(url)).toEqual({ unread: 'not-public' })
  })

  test('does not follow a public page to a private address', async () => {
    const inside = await site((_, res) => res.writeHead(200, html).end('<p>secret'))
    const outside = await site((_, res) => res.writeHead(302, { location: inside.url }).end())
    expect(await looking([outside.host])(outside.url)).toEqual({ unread: 'not-public' })
    expect(inside.asked).toEqual([])
  })

  test('treats a name with a private address like an unknown one', async () => {
    const inward = looking([], { resolve: () => Promise.resolve([{ address: '192.168.0.9', family: 4 }]) })
    const nowhere = looking([], {
      resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    })
    expect(await inward('http://intranet.example/')).toEqual(await nowhere('http://nothing.example/'))
  })
})

describe('bounds the time for slow pages', () => {
  test.each([
    ['nested without end', '<div>'.repeat(300_000)],
    ['closed without being opened', '<b>'.repeat(900) + '</i>'.repeat(400_000)],
    ['scripts without end', '<script>'.repeat(200_000)],
    ['attributes without end', `<script ${'a=b '.repeat(400_000)}>`],
    ['many scripts', '<script src=a></script>'.repeat(80_000)],
  ])('%s', async (_, text) => {
    const started = performance.now()
    await readHtml(text)
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
