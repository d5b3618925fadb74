// The canvas between the agent's tabs and its side panels.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { atRest, type Box, look } from './pages.ts'

const stage = setStage()

async function open(scheme: 'light' | 'dark', width: number) {
  const owner = await stage.owner()
  const nodes: Partial<AgentNode>[] = [
    {
      id: 'start',
      type: 'start',
      name: 'Welcome',
      childrenNodes: [{ nodeId: 'shop', condition: 'asks about a lamp' }],
    },
    { id: 'shop', type: 'default', name: 'Lamps', instructions: 'Answer from the knowledge.' },
  ]
  const agentId = await owner.agent('Lamp studio', { enableNodes: true, nodes: nodes as AgentNode[] })
  const page = await stage.newPage({ scheme, width, height: 900 })
  await owner.signIn(page)
  return { page, at: (tab: string) => `${stage.url}/app/eu/agents/${agentId}/${tab}` }
}

/** Whether two boxes overlap by more than a border. */
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - 1 &&
  other.x < one.x + one.width - 1 &&
  one.y < other.y + other.height - 1 &&
  other.y < one.y + one.height - 1

test.each([
  ['light', 1280],
  ['dark', 1440],
  ['dark', 1100],
  ['light', 800],
] as const)(
  '%s at %i px, the test panel open or closed: tabs have words, and one panel at a time covers no tool',
  async (scheme, width) => {
    const { page, at } = await open(scheme, width)
    const details = page.getByRole('complementary', { name: 'Details' })
    const testing = page.getByRole('complementary', { name: 'Test' })
    await page.goto(`${at('prompt')}?node=shop`)
    await expectRoom(page, details)
    await look(page, `canvas-beside-${scheme}-${width}`)

    await page.getByRole('button', { name: 'Show Test' }).click()
    await testing.getByRole('log').waitFor()
    await expectRoom(page, testing)
    expect(await details.count()).toBe(0)
    await look(page, `canvas-beside-${scheme}-${width}-testing`)

    // Reopens with the last view.
    await testing.getByRole('radiogroup').getByText('Details').click()
    await page.reload()
    await expectRoom(page, details)
    expect(await page.getByRole('log').count()).toBe(0)
    await details.getByRole('radiogroup').getByText('Test').click()
    await page.getByRole('button', { name: 'Hide Test' }).click()
    await details.getByRole('textbox', { name: 'Step name' }).waitFor()
  },
)

/** Tabs keep their labels, and the panel covers no canvas tool. */
async function expectRoom(page: Page, panel: Locator) {
  await panel.waitFor()
  const tabs = page.getByRole('navigation', { name: 'Agent navigation' }).getByRole('link')
  const box = await atRest(panel)
  const words = await tabs.locator('span').evaluateAll((list) =>
    list.map((word) => ({
      width: word.clientWidth || word.getBoundingClientRect().width,
      seen: getComputedStyle(word).opacity,
    })),
  )
  expect(words.length).toBeGreaterThan(5)
  for (const word of words) expect(word).toMatchObject({ seen: '1' })
  for (const word of words) expect(word.width).toBeGreaterThan(15)
  for (const name of ['Undo', 'Problems', 'More for the canvas']) {
    const tool = page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
    expect(overlap(box, await atRest(tool)), name).toBe(false)
  }
}
