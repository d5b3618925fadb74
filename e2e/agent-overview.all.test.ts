// The agent's overview: whether it is live and where, today's numbers, to-dos; and what Publish changes.
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { launcher, scriptTag } from './chat.ts'
import { setStage } from './harness.ts'
import { inspect, look, publishDraft, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()

test('shows «Not on a site yet», then live, and what Publish changes', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper')
  const page = await stage.newPage({ width: 1440 })
  await owner.signIn(page)
  const home = (of: Page) => of.getByRole('region', { name: 'Overview' })

  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('article', { name: 'Lumen helper' }).getByText('Not on a site yet').waitFor()
  await page.getByRole('link', { name: 'Open Lumen helper' }).click()
  await home(page).getByText('Not on a site yet').waitFor()
  await home(page).getByText('0 of 6 done').waitFor()
  await expectAccessible(page)
  await look(page, 'home-new')
  await home(page).getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('region', { name: 'Test panel' }).waitFor()
  await look(page, 'home-panel')
  await home(page).getByRole('button', { name: 'Add to website' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')

  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const { host } = new URL(site.url)
  const visitor = await stage.newPage()
  await visitor.goto(site.url)
  await launcher(visitor).waitFor()
  await home(page).getByText(`Live on ${host}, last seen`).waitFor({ timeout: 45_000 })
  await home(page).getByText('1 of 6 done').waitFor()

  await page.getByRole('textbox', { name: 'Title' }).fill('Lumen guide')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish changes' })
  await dialog.getByText(`Visitors on ${host} get these changes right away.`).waitFor()
  await dialog.getByText('The chat on your site will change.').waitFor()
  await dialog.getByRole('button', { name: 'Show every change' }).click()
  await dialog.getByRole('list', { name: 'Changes' }).waitFor()
  await expectAccessible(page)
  await look(page, 'home-publish')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await publishDraft(page)

  for (const width of [1440, 390]) {
    const other = await stage.newPage({ width })
    await owner.signIn(other)
    await other.goto(`${stage.url}/app/eu/agents/${agentId}/overview`)
    await home(other).getByText(`Live on ${host}`).waitFor()
    await inspect(other, `home-${width}`)
    await other.goto(`${stage.url}/app/eu/agents`)
    await other.getByText(`Live on ${host}`).waitFor()
    await inspect(other, `home-list-${width}`)
    await other.close()
  }
  await home(page).getByRole('button', { name: 'Hide' }).click()
  await home(page).getByText('Get started').waitFor({ state: 'detached' })
})
