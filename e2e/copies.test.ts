// A master agent and its copies for clients: created in the dashboard, previewed, pushed to and rolled back.
import { expect, test } from 'vitest'
import { call, setStage } from './harness.ts'
import { look, walk } from './pages.ts'

const stage = setStage()

test('an agency pushes an improved agent to its copies and rolls it back', { timeout: 180_000 }, async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Front desk')
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  for (const name of ['Harbour Bakery', 'Northlight Clinic']) await call(`${base}/orgs`, owner.token, { name })
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/settings/copies`)
  await page.getByText('No copies yet').waitFor()
  await page.getByRole('button', { name: 'New copies' }).click()
  await page.getByRole('combobox', { name: 'Clients' }).click()
  await page.getByRole('option', { name: 'Harbour Bakery' }).click()
  await page.getByRole('option', { name: 'Northlight Clinic' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create 2 copies' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const name of ['Harbour Bakery', 'Northlight Clinic']) await row(name).getByText('Up to date').waitFor()

  const { items } = await call<{ items: { agentId: string; orgName: string }[] }>(
    `${owner.api}/v2/agents/${agentId}/fleet/copies`,
    owner.token,
  )
  const bakery = items.find(({ orgName }) => orgName === 'Harbour Bakery')?.agentId ?? ''
  await call(`${owner.api}/v2/agents/${bakery}`, owner.token, { description: 'Fresh bread' })
  await call(`${owner.api}/v2/agents/${agentId}`, owner.token, { description: 'At the desk', lang: 'de' })
  await page.reload()
  for (const name of ['Harbour Bakery', 'Northlight Clinic']) await row(name).getByText('Behind').waitFor()
  await walk(page, 'copies')
  await page.getByRole('button', { name: 'Review and push' }).click()
  await page.getByRole('button', { name: /Harbour Bakery.*1 conflict/ }).click()
  await page.getByText('The copy changed this too').waitFor()
  await walk(page, 'copies-review')
  await page.getByRole('button', { name: 'Push to all copies' }).click()
  await page.getByRole('heading', { name: 'Push complete' }).waitFor()
  await row('Northlight Clinic').getByText('Up to date').waitFor()
  await look(page, 'copies-pushed')
  const description = async (id: string) =>
    (await call<{ data: { description: string } }>(`${owner.api}/v2/agents/${id}`, owner.token)).data.description
  expect(await description(bakery)).toBe('Fresh bread')

  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('heading', { name: 'Push rolled back' }).waitFor()
  await row('Northlight Clinic').getByText('Behind').waitFor()
})
