import { startWebsite } from '@parlance/simulators/website/server'
import { afterAll, expect, test } from 'vitest'
import { createSiteInspector } from './inspect-site.ts'
import { msg } from '@parlance/i18n/messages'

const slow = await startWebsite({ delayMs: 5000 })
const site = await startWebsite()
afterAll(() => Promise.all([slow.close(), site.close()]))
const options = { appOrigin: () => 'https://parlance.example', timeoutMs: 15_000, allow: [slow.host, site.host] }
const look = createSiteInspector(options)

test('does not wait for a slow site', async () => {
  const briefLook = createSiteInspector({ ...options, timeoutMs: 400 })
  expect(await briefLook(`${slow.url}/`)).toEqual({ note: msg('site_timeout') })
})

test('reads the beginning of an endless head, and nothing of a body', async () => {
  const page = (head: string) => `<html><head>${head}</head><body><title>Not this</title></body></html>`
  site.set('/long', { body: page(`<title>Lumen</title>${'<meta name="a" content="b">'.repeat(50_000)}`) })
  expect(await look(`${site.url}/long`)).toMatchObject({ site: { name: 'Lumen' } })
  site.set('/latin', {
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(page('<meta charset="iso-8859-1"><title>Caf\u00e9</title>'), 'latin1'),
  })
  expect(await look(`${site.url}/latin`)).toMatchObject({ site: { name: 'Caf\u00e9' } })
})

test('identifies itself in the user agent', async () => {
  await look(`${site.url}/about`)
  expect(site.asked.at(-1)?.headers['user-agent']).toBe('ParlanceCheck/1.0 (+https://parlance.example/bot)')
})
