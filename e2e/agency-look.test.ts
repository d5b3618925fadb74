// An agency's theme: in the preview, and from the first byte of its sign-in page to its clients' dashboard.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, newEmail, PASSWORD, setStage, testAll } from './harness.ts'
import { expectAccessible, look } from './pages.ts'

const stage = setStage()
/** Gzipped, with fonts and texts: what a phone loads before sign-in. */
const MAX_BYTES = 90 * 1024

const LOOK = { themeVariant: 'flat', themeColorUsage: 'gradient', googleFont: 'Lora' }

async function makeAgency() {
  const owner = await stage.owner()
  const agentId = await owner.agent('Baker', { vg_initMessages: ['Good morning!'] } as never)
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const { data: org } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, {
    name: 'Harbour Bakery',
    widgetIDs: [agentId],
  })
  const email = newEmail()
  await call(`${base}/orgs/${org.ID}/clients`, owner.token, { name: 'Mia Lund', email, dashboardPassword: PASSWORD })
  const { data } = await call<{ data: { ID: string } }>(
    `${base}/agency`,
    owner.token,
    {
      name: 'Northlight',
      ...LOOK,
      brandingText: 'Agents for **good** shops.',
      customThemeJSONString: JSON.stringify({ primary: '#0b7285', themeType: 'light' }),
      customCSS:
        '.signin-card{border-radius:3px} @import url(https://evil.example/x.css); .x{background:url(//evil.example/p)}',
    },
    'PATCH',
  )
  return { agencyId: data.ID, email }
}

/** Bytes over the wire of everything a page loads. */
async function weigh(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  return () => bytes
}

test("a client signs in on their agency's page and sees its theme from the first byte", async () => {
  const { agencyId, email } = await makeAgency()
  const address = `${stage.url}/app/eu/sign-in/${agencyId}`
  const html = await (await fetch(address)).text()
  expect(html).toContain('<title>Northlight</title>')
  expect(html).toContain('--mantine-color-iris-filled:#0b7285')
  expect(html).toContain('border-radius:3px')
  expect(html).not.toContain('evil.example')
  expect(html.replaceAll('parlance', '')).not.toMatch(/parlance/i)

  const page = await stage.newPage({ width: 1280, height: 800, allow: [/401/] })
  const weight = await weigh(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(address)
  await page.getByRole('heading', { name: 'Northlight' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  const { painted, font, ground } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    font: getComputedStyle(document.querySelector('h1') as Element).fontFamily,
    ground: getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-iris-filled'),
  }))
  console.info(`sign-in page: ${(weight() / 1024).toFixed(1)} KB, painted after ${Math.round(painted)} ms`)
  expect(weight()).toBeLessThan(MAX_BYTES)
  expect(font).toContain('Lora')
  expect(ground).toBe('#0b7285')
  expect(requests.filter((url) => !url.startsWith(stage.url) && !url.startsWith('data:'))).toEqual([])
  await expectAccessible(page)
  await look(page, 'agency-sign-in')

  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('Password is incorrect please try again.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('Signed in successfully.').waitFor()
  await page.getByRole('button', { name: 'Your account' }).waitFor()
  const inside = await page.evaluate(async () => (await fetch(location.href)).text())
  expect(inside).toContain('--mantine-color-iris-filled:#0b7285')
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Lora')
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-iris-filled'),
    ),
  ).toBe('#0b7285')
  await look(page, 'agency-dashboard')
})

testAll('an owner sees color, font and CSS in the preview before saving them', async () => {
  const owner = await stage.owner()
  await call(`${owner.api}/v2/workspaces/${owner.uid}/agency`, owner.token, {})
  const page = await stage.newPage({ width: 1440, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/whitelabel/agency?activeTabIndex=3`)
  await page.getByLabel('Primary colour').fill('#0b7285')
  await page.getByLabel('Google font').fill('Lora')
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('.signin-card{border-radius:3px}')
  await page.getByText('There are unsaved changes').waitFor()
  const card = page.frameLocator('iframe[title="Preview of your agency"]').locator('.signin-card')
  const seen = () =>
    card.evaluate((element) => {
      const button = element.querySelector('.signin-button') as Element
      return {
        corner: getComputedStyle(element).borderRadius,
        button: getComputedStyle(button).backgroundColor,
        fonts: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      }
    })
  await expect
    .poll(seen, { timeout: 20_000 })
    .toMatchObject({ corner: '3px', button: 'rgb(11, 114, 133)', fonts: expect.arrayContaining(['Lora']) as string[] })
})
