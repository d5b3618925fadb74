// Two regions in one installation share no data.
import { expect, test } from 'vitest'
import { scriptTag } from './chat.ts'
import { newEmail, PASSWORD, setStage, testAll } from './harness.ts'
import { shopPage } from './sites.ts'

const stage = setStage()

test('an owner who chooses North America gets its shell, sign-in and agents', async () => {
  const page = await stage.newPage()
  const email = newEmail()
  await page.goto(`${stage.url}/sign-up`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('radio', { name: /North America/ }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding?region=na')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.waitForURL(/\/app\/na\/agents\/\w{16}\/overview/)
  await page.goto(`${stage.url}/app/na/agents`)
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByText('North America, Virginia').waitFor()
  await page.getByRole('button', { name: 'New Agent' }).first().click()
  await page.getByLabel('Agent Name').fill('Overseas')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/app\/na\/agents\/\w{16}\/nodes/)
  await page.getByRole('heading', { name: 'Prompt', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/app/na/agents')
  await page.getByRole('link', { name: 'Open Overseas' }).waitFor()
})

testAll('an agent exists in its own region only', async () => {
  const european = await stage.owner('eu')
  const american = await stage.owner('na')
  const agentId = await european.agent('European')
  const overseas = await american.agent('American')
  for (const [path, token] of [
    [`/api/na/public/agents/${agentId}`, undefined],
    [`/api/na/v2/agents/${agentId}`, european.token],
    [`/api/eu/public/agents/${overseas}`, undefined],
    [`/api/eu/v2/agents/${overseas}`, american.token],
  ] as const) {
    const answer = await fetch(`${stage.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    expect(answer.status, path).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND', message: expect.any(String) })
  }
  const known = await fetch(`${stage.url}/api/eu/public/agents/${agentId}`)
  expect(await known.json()).toMatchObject({ data: { ID: agentId, title: 'European' } })
})

testAll('an agent opened under the wrong region is found in the right one', async () => {
  const owner = await stage.owner('eu')
  const agentId = await owner.agent('European')
  const page = await stage.newPage({ allow: [/status of 404/] })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/na/agents/${agentId}/kb`)
  await page.waitForURL(`**/app/eu/agents/${agentId}/kb`)
  await page.getByRole('heading', { name: 'Knowledge' }).waitFor()
})

testAll('a widget with the wrong region renders nothing', async () => {
  const owner = await stage.owner('na')
  const agentId = await owner.agent('American')
  const page = await stage.newPage({ allow: [/status of 404/] })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId, 'bottom-right', 'eu')))
  await page.goto(site.url)
  await expect.poll(() => warnings).toEqual(['Widget data not found'])
  site.show(shopPage(scriptTag(stage.url, agentId, 'bottom-right', 'na')))
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Open chat' }).waitFor()
})
