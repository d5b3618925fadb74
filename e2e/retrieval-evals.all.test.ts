// An owner previews retrieval, keeps golden questions, and tracks whether they are still found.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, setStage } from './harness.ts'
import { inspect, look, expectAccessible } from './pages.ts'

const stage = setStage()
const SHIPPING =
  '# Shipping\n\nOrders ship within two working days.\n\n# Returns\n\nYou can return any lamp within 30 days for a full refund.'
const HOURS = 'The workshop by the harbour is open from Tuesday to Saturday, nine to six.'

async function preview(page: Page, question: string) {
  await page.getByRole('button', { name: 'Preview KB' }).click()
  const drawer = page.getByRole('dialog', { name: 'Preview KB' })
  await drawer.getByRole('textbox', { name: 'Question' }).fill(question)
  await drawer.getByRole('button', { name: 'Search', exact: true }).click()
  await drawer.getByText('1 chunk found').waitFor()
  return drawer
}

test('golden questions are saved, run, and lost with their document', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper')
  const shipping = (await owner.teach(agentId, 'Shipping and returns', SHIPPING)) as { data: { ID: string } }
  await owner.teach(agentId, 'Opening hours', HOURS)
  const page = await stage.newPage()
  await owner.signIn(page)
  const kb = `${stage.url}/app/eu/agents/${agentId}/kb`

  await page.goto(`${kb}?view=goldens`)
  await page.getByText('Catch lost answers early').waitFor()
  await page.getByRole('tab', { name: 'Sources' }).click()
  await page.waitForURL(kb)

  const drawer = await preview(page, 'How long may I return a lamp?')
  const answer = drawer.getByRole('region', { name: 'Agent’s answer' })
  await answer.getByText(/within 30 days/).waitFor()
  await answer.getByRole('link', { name: 'Shipping and returns' }).waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Save as retrieval test' }).first().click()
  await page.getByText('Saved as a retrieval test. Found at 1.').waitFor()
  await drawer.getByRole('link', { name: 'Shipping and returns' }).first().click()
  await page.getByRole('dialog', { name: 'Shipping and returns' }).waitFor()

  await page.goto(`${kb}?view=goldens`)
  const list = page.getByRole('list', { name: 'Retrieval tests', exact: true })
  await list.getByText('How long may I return a lamp?').waitFor()
  await page.getByRole('button', { name: 'New retrieval test' }).click()
  const form = page.getByRole('dialog', { name: 'New retrieval test' })
  await form.getByRole('button', { name: 'Save and run' }).click()
  await form.getByText('Enter a question.').waitFor()
  await form.getByText('Choose a document.').waitFor()
  await form.getByRole('textbox', { name: 'Question' }).fill('When is the workshop open?')
  await form.getByRole('combobox', { name: 'Expected document' }).fill('hours')
  await page.getByRole('option', { name: 'Opening hours' }).click()
  await form.getByRole('textbox', { name: /Text in the chunk/ }).fill('tuesday to SATURDAY')
  await form.getByRole('button', { name: 'Save and run' }).click()
  await page.getByText('Saved. Found at 1.').waitFor()

  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('2 of 2 found', { exact: true }).waitFor()
  await call(`${owner.api}/v2/agents/${agentId}/kb/${shipping.data.ID}`, owner.token, undefined, 'DELETE')
  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('1 of 2 found', { exact: true }).waitFor()
  await list.getByText('Worse: it was at 1').waitFor({ state: 'attached' })
  await list.getByText('Document deleted').waitFor()
  const points = page.getByRole('list', { name: /^Share of retrieval tests/ }).getByRole('listitem')
  // Changed knowledge may have triggered another run.
  await expect.poll(() => points.first().textContent()).toMatch(/^100%, 2 of 2 found/)
  await expect.poll(() => points.last().textContent()).toMatch(/^50%, 1 of 2 found/)
  for (const width of [1280, 390]) {
    const other = await stage.newPage({ width, height: 844 })
    await owner.signIn(other)
    await other.goto(`${kb}?view=goldens`)
    await other.getByText('Not found', { exact: true }).waitFor()
    await inspect(other, `goldens-${width}`)
    await other.goto(kb)
    const small = await preview(other, 'When is the workshop open?')
    await small
      .getByRole('region', { name: 'Agent’s answer' })
      .getByText(/credit/)
      .waitFor()
    await look(other, `preview-${width}`)
  }

  await page.getByRole('button', { name: 'More for “How long may I return a lamp?”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByText('How long may I return a lamp?').waitFor()
  await page.getByRole('button', { name: 'More for “How long may I return a lamp?”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await list.getByText('How long may I return a lamp?').waitFor({ state: 'detached' })
  // Deleted at once, not when the toast closes.
  await page.reload()
  await list.getByText('When is the workshop open?').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
})
