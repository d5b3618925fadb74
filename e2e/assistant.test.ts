// From the demo model to a real one, and texts written and improved by it.
import { type OpenAiSimulator, startOpenAi } from '@parlance/simulators/openai/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChat, scriptTag } from './chat.ts'
import { setStage, testAll } from './harness.ts'
import { look, expectAccessible, walk } from './pages.ts'
import { sitePort } from './product.ts'
import { shopPage } from './sites.ts'

let provider: OpenAiSimulator
const stage = setStage()
beforeAll(async () => {
  provider = await startOpenAi({ port: sitePort() })
})
// Leftover responses of one test must not reach the next.
beforeEach(() => provider.control.reset())
afterAll(() => provider.close())

const SUGGESTION = {
  systemPrompt: 'You speak for Lumen, a lamp workshop in Bern. Answer from the knowledge base only.',
  welcomeMessage: 'Welcome to Lumen. Which lamp may I help you with?',
  starterQuestions: ['Do you repair lamps?', 'How long does a repair take?', 'Where are you?'],
  tests: [{ question: 'Do you repair lamps?', criterion: 'Says yes and names the repair desk.' }],
}
const script = (answer: object) => provider.control.script([{ text: JSON.stringify(answer) }])

/** The simulator replaces the real provider. */
const redirect = (page: Page) =>
  page.route('**/credentials/openai**', async (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown> | null
    if (!body || !('apiKey' in body)) return route.continue()
    return route.continue({ postData: JSON.stringify({ ...body, baseUrl: provider.url }) })
  })

test('an added key replaces the demo model, is tested, and lets the agent write its texts', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen')
  const page = await stage.newPage({ width: 1280, height: 900, allow: [/status of 4\d\d/] })
  await redirect(page)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes?showDebugger=true`)
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.getByText('You’re on the demo model.', { exact: false }).waitFor()
  await walk(page, 'demo-notice')
  await panel.getByRole('button', { name: 'Add an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an API key' })
  await dialog.getByLabel(/^API key/).fill('sk-revoked')
  await dialog.getByRole('button', { name: 'Test and use' }).click()
  await dialog.getByText(/rejected this key/).waitFor()
  await walk(page, 'key-refused')
  await dialog.getByLabel(/^API key/).fill('sk-poor-account')
  await dialog.getByRole('button', { name: 'Test and use' }).click()
  await dialog.getByText(/out of credit/).waitFor()
  await dialog.getByLabel(/^API key/).fill(provider.key)
  await dialog.getByRole('button', { name: 'Test and use' }).click()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText('You’re on the demo model.', { exact: false }).waitFor({ state: 'detached' })

  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes`)
  await page.getByRole('button', { name: 'Write it for me' }).click()
  const drawer = page.getByRole('dialog', { name: 'Write it for me' })
  await drawer.getByLabel(/^What does your business do/).fill('Lamps')
  await drawer.getByRole('button', { name: 'Suggest' }).click()
  await drawer.getByText(/Add a sentence: what you sell/).waitFor()
  await drawer.getByLabel(/^What does your business do/).fill('Lumen makes and repairs lamps in Bern.')
  script(SUGGESTION)
  await drawer.getByRole('button', { name: 'Suggest' }).click()
  await drawer.getByRole('checkbox', { name: 'Prompt' }).waitFor()
  await walk(page, 'suggestion')
  await drawer.getByLabel('Starter question 3').fill('Where is the workshop?')
  await drawer.getByRole('button', { name: 'Keep selected' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByText(SUGGESTION.systemPrompt, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Improve: System prompt' }).click()
  const improve = page.getByRole('dialog', { name: /Improve/ })
  await improve.getByLabel('What should change? (optional)').fill('Shorter')
  script({ text: 'You speak for Lumen, a lamp workshop in Bern. Use the knowledge base only.' })
  await improve.getByRole('button', { name: 'Improve', exact: true }).click()
  await improve.locator('ins').first().waitFor()
  await walk(page, 'improvement')
  await improve.getByRole('button', { name: 'Use this' }).click()
  await improve.waitFor({ state: 'detached' })
  await page.getByText('Use the knowledge base only.', { exact: false }).waitFor()
})

testAll('a server of one’s own is named with its model, and the agent switches to it', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen', { vg_defaultModel: 'claude-sonnet-4-5' })
  const page = await stage.newPage({ width: 1280, height: 900, allow: [/status of 4\d\d/] })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes?showDebugger=true`)
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.getByRole('button', { name: 'Add an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an API key' })
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'OpenAI-compatible' }).click()
  await dialog.getByLabel(/^Base URL/).fill(provider.url)
  await dialog.getByLabel(/^API key/).fill(provider.key)
  await dialog.getByRole('button', { name: 'Test and use' }).click()
  await dialog.getByText('Enter the model’s name.').waitFor()
  await dialog.getByLabel(/^Model/).fill('no-such-model')
  await dialog.getByRole('button', { name: 'Test and use' }).click()
  await dialog.getByText(/doesn’t offer a model named no-such-model/).waitFor()
  await walk(page, 'own-server')
  await dialog.getByLabel(/^Model/).fill('gpt-4o-mini')
  await dialog.getByRole('button', { name: 'Test and use' }).click()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText('You’re on the demo model.', { exact: false }).waitFor({ state: 'detached' })
  const model = async () =>
    (await owner.get<{ data: { vg_defaultModel: string } }>(`/v2/agents/${agentId}`)).data.vg_defaultModel
  await expect.poll(model).toBe('openai-compatible/gpt-4o-mini')
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes`)
  await page.getByText('openai-compatible/gpt-4o-mini').first().waitFor()
})

testAll('visitors begin with a question of the owner’s', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen', { starterQuestions: ['Do you repair lamps?', 'Where are you?'] })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const page = await stage.newPage({ width: 1000, height: 800 })
  await page.goto(site.url)
  const chat = await openChat(page, 'Lumen')
  const question = chat.frame.getByRole('button', { name: 'Do you repair lamps?' })
  await question.waitFor()
  await look(page, 'starter-questions')
  await expectAccessible(page)
  await question.click()
  await chat.log.getByText('Do you repair lamps?', { exact: true }).waitFor()
  await chat.answered(/./)
  expect(await chat.frame.getByRole('button', { name: 'Where are you?' }).count()).toBe(0)
})
