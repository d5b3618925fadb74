// Notifications: a visitor requests a person, and a client user is notified by badge, toast, panel and push, or not at
// all.
import { startPush } from '@parlance/simulators/push/server'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openChat, scriptTag } from './chat.ts'
import { call, newEmail, PASSWORD, setStage, testAll } from './harness.ts'
import { isAll } from '../scripts/test-tier.ts'
import { expectAccessible, look } from './pages.ts'
import { sitePort } from './product.ts'
import { shopPage } from './sites.ts'

const push = await startPush({ port: sitePort() })
afterAll(() => push.close())
const stage = setStage()
const TITLE = 'Lumen helper'
const ASKED = /wants to talk to a human/
const PHONE = { width: 390, height: 800 }
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications(, \d+ unread)?$/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true })
const toast = (page: Page) => page.getByRole('alert').filter({ hasText: ASKED })

async function makeClient() {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to our team' } as never)
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const { data } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, {
    name: 'Harbour Lights',
    widgetIDs: [agentId],
  })
  const email = newEmail()
  const person = { name: 'Mia Lund', email, dashboardPassword: PASSWORD }
  await call(`${base}/orgs/${data.ID}/clients`, owner.token, person)
  const agency = await call<{ data: { ID: string } }>(`${base}/agency`, owner.token)
  return { owner, agentId, agencyId: agency.data.ID, email }
}
async function signIn(page: Page, { agencyId, email }: { agencyId: string; email: string }) {
  await page.goto(`${stage.url}/app/eu/sign-in/${agencyId}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await bell(page).waitFor()
}
/** Requests a person in a widget on a shop's page. */
async function askForHuman(agentId: string) {
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const visitor = await stage.newPage({ width: 1280, height: 800 })
  await visitor.goto(site.url)
  const chat = await openChat(visitor, TITLE)
  await chat.send('My lamp flickers.')
  await chat.frame.getByRole('button', { name: 'Send' }).waitFor()
  await chat.frame.getByRole('button', { name: 'Talk to our team' }).click()
  await chat.frame.getByText('You asked to talk to our team.').waitFor()
}
test('a client user is notified by badge, toast and panel, and marks it as read', async () => {
  const made = await makeClient()
  const page = await stage.newPage({ width: 1280, height: 800 })
  await signIn(page, made)
  await bell(page).click()
  await panel(page).getByText('No Unread Notifications').waitFor()
  await panel(page).getByText("You're all caught up now!").waitFor()
  await expectAccessible(page)
  await look(page, 'notifications-empty-light')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(await bell(page).evaluate((element) => element === document.activeElement)).toBe(true)

  await askForHuman(made.agentId)
  await toast(page).waitFor()
  const shown = Date.now()
  await bell(page).locator('[data-unread][data-recent]').waitFor()
  await expectAccessible(page)
  await look(page, 'notifications-toast-light')
  if (isAll) {
    await toast(page).waitFor({ state: 'detached' })
    expect(Date.now() - shown).toBeGreaterThan(3000)
  }
  // A shown notification is still unread, but shows no second toast.
  await page.reload()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await panel(page).getByRole('link', { name: ASKED }).waitFor()
  expect(await toast(page).count()).toBe(0)
  await expectAccessible(page)
  await look(page, 'notifications-panel-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await look(page, 'notifications-panel-dark')
  await panel(page).getByRole('link', { name: ASKED }).click()
  await page.waitForURL(/\/convos\?conversation=\w+/)
  await page.getByRole('log', { name: 'Transcript' }).getByText('My lamp flickers.').waitFor()
  await bell(page).locator('[data-unread]').waitFor({ state: 'detached' })

  const own = await stage.newPage({ width: 1280, height: 800 })
  await made.owner.signIn(own)
  await own.goto(`${stage.url}/app/eu/agents`)
  await own.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await panel(own).getByRole('button', { name: 'Mark all as Read' }).click()
  await panel(own).getByText('No Unread Notifications').waitFor()
  expect(await bell(own).locator('[data-unread]').count()).toBe(0)
  await expectAccessible(own)
  await look(own, 'notifications-owner-light')
})

testAll('settings hold what they say: none is none; phone, Arabic and quiet hours', async () => {
  const made = await makeClient()
  const page = await stage.newPage(PHONE)
  await signIn(page, made)
  await bell(page).click()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  const events = page.getByRole('combobox', { name: 'Events to Notify' })
  expect(await events.inputValue()).toBe('2')
  expect(await page.getByRole('combobox', { name: 'Notify Through' }).inputValue()).toBe('all')
  await events.selectOption('Nothing')
  await page.getByRole('switch', { name: 'Quiet hours' }).press('Space')
  await page.getByLabel('From').waitFor()
  await page.getByText(/^Time zone: /).waitFor()
  await expectAccessible(page)
  await look(page, 'notifications-settings-phone')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await look(page, 'notifications-settings-phone-dark')
  expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBe(0)
  await page.reload()
  await bell(page).click()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await page.getByLabel('From').waitFor()
  expect(await page.getByRole('combobox', { name: 'Events to Notify' }).inputValue()).toBe('0')
  await page.keyboard.press('Escape')

  const own = await stage.newPage({ width: 1280, height: 800 })
  await made.owner.signIn(own)
  await own.goto(`${stage.url}/app/eu/agents`)
  await bell(own).waitFor()
  await askForHuman(made.agentId)
  // The owner is notified at the same time.
  await toast(own).waitFor()
  expect(await toast(page).count()).toBe(0)
  expect(await bell(page).locator('[data-unread]').count()).toBe(0)

  const arabic = await stage.newPage({ ...PHONE, locale: 'ar' })
  await made.owner.signIn(arabic)
  await call(`${stage.url}/api/account/language`, made.owner.token, { language: 'ar' }, 'PUT')
  await arabic.goto(`${stage.url}/app/eu/agents`)
  await arabic.locator('[data-unread]').click()
  await arabic.getByRole('dialog').getByRole('heading').waitFor()
  await expectAccessible(arabic)
  await look(arabic, 'notifications-panel-arabic')
})

testAll('a browser takes push messages, shows them while nobody looks, and opens what they are about', async () => {
  const made = await makeClient()
  const context = await stage.newContext({ width: 1280, height: 800 })
  const browser = await pushTo(context)
  const page = await stage.newPage({ context })
  await signIn(page, made)
  await bell(page).click()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  const browserSwitch = page.getByRole('switch', { name: 'Browser Notifications' })
  await expect.poll(() => browserSwitch.isEnabled()).toBe(true)
  expect(await browserSwitch.isChecked()).toBe(false)
  await browserSwitch.press('Space')
  await expect.poll(() => browserSwitch.isChecked()).toBe(true)
  await expectAccessible(page)
  await look(page, 'notifications-settings-light')
  // The service worker controls no page and serves no part of the app.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  await askForHuman(made.agentId)
  await expect.poll(() => browser.messages().length).toBe(1)
  const [message] = browser.messages()
  const text = message?.text ?? ''
  expect(JSON.parse(text)).toMatchObject({ title: expect.stringMatching(ASKED) })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const shown: string[] = []
    const showNotification = async (title: string) => void shown.push(title)
    Object.assign(ServiceWorkerRegistration.prototype, { showNotification })
    const looks = { done: 0 }
    type MatchAll = (this: object, options: object) => Promise<unknown[]>
    const { prototype } = (self as unknown as { Clients: { prototype: { matchAll: MatchAll } } }).Clients
    const { matchAll } = prototype
    prototype.matchAll = async function (options) {
      const found = await matchAll.call(this, options)
      // The worker decides first.
      setTimeout(() => (looks.done += 1))
      return found
    }
    Object.assign(self, { shown, looks })
  })
  const shown = () => worker.evaluate(() => (self as unknown as { shown: string[] }).shown)
  const looks = () => worker.evaluate(() => (self as unknown as { looks: { done: number } }).looks.done)
  // An open dashboard shows a toast only.
  await toast(page).waitFor()
  await deliver(page, text)
  await expect.poll(looks).toBe(1)
  expect(await shown()).toEqual([])
  await page.goto(`${stage.url}/login`)
  await deliver(page, text)
  await expect.poll(shown).toEqual([expect.stringMatching(ASKED)])

  await page.goto(`${stage.url}/app/eu/agents/${made.agentId}/home`)
  await bell(page).waitFor()
  await worker.evaluate(
    (data) => {
      // Only the browser can create an event whose waitUntil works.
      const event = { notification: { close: () => undefined, data }, waitUntil: () => undefined }
      self.dispatchEvent(Object.assign(new Event('notificationclick'), event))
    },
    JSON.parse(text) as object,
  )
  await page.waitForURL(/\/convos\?conversation=\w+/)

  await bell(page).click()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await expect.poll(() => browserSwitch.isEnabled()).toBe(true)
  expect(await browserSwitch.isChecked()).toBe(true)
  await browserSwitch.press('Space')
  await expect.poll(() => browserSwitch.isChecked()).toBe(false)
  const token = async () => {
    const { data } = await page.evaluate(
      async () => (await fetch('/api/eu/client/me')).json() as Promise<{ data: { client: { FB_PUSH_TOKEN: string } } }>,
    )
    return data.client.FB_PUSH_TOKEN
  }
  await expect.poll(token).toBe('')
})

/** Headless browsers have no push service or permissions: the simulator replaces them. Everything else is real. */
async function pushTo(context: BrowserContext) {
  let subscription: ReturnType<typeof push.subscribe> | undefined
  await context.exposeFunction('subscribeToPush', (publicKey: string) => {
    subscription = push.subscribe(publicKey)
    return subscription.json
  })
  await context.addInitScript(() => {
    const kept = 'test-push'
    const asSubscription = (text: string | null) => {
      if (!text) return null
      const json = JSON.parse(text) as { endpoint: string }
      const unsubscribe = () => Promise.resolve(localStorage.removeItem(kept))
      return { endpoint: json.endpoint, toJSON: () => json, unsubscribe }
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(asSubscription(localStorage.getItem(kept))),
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        const key = btoa(String.fromCharCode(...applicationServerKey))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
        const ask = (globalThis as unknown as { subscribeToPush: (key: string) => Promise<object> }).subscribeToPush
        localStorage.setItem(kept, JSON.stringify(await ask(key.replaceAll('=', ''))))
        return asSubscription(localStorage.getItem(kept))
      },
    })
  })
  return { messages: () => subscription?.messages ?? [] }
}

/** Delivers a message as the push service does. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push-worker/'))
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(stage.url).origin,
    registrationId: await registered,
    data,
  })
  await session.detach()
}
