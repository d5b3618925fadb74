// An owner writes and runs tests of an agent, and sees regressions before publishing.
import { AgentNode } from '@parlance/contract/agents/nodes'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, setStage } from './harness.ts'
import { look, expectAccessible, walk } from './pages.ts'

const stage = setStage()
const said = (text: string) =>
  [
    { id: 'start', type: 'start', name: 'Start', childrenNodes: [{ nodeId: 'hours' }] },
    { id: 'hours', type: 'message', name: 'Hours', items: [{ type: 'text', text }] },
  ].map((node) => AgentNode.parse(node))

async function writeTest(page: Page) {
  await page.getByRole('button', { name: 'New test' }).click()
  const drawer = page.getByRole('dialog', { name: 'New test' })
  const save = drawer.getByRole('button', { name: 'Save' })
  await save.click()
  await drawer.getByText('Enter a name.').waitFor()
  await drawer.getByText('Enter what the visitor says.').waitFor()
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Opening hours')
  await drawer.getByRole('textbox', { name: 'The visitor says' }).fill('Hello')
  await drawer.getByRole('button', { name: 'Remove check 1 of message 1' }).click()
  await drawer.getByRole('button', { name: 'Add message' }).click()
  const second = drawer.getByRole('group', { name: 'Message 2', exact: true })
  await second.getByRole('textbox', { name: 'The visitor says' }).fill('When do you open?')
  await second.getByRole('textbox', { name: 'Text' }).fill('nine')
  await second.getByRole('button', { name: 'Add check' }).click()
  await second.getByRole('combobox', { name: 'Check 2 of message 2' }).click()
  await page.getByRole('option', { name: 'Reaches step' }).click()
  await second.getByRole('combobox', { name: 'Step' }).click()
  await page.getByRole('option', { name: 'Hours' }).click()
  await save.click()
  await drawer.waitFor({ state: 'detached' })
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish changes' })
  await dialog.waitFor()
  return dialog
}

async function changeGuard(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Before publishing' }).click()
  await page.getByRole('option', { name }).click()
}

test('tests are written, run, and reviewed before Publish', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper', {
    vg_kbEnabled: false,
    enableNodes: true,
    nodes: said('We open at nine.'),
  })
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/overview`)
  await page.getByRole('link', { name: 'Tests' }).click()
  await page.getByText('No tests yet').waitFor()
  await writeTest(page)

  const row = page.getByRole('list', { name: 'Tests' }).getByRole('listitem').filter({ hasText: 'Opening hours' })
  await row.getByText('Draft: Not run').waitFor()
  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('1 of 1 passed').waitFor()
  await row.getByText('Draft: Passed').waitFor()
  await row.getByText('Published: Passed').waitFor()
  await row.getByRole('button', { name: 'Show result of Opening hours' }).click()
  await page.getByText('Path: Hours').waitFor()
  await page.getByText('Contains “nine”').waitFor()

  const draft = `${owner.api}/v2/agents/${agentId}/draft`
  await call(draft, owner.token, { nodes: said('We open at ten.') }, 'PUT')
  await page.reload()
  await row.getByText('Draft: Not run').waitFor()
  const asked = await review(page)
  await asked.getByText('1 required test hasn’t been run on this draft.').waitFor()
  await asked.getByRole('button', { name: 'Run required tests' }).click()
  await asked.getByText('1 required test is failing.').waitFor()
  await asked.getByRole('button', { name: 'Publish anyway' }).waitFor()
  await expectAccessible(page)
  await look(page, 'tests-review')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await row.getByText('Draft: Failed').waitFor()

  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('We open at ten.').first().waitFor()
  await page.getByText('Failed checks').waitFor({ state: 'attached' })
  await expectAccessible(page)
  await walk(page, 'tests')
  await row.getByRole('button', { name: /^Opening hours/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit test' })
  await form.waitFor()
  await walk(page, 'tests-form')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  await changeGuard(page, 'Block if a required test got worse')
  const refused = await review(page)
  await refused.getByText('You can’t publish while').waitFor()
  expect(await refused.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await refused.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'More for Opening hours' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = page.getByRole('listitem').filter({ hasText: 'Opening hours (copy)' })
  await copy.waitFor()
  await page.getByRole('button', { name: 'More for Opening hours (copy)' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await copy.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await copy.waitFor()

  await changeGuard(page, 'Warn if a test got worse')
  const again = await review(page)
  await again.getByRole('button', { name: 'Run required tests' }).click()
  await again.getByText('1 required test is failing.').waitFor()
  // The copy has no run on the published version to compare with.
  await again.getByText('1 required test is failing.').waitFor()
  await again.getByRole('cell', { name: 'Not compared' }).waitFor()
  await again.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
})
