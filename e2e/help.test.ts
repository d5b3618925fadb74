// The help centre: found from the app, searched, read. With HELP_PICTURES set, its pictures are taken anew from the product.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { scriptTag } from './chat.ts'
import { setStage } from './harness.ts'
import { inspect } from './pages.ts'
import { shopPage } from './sites.ts'

const HELP = join(import.meta.dirname, '../apps/server/src/modules/site/help')
const stage = setStage()

test('help is found from the app, searched without a reload, and read on every screen', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage({ width: 1280, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page
    .getByRole('button', { name: /Account menu|person-/ })
    .first()
    .click()
  const docs = page.getByRole('menuitem', { name: 'Docs' })
  expect(await docs.getAttribute('href')).toBe('/help')
  await page.goto(`${stage.url}/help`)
  const search = page.getByRole('searchbox', { name: 'Search the help centre' })
  await search.fill('signature replay')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').filter({ visible: true }).count()).toBe(1)
  await search.fill('quantum entanglement')
  await page.getByText('Nothing found. Try another word.').waitFor()
  await search.fill('webhook')
  await page.getByRole('link', { name: /Send events to your systems/ }).click()
  await page.getByRole('heading', { name: 'Send events to your systems', level: 1 }).waitFor()
  for (const [path, name] of [
    ['/help', 'help'],
    ['/help/add-to-website', 'help-article'],
  ] as const) {
    await page.goto(stage.url + path)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await inspect(page, `${name}-${width}`)
    }
  }
})

test('every picture that an article shows is there', () => {
  const wanted = readdirSync(join(HELP, 'articles')).flatMap((file) =>
    [...readFileSync(join(HELP, 'articles', file), 'utf8').matchAll(/!\[[^\]]+\]\(([\w-]+\.webp)\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(wanted.length).toBeGreaterThan(8)
  expect(readdirSync(join(HELP, 'pictures')).toSorted()).toEqual([...new Set(wanted)].toSorted())
})

const NODES: Partial<AgentNode>[] = [
  {
    id: 'start',
    type: 'start',
    name: 'Welcome',
    instructions: 'Greet visitors of Lumen and find out what they need.',
    childrenNodes: [
      { nodeId: 'repair', condition: 'has a broken lamp' },
      { nodeId: 'shop', condition: 'looks for a lamp' },
    ],
  },
  { id: 'repair', type: 'collect', name: 'Repair request', instructions: 'Ask for what the workshop needs.' },
  { id: 'shop', type: 'default', name: 'Find a lamp', instructions: 'Recommend one of our lamps.' },
]

test.runIf(process.env['HELP_PICTURES'])('the pictures are taken', { timeout: 240_000 }, async () => {
  const sharp = createRequire(join(import.meta.dirname, '../apps/server/package.json'))('sharp') as (input: Buffer) => {
    webp: (options: object) => { toFile: (path: string) => Promise<unknown> }
  }
  mkdirSync(join(HELP, 'pictures'), { recursive: true })
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen', {
    enableNodes: true,
    nodes: NODES as AgentNode[],
    starterQuestions: ['Do you repair lamps?', 'Where are you?'],
  })
  await owner.teach(agentId, 'Repairs', 'Lumen repairs lamps of every make. A repair takes three weeks and costs 40 €.')
  await owner.teach(agentId, 'Delivery', 'Lamps are delivered within Switzerland in two days, elsewhere in five.')
  await owner.teach(agentId, 'Opening hours', 'The workshop in Bern is open from Tuesday to Saturday, 9:00 to 18:00.')
  const single = await owner.agent('Lumen helper', {
    enableNodes: false,
    vg_systemPrompt:
      'You help customers of Lumen, a lamp workshop in Bern. Answer from the knowledge base. If it is not there, say so.',
  })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const visitor = await stage.newPage({ width: 1000, height: 800 })
  await visitor.goto(site.url)
  const page = await stage.newPage({ width: 1280, height: 800 })
  await owner.signIn(page)
  const take = async (target: Page, name: string) => {
    await target.waitForTimeout(1500)
    const picture = await target.screenshot({ animations: 'disabled' })
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(HELP, 'pictures', `${name}.webp`))
  }
  const at = (id: string, tab: string) => `${stage.url}/app/eu/agents/${id}/${tab}`
  await page.goto(`${stage.url}/app/eu/agents`)
  await page
    .getByRole('button', { name: 'Dismiss' })
    .first()
    .click({ timeout: 2000 })
    .catch(() => undefined)
  for (const [path, name] of [
    [at(agentId, 'kb'), 'knowledge'],
    [at(single, 'nodes'), 'prompt'],
    [at(agentId, 'prompt'), 'canvas'],
    [at(agentId, 'overview'), 'design'],
    [at(agentId, 'analytics'), 'analytics'],
    [`${stage.url}/app/eu/events`, 'events'],
  ] as const) {
    await page.goto(path)
    await take(page, name)
  }
  await page.goto(at(agentId, 'kb?showDebugger=true'))
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.getByRole('textbox', { name: 'Write a message' }).fill('How long does a repair take?')
  await panel.getByRole('textbox', { name: 'Write a message' }).press('Enter')
  await panel.getByText('three weeks', { exact: false }).first().waitFor()
  await take(page, 'test-panel')
  await page.goto(at(agentId, 'convos'))
  await take(page, 'chats')
  await page.getByRole('button', { name: 'Widget Script' }).click()
  await take(page, 'add-to-website')
})
