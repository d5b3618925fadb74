// What developers and owners look up: the API page with calls that can be tried, and the sessions of all agents.
import { expect, test } from 'vitest'
import { call as post, setStage } from './harness.ts'

const stage = setStage()

test('the API page finds calls, fills in what is the reader’s own, and tries them out', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lamp shop')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/api/docs#agents.get`)
  await page.getByText(`Signed in as ${owner.email}`).waitFor()
  const call = page.locator('[id="agents.get"]')
  await expect.poll(() => call.locator('pre').first().textContent()).toContain(`/api/eu/v2/agents/${agentId}'`)
  await call.getByLabel('Input as JSON').fill(JSON.stringify({ agentId }))
  await call.getByRole('button', { name: 'Try it' }).click()
  await expect.poll(() => call.getByRole('status').textContent()).toMatch(/^200/)
  expect(await call.getByLabel('Answer', { exact: true }).textContent()).toContain('"title": "Lamp shop"')
  // A key counts instead of the session: it is shown no secrets.
  const answer = call.getByLabel('Answer', { exact: true })
  expect(await answer.textContent()).toContain('SECRET_API_KEY')
  const path = `${owner.api}/v2/workspaces/${owner.uid}/keys`
  const { key } = await post<{ key: string }>(path, owner.token, { name: 'Reader', scopes: ['agents:read'] })
  await page.getByLabel('Key', { exact: true }).fill(key)
  await call.getByRole('button', { name: 'Try it' }).click()
  await expect.poll(() => answer.textContent()).not.toContain('SECRET_API_KEY')
  await expect.poll(() => answer.textContent()).toContain('"title": "Lamp shop"')
  const search = page.getByRole('searchbox', { name: 'Find a call' })
  await search.fill('knowledge add text document')
  await page.locator('[id="knowledge.create"]').waitFor()
  expect(await call.isVisible()).toBe(false)
  await search.fill('nothing is called like this')
  await page.getByText('No call').waitFor()
})

test('sessions are narrowed by agent, channel, state and day, and the address keeps it', async () => {
  const owner = await stage.owner()
  const [lamps, chairs] = [await owner.agent('Lamp shop'), await owner.agent('Chairs')]
  for (const [agentId, text] of [
    [lamps, 'Do you repair lamps?'],
    [chairs, 'Do you sell stools?'],
  ] as const) {
    const answer = await fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: { id: `m-${agentId}`, text } }),
    })
    await answer.text()
  }
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/sessions`)
  const list = page.getByRole('list', { name: 'Sessions' })
  await list.getByText('Do you repair lamps?').waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Chairs' }).click()
  await list.getByText('Do you repair lamps?').waitFor({ state: 'hidden' })
  await list.getByText('Do you sell stools?').waitFor()
  await page.waitForURL(`**/sessions?*agent=${chairs}*`)
  await page.reload()
  await list.getByText('Do you sell stools?').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
  await page.getByRole('textbox', { name: 'Until' }).fill('2020-01-01')
  await page.getByText('No conversation fits these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await list.getByText('Do you repair lamps?').waitFor()
  expect(new URL(page.url()).search).not.toContain('agent')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Ended' }).click()
  await page.getByText('No conversation fits these filters').waitFor()
})
