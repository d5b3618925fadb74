// Exporting an agent to a file, importing it elsewhere and from another product; its models and variables.
import { readFileSync } from 'node:fs'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { typebotFile } from '../apps/server/src/modules/agents/import/typebot.testing.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage, testAll, type Owner } from './harness.ts'
import { inspect, look, expectAccessible } from './pages.ts'

const stage = setStage()

type NodeInput = Pick<AgentNode, 'id' | 'type' | 'name'> & Partial<AgentNode>
const NODES: NodeInput[] = [
  {
    id: 'start',
    type: 'start',
    name: 'Welcome',
    instructions: 'Greet the visitor of {shop} and find out what they need.',
    childrenNodes: [{ nodeId: 'day', condition: 'wants a repair' }],
  },
  {
    id: 'day',
    type: 'collect',
    name: 'Day',
    instructions: 'Find a day.',
    variables: [{ name: 'day', type: 'date', description: 'The day', required: true, options: [] }],
  },
]
const CONFIG = {
  enableNodes: true,
  nodes: NODES as AgentNode[],
  variables: [{ name: 'shop', type: 'text', description: '', isEnv: false, defaultValue: 'Harbour Lamps' }],
} satisfies Partial<AgentConfig>

interface Got {
  draft: { config: AgentConfig } | null
  data: AgentConfig
}
async function configOf(owner: Owner, agentId: string): Promise<AgentConfig> {
  const { draft, data } = await owner.get<Got>(`/v2/agents/${agentId}`)
  return draft?.config ?? data
}
const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Import an agent' })
const input = (page: Page) => drawer(page).locator('input[type=file]')

async function openImport(page: Page) {
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('button', { name: 'Import' }).click()
  await drawer(page).waitFor()
}
const agentIdOf = (page: Page) => /\/agents\/([^/]+)\//.exec(page.url())?.[1] ?? ''

test('an agent is exported and imported unchanged into another workspace', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lamp: studio', CONFIG)
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('button', { name: 'More for Lamp: studio' }).click()
  const [fromCard] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  expect(fromCard.suggestedFilename()).toBe('Lamp studio.parlance.json')
  await page.getByText('was saved as Lamp studio.parlance.json').waitFor()

  // The export includes what was typed just before.
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes?node=start`)
  await page.getByRole('textbox', { name: 'Welcome: Instructions' }).fill('Greet the visitor of {shop} warmly.')
  await page.getByRole('button', { name: 'More for the draft' }).click()
  const [fromDraft] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  const text = readFileSync(await fromDraft.path(), 'utf8')
  expect(text).toContain('Greet the visitor of {shop} warmly.')

  const other = await stage.owner()
  const theirs = await stage.newPage()
  await other.signIn(theirs)
  await openImport(theirs)
  await input(theirs).setInputFiles(file('Lamp studio.parlance.json', text))
  const report = drawer(theirs).getByRole('region', { name: 'What gets imported' })
  await report.getByText('Parlance agent').waitFor()
  expect(await report.getByRole('listitem').allInnerTexts()).toEqual(['2 steps', '0 tools', '1 variable'])
  const name = drawer(theirs).getByRole('textbox', { name: 'Agent name' })
  expect(await name.inputValue()).toBe('Lamp: studio')
  expect((await other.get<{ items: unknown[] }>(`/v2/workspaces/${other.uid}/agents`)).items).toEqual([])
  await name.fill('Lamps abroad')
  await drawer(theirs).getByRole('button', { name: 'Import', exact: true }).click()
  await theirs.waitForURL(/\/agents\/[^/]+\/nodes/)
  await theirs.getByText('“Lamps abroad” imported.').waitFor()
  const [here, there] = await Promise.all([configOf(owner, agentId), configOf(other, agentIdOf(theirs))])
  expect({ nodes: there.nodes, variables: there.variables }).toEqual({ nodes: here.nodes, variables: here.variables })
  expect(there.title).toBe('Lamps abroad')
  expect(agentIdOf(theirs)).not.toBe(agentId)
})

testAll('a Typebot file tells what is lost before anything is made, and becomes steps', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage()
  await owner.signIn(page)
  await openImport(page)
  await input(page).setInputFiles(file('typebot-export-bike.json', typebotFile()))
  const report = drawer(page).getByRole('region', { name: 'What gets imported' })
  await report.getByText('Typebot export').waitFor()
  await report.getByRole('region', { name: /items won’t be imported/ }).waitFor()
  expect(await drawer(page).getByRole('textbox', { name: 'Agent name' }).inputValue()).toBe('Bike rental')
  await expectAccessible(page)
  await drawer(page).getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForURL(/\/agents\/[^/]+\/nodes/)
  await page.getByRole('heading', { name: 'Prompt', exact: true }).waitFor()
  const { nodes, title } = await configOf(owner, agentIdOf(page))
  expect(title).toBe('Bike rental')
  expect(nodes.filter(({ type }) => type === 'start')).toHaveLength(1)
  expect(JSON.stringify(nodes)).toContain('For how many days?')
})

testAll('what is no agent is refused in a sentence, the file stays chosen, and a better one is taken', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage({ allow: [/status of 400 .*agents\/import/] })
  await owner.signIn(page)
  await openImport(page)
  const refused = async (name: string, content: unknown, sentence: RegExp) => {
    await input(page).setInputFiles(file(name, content))
    await drawer(page).getByRole('alert').getByText(sentence).waitFor()
    await drawer(page).getByText(name, { exact: true }).waitFor()
    expect(await drawer(page).getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
  }
  await refused('half.json', '{"format": "parlance-agent",', /isn’t valid JSON/)
  await refused('empty.json', ' ', /The file is empty/)
  await refused('else.json', { a: 1 }, /isn’t an agent exported from here/)
  await refused('future.json', { format: 'parlance-agent', formatVersion: 9, config: {} }, /version 9 of the format/)
  await refused('large.json', { format: 'x', pad: 'x'.repeat(5_100_000) }, /larger than 5 MB/)
  await look(page, 'import-refused')
  await input(page).setInputFiles(file('good.json', typebotFile()))
  await drawer(page).getByRole('button', { name: 'Import', exact: true }).waitFor()
  expect(await drawer(page).getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Import')
  expect((await owner.get<{ items: unknown[] }>(`/v2/workspaces/${owner.uid}/agents`)).items).toEqual([])
})

testAll('a model is picked with its price, one is typed, and a fallback is named', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Models', CONFIG)
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/settings`)
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  await model.click()
  const options = page.getByRole('listbox', { name: 'Models' }).getByRole('option')
  await options.first().waitFor()
  expect(await options.first().innerText()).toMatch(/Demo/)
  await look(page, 'model-picker-light')
  await expectAccessible(page)
  await model.fill('openai-compatible/llama-local')
  await page.getByRole('option', { name: /Use “openai-compatible\/llama-local”/ }).click()
  const fallback = page.getByRole('combobox', { name: 'Fallback model' })
  await fallback.fill('openai-compatible/llama-local')
  await page.keyboard.press('Escape')
  await page.getByText('This is the same model').waitFor()
  await fallback.fill('claude-haiku-4-5')
  await expect
    .poll(async () => {
      const { vg_defaultModel, vg_fallbackModel } = await configOf(owner, agentId)
      return [vg_defaultModel, vg_fallbackModel]
    })
    .toEqual(['openai-compatible/llama-local', 'claude-haiku-4-5'])

  // Exports a single step next to the whole agent.
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes?node=start`)
  const card = page.getByRole('article', { name: 'Welcome' })
  await card.getByRole('button', { name: /^Model/ }).click()
  await page.getByText('Chooses the next step. A small, fast model is enough.').waitFor()
  const router = card.getByRole('group', { name: 'Routing model' })
  await router.getByRole('combobox', { name: 'Model' }).fill('gpt-4o-mini')
  await expect.poll(async () => (await configOf(owner, agentId)).nodes[0]?.routerLlmConfig?.model).toBe('gpt-4o-mini')
})

testAll('variables are declared next to the steps and say where they are used', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Variables', CONFIG)
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/nodes`)
  await page.getByRole('button', { name: /^Variables/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Variables' })
  const shop = dialog.getByRole('group', { name: 'shop' })
  await shop.getByText('Used in 1 step').waitFor()
  await dialog.getByRole('button', { name: 'Add variable' }).click()
  const fresh = dialog.getByRole('listitem').nth(1)
  await expect
    .poll(() => fresh.getByRole('textbox', { name: 'Name' }).evaluate((it) => it === document.activeElement))
    .toBe(true)
  await page.keyboard.type('shop')
  await fresh.getByText('You already have a variable with this name.').waitFor()
  await fresh.getByRole('textbox', { name: 'Name' }).fill('people')
  await fresh.getByText('Not used').waitFor()
  await fresh.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Number', exact: true }).click()
  await fresh.getByRole('textbox', { name: 'Default value' }).fill('many')
  await fresh.getByText('Enter a number.').waitFor()
  await fresh.getByRole('textbox', { name: 'Default value' }).fill('2')
  await expectAccessible(page)
  await look(page, 'variables-light')
  await expect
    .poll(async () => (await configOf(owner, agentId)).variables)
    .toEqual([
      ...CONFIG.variables,
      { name: 'people', type: 'number', description: '', isEnv: false, defaultValue: '2' },
    ])
  await dialog.getByRole('button', { name: 'Remove shop' }).click()
  await page.getByRole('dialog', { name: 'Remove “shop”?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(async () => (await configOf(owner, agentId)).variables.map(({ name }) => name)).toEqual(['people'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add variable')

  // The settings show the same list, which also opens from the drawing.
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/prompt`)
  await page.getByRole('button', { name: 'More for the canvas' }).click()
  await page.getByRole('menuitem', { name: 'Variables' }).click()
  await dialog.getByRole('group', { name: 'people' }).waitFor()
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/settings`)
  await page.getByRole('region', { name: 'Variables' }).getByRole('group', { name: 'people' }).waitFor()
})

const LOOKS = [
  ['wide', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const
testAll.each(LOOKS)('import, models and variables, %s', async (size, view) => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Looks', CONFIG)
  const page = await stage.newPage(view)
  await owner.signIn(page)
  const check = (name: string) => inspect(page, `${name}-${size}`)
  await openImport(page)
  await check('import')
  await input(page).setInputFiles(file('typebot-export-bike.json', typebotFile()))
  await drawer(page).getByRole('region', { name: 'What gets imported' }).waitFor()
  await check('import-report')
  const at = (tab: string) => `${stage.url}/app/eu/agents/${agentId}/${tab}`
  await page.goto(at('nodes?variables=true'))
  await page.getByRole('dialog', { name: 'Variables' }).getByText('Used in 1 step').waitFor()
  await check('variables')
  await page.goto(at('settings'))
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await page.getByRole('option').first().waitFor()
  await check('models')
})
