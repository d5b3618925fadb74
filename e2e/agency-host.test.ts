// An agency on its own domains: claimed, verified by DNS records, used by its clients. Browsers resolve every name
// below localhost to this machine.
import { expect, test } from 'vitest'
import { call, confirmAddress, newEmail, PASSWORD, setStage } from './harness.ts'
import { expectAccessible, look } from './pages.ts'

const stage = setStage()

test('an agency verifies its domains, and its clients sign in there without our branding', async () => {
  const owner = await stage.owner()
  await confirmAddress(owner)
  await call(`${owner.api}/rpc/activateWhitelabelTrial`, owner.token, { workspaceId: owner.uid })
  const agentId = await owner.agent('Baker', { vg_initMessages: ['Good morning!'] } as never)
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const { data: org } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, {
    name: 'Harbour Bakery',
    widgetIDs: [agentId],
  })
  const email = newEmail()
  await call(`${base}/orgs/${org.ID}/clients`, owner.token, { name: 'Mia Lund', email, dashboardPassword: PASSWORD })
  const agency = {
    name: 'Northlight',
    googleFont: 'Lora',
    customThemeJSONString: JSON.stringify({ primary: '#0b7285', themeType: 'light' }),
    settings: { showPricing: false },
  }
  await call(`${base}/agency`, owner.token, agency, 'PATCH')

  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/whitelabel/agency?activeTabIndex=1`)
  const name = `northlight-${owner.uid.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByText(`${name}.localhost`).waitFor()
  await page.getByText('Domain is live!').waitFor()

  const domain = `chat.${name}.example`
  await page.getByLabel('Domain', { exact: true }).fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByText('Domain not verified.').waitFor()
  await look(page, 'agency-domains-claimed')
  const [simulator] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the DNS simulator' }).click(),
  ])
  await simulator.getByRole('button', { name: 'Add these records' }).click()
  await simulator.getByRole('cell', { name: `_verify.${domain}`, exact: true }).waitFor()
  await look(simulator, 'dns-simulator')
  await page.getByText('Domain verified successfully.').nth(1).waitFor()
  await look(page, 'agency-domains-verified')

  const origin = stage.url.replace('localhost', `${name}.localhost`)
  const client = await stage.newPage({ width: 390, height: 844 })
  await client.goto(`${origin}/`)
  await client.getByRole('heading', { name: 'Northlight' }).waitFor()
  await expectAccessible(client)
  await look(client, 'agency-host-sign-in')
  await client.getByRole('textbox', { name: 'Email' }).fill(email)
  await client.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await client.getByRole('button', { name: 'Sign In', exact: true }).click()
  await client.getByRole('button', { name: 'Your account' }).waitFor()
  await look(client, 'agency-host-home')
  expect(await client.title()).not.toMatch(/parlance/i)
  expect(await client.locator('body').innerText()).not.toMatch(/parlance/i)
  expect(new URL(client.url()).origin).toBe(origin)

  const visitor = await stage.newPage({ scheme: 'dark' })
  for (const path of [`/share?vg_id=${agentId}`, `/eu/prototype/${agentId}`]) {
    await visitor.goto(`${origin}${path}`)
    await visitor.getByRole('heading', { name: 'Baker' }).first().waitFor()
    expect(await visitor.evaluate(primaryColor)).toBe('#0b7285')
    await visitor.getByRole('contentinfo').getByText('EU GDPR').waitFor()
    await look(visitor, `agency-host${path.slice(0, 6).replaceAll('/', '-')}`)
  }
})

const primaryColor = () =>
  getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-iris-filled').trim()
