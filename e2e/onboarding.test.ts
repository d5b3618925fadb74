// A new owner's first steps: purpose, site, preview, a trained agent, and its first answer.
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call, newEmail, PASSWORD, setStage, testAll, type Owner } from './harness.ts'
import { walk } from './pages.ts'
import { sitePort } from './product.ts'

let site: Website
const stage = setStage()
beforeAll(async () => {
  site = await startWebsite({ port: sitePort(), delayMs: 150 })
  const head = `<title>Lumen | Lamps</title><meta name="description" content="Lamps made by hand.">
      <meta name="theme-color" content="#0b7285">`
  const body = '<main><h1>Lumen</h1><p>The word for the repair desk is ORION-7.</p><a href="/pages/0">More</a></main>'
  site.set('/front', { body: `<!doctype html><html><head>${head}</head><body>${body}</body></html>` })
})
afterAll(() => site.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor()

async function signUp(page: Page) {
  await page.goto(`${stage.url}/sign-up`)
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('radio', { name: /Europe/ }).click()
  await button(page, 'Create account').click()
  await page.waitForURL('**/onboarding?region=eu')
}

/** A page that is read only when `seen` resolves. */
function holdPage(path: string) {
  const { promise, resolve: seen } = Promise.withResolvers<void>()
  const body =
    '<!doctype html><html><head><title>Held</title></head><body><main><p>Lamps by hand.</p></main></body></html>'
  site.set(path, { body, after: promise })
  return seen
}

test('a new owner takes four steps by keyboard, with a reload in between, and gets an agent that knows the site', async () => {
  const page = await stage.newPage()
  await signUp(page)
  await heading(page, 'What should your agent do?')
  expect(await button(page, 'Continue').isDisabled()).toBe(true)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.waitForURL('**/onboarding?region=eu')
  await page.getByRole('radio', { name: /Customer support/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: /Customer support/, checked: true }).waitFor()
  await walk(page, 'onboarding-use')
  await button(page, 'Continue').press('Enter')

  await heading(page, 'Do you have a website?')
  await page.getByLabel('Website').fill('two words')
  await page.getByLabel('Website').press('Enter')
  await page.getByText(/^That isn’t a web address/).waitFor()
  await button(page, 'Continue without a website').waitFor()
  expect(await page.getByLabel('Website').inputValue()).toBe('two words')
  await page.getByLabel('Website').fill(`${site.url}/front`)
  await page.waitForURL((url) => url.searchParams.get('website') === `${site.url}/front`)
  await page.reload()
  await expect.poll(() => page.getByLabel('Website').inputValue()).toBe(`${site.url}/front`)
  await walk(page, 'onboarding-site')
  await button(page, 'Continue').click()

  await heading(page, 'Here’s your agent')
  const preview = page.getByRole('region', { name: 'Lumen' })
  await preview.getByText('Lamps made by hand.').waitFor()
  await preview
    .getByText(`Your agent will read up to 20 pages of ${site.host}, and check them for changes every day.`)
    .waitFor()
  await preview.getByText('Hi! I answer questions about Lumen. What do you need?').waitFor()
  await walk(page, 'onboarding-review')
  const seen = holdPage('/pages/3')
  await button(page, 'Create agent').click()

  await heading(page, 'Lumen is ready')
  await page.getByRole('progressbar', { name: 'Pages read' }).waitFor()
  await page.getByText(/^[1-9]\d* pages? read$/).waitFor()
  seen()
  await page.reload()
  await heading(page, 'Lumen is ready')
  await page.getByText(`Finished reading ${site.host}`).waitFor({ timeout: 60_000 })
  await walk(page, 'onboarding-made')
  await button(page, 'Chat with your agent').click()
  await page.waitForURL(/\/app\/eu\/agents\/\w{16}\/overview/)
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.getByText('Hi! I answer questions about Lumen.').waitFor()
  await panel.getByRole('textbox', { name: 'Write a message' }).fill('What is the word for the repair desk?')
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel
    .getByText(/ORION-7/)
    .first()
    .waitFor()

  // Finished steps don't open again, from the app or by address.
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('link', { name: 'Open Lumen' }).waitFor()
  await page.goto(`${stage.url}/onboarding?region=eu`)
  await page.waitForURL('**/app/eu/agents')
})

testAll('a person who skips the first steps gets an agent and is not asked again', async () => {
  const page = await stage.newPage()
  await signUp(page)
  await button(page, 'Skip').click()
  await page.waitForURL(/\/app\/eu\/agents\/\w{16}\/overview/)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('link', { name: 'Open My first agent' }).waitFor()
})

/** Invites by API into the owner's workspace; returns the link from the mail. */
async function invited(owner: Owner, email: string): Promise<string> {
  await call(`${owner.api}/v2/workspaces/${owner.uid}/members`, owner.token, { email, role: 'admin' })
  const mails = `${stage.url}/api/sandbox/mails?to=${encodeURIComponent(email)}`
  const linkOf = async () =>
    (await call<{ items: { text: string }[] }>(mails)).items.flatMap(
      ({ text }) => /\S+\/invitation\?token=[\w.-]+/.exec(text) ?? [],
    )[0]
  return vi.waitFor(
    async () => {
      const link = await linkOf()
      if (!link) throw new Error('no mail yet')
      return link
    },
    { timeout: 30_000, interval: 50 },
  )
}

testAll('an invitation opens the workspace directly and postpones the own first steps', async () => {
  const anna = await stage.owner('na')
  await call(`${anna.api}/v2/workspaces/${anna.uid}`, anna.token, { uid: anna.uid, workspaceName: 'Team Ulm' })
  const email = newEmail()
  const link = await invited(anna, email)
  const page = await stage.newPage()
  await page.goto(link)
  await heading(page, `${anna.email} invited you to Team Ulm`)
  // The mailbox token must not stay in the address.
  expect(page.url()).not.toContain('token')
  await page.getByText(`You’re invited as Admin (${anna.email}). Create your account to join.`).waitFor()
  const address = page.getByRole('textbox', { name: 'Email' })
  expect([await address.inputValue(), await address.getAttribute('readonly')]).toEqual([email, ''])
  await page.reload()
  await heading(page, `${anna.email} invited you to Team Ulm`)
  await walk(page, 'onboarding-invited')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('radio', { name: /Europe/ }).click()
  await button(page, 'Create account').click()
  await page.waitForURL('**/app/na/agents')
  await page.getByText('You’ve joined Team Ulm.').waitFor()
  await page
    .getByRole('button', { name: /^Workspace:/ })
    .getByText('Team Ulm')
    .waitFor()
  // The link confirmed the address.
  const me = await page.context().request.get(`${stage.url}/api/account`)
  expect(await me.json()).toMatchObject({ account: { email, emailVerified: true } })

  // Their own workspace starts with the first steps, in their region.
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.waitForURL('**/onboarding?region=eu')
  // The link still works for a member.
  await page.goto(link)
  await page.waitForURL('**/app/na/agents')

  const stranger = await stage.newPage({ allow: [/400/] })
  await stranger.goto(link)
  await heading(stranger, 'This invitation no longer works')
  await stranger.getByText('ask for a new invitation').waitFor()
})

testAll('an invitation opened by another person says so, and continues with the right account', async () => {
  const [anna, bea, cleo] = [await stage.owner(), await stage.owner(), await stage.owner()]
  const link = await invited(anna, bea.email)
  const page = await stage.newPage()
  await cleo.signIn(page)
  await page.goto(link)
  await heading(page, 'This invitation is for another account')
  await page.getByText(`You’re signed in as ${cleo.email}, but ${bea.email} was invited`).waitFor()
  await walk(page, 'onboarding-other')
  await button(page, 'Switch account').click()
  await heading(page, /invited you to/)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
  await page.waitForURL('**/app/eu/agents')
  await page.getByText(/^You’ve joined .+\.$/).waitFor()
  const { items } = await bea.get<{ items: { uid: string }[] }>('/v2/workspaces')
  expect(items.map(({ uid }) => uid)).toContain(anna.uid)
})
