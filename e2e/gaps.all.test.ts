// An owner answers unanswered questions, dismisses one, and checks the knowledge for contradictions.
import { randomBytes } from 'node:crypto'
import type { Gap } from '@parlance/contract/gaps/schemas'
import { expect, test } from 'vitest'
import { call, type Owner, setStage } from './harness.ts'
import { expectAccessible, walk } from './pages.ts'

const stage = setStage()

/** A visitor asks and waits for the complete answer. */
async function ask(owner: Owner, agentId: string, text: string) {
  const body = {
    message: { id: randomBytes(12).toString('hex'), text },
    visitorId: `vis_${randomBytes(20).toString('hex')}`,
  }
  const response = await fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  await response.text()
}

test('gaps are answered and dismissed, and contradictions listed', { timeout: 240_000 }, async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Fjord guide')
  await owner.teach(
    agentId,
    'Returns',
    '## Returns\n\nEquipment that does not fit can be exchanged at the desk.\n\nGoods may be returned within 14 days of purchase.',
  )
  await owner.teach(
    agentId,
    'Questions',
    'You will find us by the harbour.\n\nYou can return goods within 30 days of purchase.',
  )
  for (const text of [
    'Do you rent kayaks?',
    'Can I rent a kayak?',
    'do you rent kayaks',
    'Is there parking?',
    'Are dogs allowed on the ferry?',
  ])
    await ask(owner, agentId, text)
  await expect
    .poll(
      async () => (await owner.get<{ items: Gap[] }>(`/v2/agents/${agentId}/gaps`)).items.map(({ count }) => count),
      {
        timeout: 90_000,
      },
    )
    .toEqual([3, 1, 1])

  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/kb?view=gaps`)
  const list = page.getByRole('list', { name: 'Gaps', exact: true })
  await list.waitFor()
  await expectAccessible(page)
  const first = list.locator('> li').first()
  await first.getByRole('button', { name: 'Show last 3 questions' }).click()
  await first.getByRole('link', { name: 'Open conversation “Can I rent a kayak?”' }).waitFor()
  await first.getByRole('button', { name: /^Add answer to/ }).click()
  const form = first.getByRole('region', { name: /^Answer “/ })
  expect(await form.getByRole('textbox', { name: 'Question' }).inputValue()).toMatch(/kayak/)
  await walk(page, 'gaps')
  await form.getByRole('button', { name: 'Save answer' }).click()
  await form.getByText('Fill this in.').waitFor()
  await form.getByRole('textbox', { name: 'Answer' }).fill('Yes, from May to September, for 20 euros an hour.')
  await form.getByRole('button', { name: 'Save answer' }).click()
  await first.getByText('Answered', { exact: true }).waitFor()
  const dogs = list.locator('> li').filter({ hasText: 'dogs' })
  await dogs.getByRole('button', { name: /^Dismiss/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await dogs.getByRole('button', { name: /^Dismiss/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('parking')
  await expect.poll(() => list.locator('> li').count()).toBe(1)
  await page.getByText('Answered', { exact: true }).first().click()
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('')
  const answered = list.locator('> li').first()
  await answered.getByRole('link', { name: 'Open document' }).click()
  await page.getByRole('dialog').getByText(/kayak/i).first().waitFor()

  await page.goto(`${stage.url}/app/eu/agents/${agentId}/kb?view=conflicts`)
  await page.getByRole('button', { name: /^Scan (again|now)$/ }).click()
  const conflicts = page.getByRole('list', { name: 'Contradictions', exact: true })
  await conflicts.waitFor({ timeout: 60_000 })
  const card = conflicts.locator('> li').first()
  expect(await card.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['14', '30']))
  await expectAccessible(page)
  await walk(page, 'conflicts')
  await card.getByRole('button', { name: /^Dismiss/ }).click()
  await page.getByText('No contradictions found').waitFor()
  const gaps = await call<{ items: Gap[] }>(`${owner.api}/v2/agents/${agentId}/gaps?status=answered`, owner.token)
  expect(gaps.items).toHaveLength(1)
})
