// Webhooks: an endpoint is created and tested, deliveries are inspected, failures are replayed.
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Owner, setStage, testAll } from './harness.ts'
import { button, dialog, SLOW } from './knowledge.ts'
import { inspect, look, type PageOptions, expectAccessible } from './pages.ts'
import { sitePort } from './product.ts'

/** `refusesFirst`: only the first attempt of each delivery fails. */
const answers = { status: 204, refusesFirst: false }
const received: { id: string; body: string }[] = []
const endpoint = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const id = String(request.headers['webhook-id'])
    const isRefused = answers.refusesFirst && !received.some((one) => one.id === id)
    const status = isRefused ? 500 : answers.status
    received.push({ id, body: Buffer.concat(parts).toString() })
    response.writeHead(status).end(status === 500 ? 'The shop is closed.' : '')
  })
})
let address = ''
const stage = setStage()
beforeAll(async () => {
  address = `127.0.0.1:${sitePort()}`
  await new Promise<void>((resolve) => endpoint.listen(sitePort(), '127.0.0.1', resolve))
})
afterAll(() => endpoint.close())

const open = async (owner: Owner, query = '', options: PageOptions = {}) => {
  const page = await stage.newPage(options)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/events${query}`)
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
  return page
}
const row = (page: Page, type: string) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: type })
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

test('an owner sets up an endpoint and sees deliveries arrive, fail and be replayed', async () => {
  received.length = 0
  answers.status = 204
  const owner = await stage.owner()
  const page = await open(owner)
  await page.getByText('No deliveries yet').waitFor()
  await button(page, 'Add endpoint').click()

  // Validation errors of the client and the server are shown at the field.
  const field = page.getByRole('textbox', { name: 'URL' })
  await field.fill('shop.example')
  await button(page, 'Save').click()
  await page.getByText('Enter an address that starts with https:// or http://.').waitFor()
  expect(await button(page, 'Send test event').isDisabled()).toBe(true)
  await field.fill(`http://${address}/hook`)
  await page.getByText('Without https://, others can read').waitFor()
  await button(page, 'Example: agent_created').click()
  await page.getByText('"type": "agent_created"').waitFor()
  await page.getByRole('checkbox', { name: 'agent_created' }).check()
  await button(page, 'Save').click()
  await page.getByText('Endpoint saved.').waitFor()
  await page.getByLabel('Signing secret', { exact: true }).first().waitFor()
  await page.getByText('timingSafeEqual').first().waitFor()
  await page.getByText('Python').click()
  await page.getByText('hmac.compare_digest').first().waitFor()

  await button(page, 'Send test event').click()
  await page.getByText(/Test delivered: status 204/).waitFor(SLOW)
  expect(received[0]?.body).toContain('webhook_test')
  answers.status = 500
  await button(page, 'Send test event').click()
  await page.getByText('The endpoint rejected the test event.').waitFor(SLOW)
  await button(page, 'View details').click()
  await dialog(page, 'webhook_test').getByText('The shop is closed.').waitFor()
  await page.keyboard.press('Escape')

  // Creates an agent while the endpoint is broken: the delivery is retried and shows why.
  Object.assign(answers, { status: 204, refusesFirst: true })
  await owner.agent('Tea shop')
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: 'agent_created' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('agent_created')
  await row(page, 'agent_created').getByText('Delivered', { exact: true }).waitFor(SLOW)
  await row(page, 'agent_created').getByRole('button').click()
  const drawer = dialog(page, 'agent_created')
  await drawer.getByText('Attempt 2').waitFor()
  await drawer.getByText('The endpoint returned 500.').waitFor()
  answers.refusesFirst = false
  await drawer.getByText('webhook-signature', { exact: false }).waitFor()
  await button(drawer, 'Replay').click()
  await drawer.getByText('Open original delivery').waitFor(SLOW)
  await drawer.getByText('Status 204').waitFor(SLOW)
  const ids = new Set(received.filter(({ body }) => body.includes('agent_created')).map(({ id }) => id))
  expect(ids.size).toBe(2)
  await page.keyboard.press('Escape')
  await button(page, 'Replay failed').click()
  await button(dialog(page, 'Replay failed events'), 'Replay').click()
  await page.getByText('No failed events since then.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Log' }).click()
  await page
    .getByText('The event agent_created couldn’t be delivered. We’ll try again.', { exact: false })
    .first()
    .waitFor()
})

testAll('deliveries that wait for hours are replayed once the endpoint passes a test', async () => {
  received.length = 0
  Object.assign(answers, { status: 500, refusesFirst: false })
  const owner = await stage.owner()
  const page = await open(owner, '?tab=endpoint')
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://${address}/hook`)
  await page.getByRole('checkbox', { name: 'agent_created' }).check()
  await button(page, 'Save').click()
  await page.getByText('Endpoint saved.').waitFor()

  // The mail links to deliveries that wait for hours; they can be replayed once the endpoint passes a test.
  await owner.agent('Tea house')
  await page.goto(`${stage.url}/app/eu/events?state=undelivered&type=agent_created`)
  await row(page, 'agent_created').getByText('2 attempts').waitFor(SLOW)
  answers.status = 204
  const before = received.length
  await page.getByRole('tab', { name: 'Endpoint' }).click()
  await button(page, 'Send test event').click()
  await button(page, 'Retry all waiting').waitFor()
  await look(page, 'events-offer-wide-light')
  await button(page, 'Retry all waiting').click()
  await page.getByText('Retrying 1 event now.').waitFor()
  await page.goto(`${stage.url}/app/eu/events?state=undelivered&type=agent_created`)
  await page.getByText('No deliveries match these filters.').waitFor(SLOW)
  const late = received.slice(before).filter(({ body }) => body.includes('agent_created'))
  expect(late).toHaveLength(1)
  expect(received.filter(({ id }) => id === late[0]?.id)).toHaveLength(3)
})

testAll('every part can be looked at, light and dark, wide and on a phone', async () => {
  const owner = await stage.owner()
  const empty = await open(owner)
  await empty.getByText('No deliveries yet').waitFor()
  await look(empty, 'events-empty-wide-light')
  await expectAccessible(empty)
  const setUp = await open(owner, '?tab=endpoint')
  await setUp.getByRole('textbox', { name: 'URL' }).fill(`http://${address}/hook`)
  await button(setUp, 'Select all').click()
  await button(setUp, 'Save').click()
  await setUp.getByText('Endpoint saved.').waitFor()
  answers.status = 500
  await owner.agent('Harbour helper')
  const made = `/v2/workspaces/${owner.uid}/events/deliveries?type=agent_created`
  const first = async () => (await owner.get<{ items: { id: string; lastStatus: number }[] }>(made)).items[0]
  await expect.poll(async () => (await first())?.lastStatus).toBe(500)
  const id = (await first())?.id ?? ''
  const parts = [
    ['list', '', 'returned 500'],
    ['drawer', `?delivery=${id}`, 'Attempt 1'],
    ['endpoint', '?tab=endpoint', 'Verify the signature'],
    ['log', '?tab=log', 'event_failed'],
  ] as const
  for (const size of [WIDE, PHONE]) {
    const page = await open(owner, '', size)
    for (const [name, query, text] of parts) {
      await page.goto(`${stage.url}/app/eu/events${query}`)
      await page.getByText(new RegExp(text)).first().waitFor()
      await inspect(page, `events-${name}-${size === PHONE ? 'phone' : 'wide'}`)
    }
  }
})
