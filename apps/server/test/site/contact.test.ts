// The contact form of the public site mails the operator, and validates without a script.
import { expect, test } from 'vitest'
import type { SiteSettings } from '../../src/lib/settings.ts'
import { startTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'

const SITE: SiteSettings = {
  operator: { name: 'Lumen Ltd', address: '', email: 'hello@lumen.test', country: '' },
  docsUrl: '/help',
  communityUrl: '/help',
  affiliateUrl: '/help',
  legalReviewed: true,
  legalDir: '',
}
const server = await startTestServer({ settings: { site: SITE } })

interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: string
}
const mails = async () =>
  (await call<{ items: SentMail[] }>('GET', `${server.url}/api/sandbox/mails?to=${SITE.operator.email}`, {})).body.items

const GOOD = {
  topic: 'agencies',
  name: 'Ada <b>Lovelace</b>',
  email: 'Ada@Example.test',
  company: 'Engines & Co',
  message: 'We have 40 clients.\r\nCould we talk on Monday?',
}
const send = (given: Record<string, string> = {}, url = server.url, headers: Record<string, string> = {}) =>
  fetch(`${url}/legal/contact`, {
    method: 'POST',
    body: new URLSearchParams({ ...GOOD, ...given }),
    headers: { origin: url, ...headers },
    redirect: 'manual',
  })
/** The text of a page without its markup. */
const textOf = (page: string) => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('mails a message to the operator, who can reply to its author', { timeout: 60_000 }, async () => {
  const answer = await send()
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/legal/contact?sent=1#form'])
  expect(await (await fetch(`${server.url}/legal/contact?sent=1`)).text()).toContain('Thanks for your message')
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1)
  const [mail] = await mails()
  expect(mail).toMatchObject({ replyTo: 'ada@example.test' })
  expect(mail?.subject).toMatch(/^Agencies and white label: message from Ada/)
  for (const words of ['We have 40 clients.', 'Could we talk on Monday?', 'Engines & Co'])
    expect(mail?.text).toContain(words)
  expect(mail?.html).not.toContain('<b>Lovelace')
})

test('keeps what was typed and names each invalid field', async () => {
  const answer = await send({ name: '', email: 'nobody', message: '"><script>x</script>' })
  const page = await answer.text()
  expect(answer.status).toBe(422)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(page).toMatch(/id="name"[^>]*aria-invalid="true" aria-describedby="name-error"/)
  expect(page).toContain('&quot;&gt;&lt;script&gt;x&lt;/script&gt;</textarea>')
  expect(page).toContain('value="nobody"')
  expect(page).toMatch(/<option value="agencies" selected>/)
  const words = textOf(page)
  for (const error of ['Nothing was sent yet.', 'Enter your name.', 'Enter an email address, like you@example.com.'])
    expect(words).toContain(error)
})

test('opens with the topic that a link names', async () => {
  const page = await (await fetch(`${server.url}/legal/contact?topic=agencies`)).text()
  expect(page).toMatch(/<option value="agencies" selected>/)
  expect(page.indexOf('<h1')).toBeLessThan(page.indexOf('<form'))
  const pricing = await (await fetch(`${server.url}/pricing`)).text()
  expect(pricing).toContain('href="/legal/contact?topic=agencies#form"')
  expect(await (await fetch(server.url)).text()).toContain('href="/agencies"')
})

test('refuses messages from other sites, from bots that fill in every field, and in other formats', async () => {
  const before = (await mails()).length
  expect((await send({}, server.url, { origin: 'https://evil.test' })).status).toBe(403)
  expect((await send({ topic_other: 'https://spam.test' })).status).toBe(303)
  const json = await fetch(`${server.url}/legal/contact`, {
    method: 'POST',
    body: JSON.stringify(GOOD),
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(415)
  expect((await send({ message: 'x'.repeat(50_000) })).status).toBe(413)
  // A later message has arrived, so the others would have too.
  expect((await send({ email: 'later@example.test' })).status).toBe(303)
  await expect.poll(async () => (await mails()).at(0)?.replyTo ?? '', { timeout: 20_000 }).toBe('later@example.test')
  expect(await mails()).toHaveLength(before + 1)
}, 60_000)

test('limits messages per sender address, and says when to retry', async () => {
  const limited = await server.anotherNode({ rateLimitScale: 1 })
  for (const _ of [1, 2, 3]) expect((await send({}, limited.url)).status).toBe(303)
  const answer = await send({}, limited.url)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(textOf(await answer.text())).toContain('You’ve sent several messages already. Try again in')
  expect((await send({ email: 'a1@example.test' }, limited.url)).status).toBe(303)
  expect((await send({ email: 'a2@example.test' }, limited.url)).status).toBe(429)
  await limited.close()
}, 60_000)

test('limits messages of all senders together', async () => {
  const limited = await server.anotherNode({ rateLimitScale: 0.02, trustedProxies: 1 })
  const from = (n: number) =>
    send({ email: `b${n}@example.test` }, limited.url, { 'x-forwarded-for': `203.0.113.${n}` })
  for (const n of [1, 2, 3, 4]) expect((await from(n)).status).toBe(303)
  const answer = await from(5)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(textOf(await answer.text())).toContain('We’re getting too many messages just now. Try again in')
  await limited.close()
}, 60_000)

test('shows no form and accepts no message when the operator has no address', async () => {
  const nobody = await server.anotherNode({ site: { ...SITE, operator: { ...SITE.operator, email: '' } } })
  expect(await (await fetch(`${nobody.url}/legal/contact`)).text()).not.toContain('<form')
  expect((await send({}, nobody.url)).status).toBe(404)
  for (const path of ['/pricing', '/agencies'])
    expect(await (await fetch(nobody.url + path)).text()).not.toContain('/legal/contact?topic')
  const cards = (await (await fetch(`${nobody.url}/pricing`)).text()).split('<article class="plan')
  expect(cards.at(-1)).toMatch(/Enterprise[\s\S]*href="\/sign-up\?redirect=[^"]*billing">Ask in Billing</)
  await nobody.close()
}, 60_000)
