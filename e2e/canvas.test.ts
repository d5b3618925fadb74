// Steps as text and as a drawing: two views of one graph, and the frame rate of moving a large one.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, setStage, testAll, viewerOf, type Owner } from './harness.ts'
import { atRest, inspect } from './pages.ts'

const stage = setStage()

type NodeInput = Pick<AgentNode, 'id' | 'type' | 'name'> & Partial<AgentNode>
const GRAPH: NodeInput[] = [
  {
    id: 'start',
    type: 'start',
    name: 'Welcome',
    instructions: 'Greet the visitor as {visitor_name} and find out what they need.',
    childrenNodes: [
      { nodeId: 'book', condition: 'wants an appointment' },
      { nodeId: 'shop', condition: 'asks about a lamp' },
    ],
    rf: { x: 0, y: 0 },
  },
  {
    id: 'book',
    type: 'collect',
    name: 'Appointment',
    instructions: 'Find a day.',
    variables: [{ name: 'day', type: 'date', description: 'The day', required: true, options: [] }],
    childrenNodes: [{ nodeId: 'thanks', condition: '' }],
    rf: { x: 420, y: -100 },
  },
  {
    id: 'shop',
    type: 'default',
    name: 'Lamps',
    instructions: 'Answer from the knowledge.',
    rf: { x: 420, y: 120 },
  },
  {
    id: 'thanks',
    type: 'message',
    name: 'Thanks',
    items: [{ type: 'text', text: 'See you on {day}.' }],
    rf: { x: 840, y: -100 },
  },
]

interface Saved {
  draft: { config: { nodes: AgentNode[] } } | null
  data: { nodes: AgentNode[] }
}
const savedNodes = async (owner: Owner, agentId: string): Promise<AgentNode[]> => {
  const saved = await owner.get<Saved>(`/v2/agents/${agentId}`)
  return (saved.draft?.config ?? saved.data).nodes
}
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

async function open(nodes: readonly NodeInput[], options: Parameters<typeof stage.newPage>[0] = {}, role = 'owner') {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lamp studio', {
    enableNodes: true,
    nodes: nodes as AgentNode[],
    variables: [{ name: 'visitor_name', type: 'text', description: '', isEnv: false, defaultValue: '' }],
  })
  const page = await stage.newPage({ width: 1440, height: 900, ...options })
  const person = role === 'viewer' ? await viewerOf(owner, await stage.owner()) : owner
  await person.signIn(page)
  const at = (tab: string) => `${stage.url}/app/eu/agents/${agentId}/${tab}`
  return { owner, agentId, page, at }
}

const step = (page: Page, name: string) => page.locator('.react-flow__node', { hasText: name })
/**
 * Clicks the visible part of a step. A click outside the viewport would make the browser scroll the drawing, which
 * React Flow reverts at once, sometimes between press and release.
 */
const pick = async (page: Page, name: string, options: Parameters<Locator['click']>[0] = {}) => {
  const node = step(page, name)
  const [inner, outer] = [await atRest(node), await canvas(page).boundingBox()]
  const outside =
    outer &&
    (inner.x < outer.x ||
      inner.y < outer.y ||
      inner.x + inner.width > outer.x + outer.width ||
      inner.y + inner.height > outer.y + outer.height)
  if (outside) {
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await atRest(node)
  }
  await node.click(options)
}
const canvas = (page: Page) => page.getByRole('application', { name: 'Steps and connections' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const places = (page: Page) =>
  page.locator('.react-flow__node').evaluateAll((list) => list.map((node) => (node as HTMLElement).style.transform))
const names = (page: Page) =>
  page.locator('.react-flow__node').evaluateAll((list) => list.map((node) => node.getAttribute('aria-label') ?? ''))

test('a graph is drawn, extended, connected, copied, undone and read as text', async () => {
  const { owner, agentId, page, at } = await open(GRAPH)
  await page.goto(at('prompt'))
  await step(page, 'Welcome').waitFor()
  expect(await names(page)).toEqual([
    'Start: Welcome',
    'Collect: Appointment',
    'Message: Thanks',
    'Conversation: Lamps',
  ])

  await page.getByRole('button', { name: 'Add: End' }).click()
  await panel(page).getByRole('textbox', { name: 'Step name' }).fill('Bye')
  // Renames on the drawing.
  await step(page, 'Bye').getByText('Bye', { exact: true }).dblclick()
  await canvas(page).getByRole('textbox', { name: 'Step name' }).fill('Goodbye')
  await page.keyboard.press('Enter')
  await step(page, 'Goodbye').waitFor()
  await canvas(page).focus()
  const scattered = await places(page)
  await page.keyboard.press('l')
  // The code that arranges steps is loaded first.
  await expect.poll(() => places(page)).not.toEqual(scattered)
  await page.getByRole('button', { name: 'Fit to screen' }).click()
  // A slow drawing may pause before it moves, so the end position is read last.
  await atRest(step(page, 'Lamps').locator('.react-flow__handle-right'))
  const to = await atRest(step(page, 'Goodbye').locator('.react-flow__handle-left'))
  const from = await atRest(step(page, 'Lamps').locator('.react-flow__handle-right'))
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 8 })
  await page.mouse.up()
  await expect
    .poll(async () => (await savedNodes(owner, agentId)).find(({ id }) => id === 'shop')?.childrenNodes.length)
    .toBe(1)

  await pick(page, 'Lamps')
  const edge = panel(page).getByRole('region', { name: 'Lamps to Goodbye' })
  await edge.getByText('AI condition', { exact: true }).click()
  await edge.getByRole('textbox', { name: 'Condition' }).fill('says goodbye')
  await page.locator('.react-flow__edgelabel-renderer').getByText('says goodbye').waitFor()
  await saved(page)
  const lamps = async () => (await savedNodes(owner, agentId)).find(({ id }) => id === 'shop')
  await expect.poll(async () => (await lamps())?.childrenNodes[0]?.condition).toBe('says goodbye')

  await pick(page, 'Appointment')
  await pick(page, 'Thanks', { modifiers: ['Control'] })
  await page.keyboard.press('Control+c')
  await page.getByText('Copied 2 steps.').waitFor()
  await page.keyboard.press('Control+v')
  await page.getByText('Pasted 2 steps.').waitFor()
  await expect.poll(() => names(page)).toHaveLength(7)
  await expect.poll(async () => (await savedNodes(owner, agentId)).length).toBe(7)
  const pasted = (await savedNodes(owner, agentId)).slice(5)
  expect(pasted.map(({ name }) => name)).toEqual(['Appointment', 'Thanks'])
  expect(pasted[0]?.childrenNodes.map(({ nodeId }) => nodeId)).toEqual([pasted[1]?.id])

  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toHaveLength(5)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => names(page)).toHaveLength(7)
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toHaveLength(5)

  await page.getByRole('link', { name: 'Prompt', exact: true }).first().click()
  const card = page.getByRole('article', { name: 'Lamps' })
  await card.getByRole('button', { name: 'Expand Lamps' }).click()
  await card.getByRole('textbox', { name: 'Lamps: Instructions' }).fill('Answer about lamps for {visitor_name}.')
  expect(await card.getByRole('textbox', { name: 'Condition' }).inputValue()).toBe('says goodbye')
  await page.getByRole('link', { name: 'Canvas', exact: true }).first().click()
  await step(page, 'Answer about lamps for {visitor_name}.').waitFor()
  await expect.poll(async () => (await lamps())?.instructions).toBe('Answer about lamps for {visitor_name}.')
  await expect.poll(async () => (await savedNodes(owner, agentId)).length).toBe(5)
  await page.reload()
  await step(page, 'Answer about lamps for {visitor_name}.').waitFor()
  expect(await names(page)).toHaveLength(5)
})

testAll('an edge that is dropped on nothing makes a step; the keyboard moves, opens and deletes', async () => {
  const { owner, agentId, page, at } = await open(GRAPH)
  await page.goto(at('prompt'))
  const handle = step(page, 'Lamps').locator('.react-flow__handle-right')
  const from = await atRest(handle)
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + 160, from.y + 120, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('menuitem', { name: 'Hand-off' }).click()
  await step(page, 'Hand-off').waitFor()
  await expect.poll(async () => (await savedNodes(owner, agentId)).length).toBe(5)
  const nodes = await savedNodes(owner, agentId)
  expect(nodes[2]?.childrenNodes.map(({ nodeId }) => nodeId)).toEqual([nodes[4]?.id])

  // Arrow keys move a step and update the draft.
  await pick(page, 'Lamps')
  const before = (await savedNodes(owner, agentId))[2]?.rf
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => ((await savedNodes(owner, agentId))[2]?.rf?.y ?? 0) > (before?.y ?? 0)).toBe(true)

  // Enter opens the focused step.
  await step(page, 'Lamps').focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() =>
      panel(page)
        .getByRole('textbox', { name: 'Step name' })
        .evaluate((field) => field === field.ownerDocument.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('Escape')

  await pick(page, 'Appointment')
  await page.keyboard.press('Delete')
  await page.getByText('Deleted 1 step.').waitFor()
  await expect.poll(() => names(page)).toHaveLength(4)
  // Shortcuts work although the focused step is gone.
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toHaveLength(5)
  // Its Undo would now undo the edit before the deletion.
  await page.getByText('Deleted 1 step.').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => names(page)).toHaveLength(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toHaveLength(5)
  await pick(page, 'Appointment')
  await page.keyboard.press('Delete')
  const offer = page.getByRole('alert').filter({ hasText: 'Deleted 1 step.' })
  await offer.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toHaveLength(5)

  await canvas(page).focus()
  await canvas(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '{"format":"parlance-nodes","version":1,"nodes":[{"id":"x","type":"rocket"}]}')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText(/Couldn’t paste/).waitFor()
  expect(await names(page)).toHaveLength(5)
})

testAll('connects, moves and deletes the focused step by keyboard, and leaves the selection alone', async () => {
  const { owner, agentId, page, at } = await open(GRAPH)
  await page.goto(at('prompt'))
  const stored = async (id: string) => (await savedNodes(owner, agentId)).find((node) => node.id === id)
  await pick(page, 'Welcome')
  const group = (name: RegExp) => page.getByRole('group', { name })
  await group(/Lamps$/).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await stored('shop'))?.rf).toEqual({ x: 420, y: 125 })
  expect((await stored('start'))?.rf).toEqual({ x: 0, y: 0 })

  await page.keyboard.press('c')
  await page.getByText(/^Connecting “Lamps”/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^Connecting “Lamps”/).waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await group(/Thanks$/).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored('shop'))?.childrenNodes.map(({ nodeId }) => nodeId)).toEqual(['thanks'])
  // The new connection is selected; deleting it can be undone.
  await panel(page).getByText('Lamps to Thanks').waitFor()
  await group(/Thanks$/).focus()
  await page.keyboard.press('Delete')
  await page.getByText('Connection removed.').waitFor()
  await expect.poll(async () => (await stored('shop'))?.childrenNodes.length).toBe(0)
  expect(await names(page)).toHaveLength(4)

  await group(/Thanks$/).focus()
  await page.keyboard.press('Delete')
  await page.getByText('Deleted 1 step.').waitFor()
  await expect.poll(() => names(page)).toEqual(['Start: Welcome', 'Collect: Appointment', 'Conversation: Lamps'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toHaveLength(4)

  // A found step takes the focus.
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Find a step…' }).fill('Appointment')
  await page.getByRole('option', { name: 'Appointment' }).click()
  await expect
    .poll(() => group(/Appointment$/).evaluate((node) => node === node.ownerDocument.activeElement))
    .toBe(true)
})

testAll.each([
  ['wide', 1280, 800],
  ['phone', 390, 844],
] as const)('a starter flow opens readable, %s', async (size, width, height) => {
  const owner = await stage.owner()
  const { agentCreated } = await call<{ agentCreated: { ID: string } }>(
    `${owner.api}/rpc/convertAgentTemplateToAgent`,
    owner.token,
    { agentName: 'Lumen', agentTemplate: 'customer-support', workspaceId: owner.uid },
  )
  const page = await stage.newPage({ width, height })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentCreated.ID}/prompt`)
  await step(page, 'Understand the question').waitFor()
  const seen = () =>
    page.locator('.react-flow').evaluate((flow) => {
      const all = (selector: string) => [...flow.querySelectorAll<HTMLElement>(selector)]
      const labels = all('.react-flow__edgelabel-renderer > div')
      const nodes = all('.react-flow__node')
      const boxes = (list: readonly HTMLElement[]) => list.map((element) => element.getBoundingClientRect())
      const zoom = (nodes[0]?.getBoundingClientRect().width ?? 0) / (nodes[0]?.offsetWidth ?? 1)
      const written = [...labels, ...all('.react-flow__node span, .react-flow__node div')].filter(
        (element) => element.checkVisibility() && [...element.childNodes].some(({ nodeType }) => nodeType === 3),
      )
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      const placed = boxes(labels)
      return {
        smallest: Math.min(...written.map((element) => parseFloat(getComputedStyle(element).fontSize) * zoom)),
        covered: placed.filter((label, at) =>
          [...boxes(nodes), ...placed.slice(at + 1)].some((other) => meets(label, other)),
        ).length,
        cut: labels.filter(({ firstElementChild: text }) => text && text.scrollHeight > text.clientHeight + 1).length,
        inView: boxes(nodes).filter((node) => node.left >= 0 && node.right <= innerWidth).length,
      }
    })
  await expect.poll(async () => (await seen()).smallest).toBeGreaterThan(12.9)
  await expect.poll(async () => (await seen()).covered).toBe(0)
  if (size === 'phone') return
  await step(page, 'Pass to a person').getByText('Hands off to your team.').waitFor()
  // Most conditions are whole.
  await expect.poll(async () => (await seen()).cut).toBeLessThanOrEqual(1)
  expect((await seen()).inView).toBe(6)
})

testAll('problems are listed and lead to their step; a single prompt becomes steps', async () => {
  const broken: NodeInput[] = [
    { ...(GRAPH[0] as NodeInput), instructions: 'Hello {nobody}', childrenNodes: [] },
    { id: 'lost', type: 'tool', name: 'Look up the order', rf: { x: 420, y: 0 } },
  ]
  const { page, at } = await open(broken)
  await page.goto(at('prompt'))
  await page.getByRole('button', { name: /Problems/ }).click()
  const problems = panel(page).getByRole('list', { name: 'Problems' })
  await problems.getByRole('button', { name: /nobody/ }).waitFor()
  expect(await problems.getByRole('button').count()).toBe(3)
  await problems.getByRole('button', { name: /Choose a tool\./ }).click()
  await expect
    .poll(() => panel(page).getByRole('textbox', { name: 'Step name' }).inputValue())
    .toBe('Look up the order')

  await page.goto(at('nodes'))
  await page.getByRole('button', { name: 'Single prompt' }).click()
  await page.getByRole('textbox', { name: 'System prompt' }).waitFor()
  await saved(page)
  await page.goto(at('prompt'))
  await page.getByRole('heading', { name: 'Map out the conversation' }).waitFor()
  await page.getByRole('button', { name: 'Use steps' }).click()
  await step(page, 'Look up the order').waitFor()
})

testAll('new steps follow what is selected, in view, and are called unfinished once they are left', async () => {
  const { owner, agentId, page, at } = await open([{ id: 'start', type: 'start', name: 'Welcome' }])
  await page.goto(at('prompt'))
  await page.getByRole('heading', { name: 'Add your first step' }).waitFor()
  const add = (kind: string) => page.getByRole('button', { name: `Add: ${kind}` }).click()
  const label = page.locator('.react-flow__edgelabel-renderer')
  await add('Collect')
  await panel(page).getByText('Welcome to Collect').waitFor()
  // The drawing and the panel agree.
  await label.getByText('AI condition').waitFor()
  await panel(page).getByRole('textbox', { name: 'Condition' }).fill('wants an offer')
  await label.getByText('wants an offer').waitFor()
  await add('End')
  await panel(page).getByText('Collect to End').waitFor()
  const problems = page.getByRole('button', { name: /^Problems/ })
  expect(await problems.getAttribute('aria-label')).toBe('Problems (0)')
  // After an end step, places below its predecessor.
  await pick(page, 'End')
  await expect.poll(() => problems.getAttribute('aria-label')).toBe('Problems (1)')
  await add('Message')
  await panel(page).getByText('Collect to Message').waitFor()
  const nodes = () => savedNodes(owner, agentId)
  await expect.poll(async () => (await nodes()).map(({ childrenNodes }) => childrenNodes.length)).toEqual([1, 2, 0, 0])
  const [inner, outer] = [await atRest(step(page, 'Message')), await canvas(page).boundingBox()]
  expect(inner.x + inner.width).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
  const boxes = await page.locator('.react-flow__node').evaluateAll((list) =>
    list.map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      const apart =
        one.x >= other.x + other.width ||
        other.x >= one.x + one.width ||
        one.y >= other.y + other.height ||
        other.y >= one.y + one.height
      expect(apart).toBe(true)
    }
})

testAll.each([
  ['wide', 1440, 900],
  ['phone', 390, 844],
] as const)('canvas and prompt, %s: nothing for axe to find', async (size, width, height) => {
  const { page, at } = await open(GRAPH, { width, height })
  await page.goto(at('prompt'))
  await step(page, 'Welcome').waitFor()
  await atRest(step(page, 'Welcome'))
  await inspect(page, `canvas-${size}`)
  await pick(page, 'Appointment')
  await page.getByRole('textbox', { name: 'Appointment: Instructions' }).waitFor()
  await atRest(page.getByRole('textbox', { name: 'Appointment: Instructions' }))
  await inspect(page, `canvas-step-${size}`)
  if (size === 'wide') {
    await pick(page, 'Thanks')
    await page.getByRole('figure', { name: 'Preview' }).waitFor()
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByRole('menuitem', { name: 'Form' }).click()
    await page.getByRole('figure', { name: 'Preview' }).nth(1).waitFor()
    await inspect(page, 'canvas-items')
    await page.getByRole('button', { name: 'More for the canvas' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog').waitFor()
    await inspect(page, 'canvas-shortcuts')
    await page.keyboard.press('Escape')
    await saved(page)
  }
  await page.goto(`${at('nodes')}?node=start`)
  await page.getByRole('textbox', { name: 'Welcome: Instructions' }).waitFor()
  await inspect(page, `prompt-${size}`)
})

testAll('a viewer looks at an agent: nothing can be typed or changed by keys', async () => {
  const { owner, agentId, page, at } = await open(GRAPH, {}, 'viewer')
  const before = await savedNodes(owner, agentId)
  await page.goto(at('overview'))
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.getByText('You can view this agent. Editors can change it.').waitFor()
  expect(await title.isEditable()).toBe(false)
  await title.press('x')
  expect(await title.inputValue()).toBe('Lamp studio')
  await page.getByText('Desktop', { exact: true }).click()
  expect(await page.getByRole('radio', { name: 'Desktop' }).isChecked()).toBe(true)
  await inspect(page, 'viewer-design')
  await page.goto(`${at('settings')}?tab=ui`)
  expect(await page.getByRole('switch').first().isDisabled()).toBe(true)
  await inspect(page, 'viewer-settings')
  await page.goto(at('prompt'))
  await pick(page, 'Lamps')
  const text = panel(page).getByRole('textbox', { name: 'Lamps: Instructions' })
  await text.press('x')
  expect(await text.textContent()).toBe('Answer from the knowledge.')
  await page.getByRole('group', { name: /Lamps$/ }).focus()
  for (const key of ['ArrowRight', 'Control+d', 'l', 'a', 'Delete', 'Control+v']) await page.keyboard.press(key)
  expect(await page.locator('.react-flow__node').count()).toBe(GRAPH.length)
  expect(await page.getByRole('toolbar').count()).toBe(0)
  await inspect(page, 'viewer-canvas')
  expect(await savedNodes(owner, agentId)).toEqual(before)
})

testAll('200 steps: frames while one is dragged', async () => {
  const many = Array.from({ length: 200 }, (_, at): NodeInput => ({
    id: `n${at}`,
    type: at === 0 ? 'start' : at % 7 === 0 ? 'collect' : 'default',
    name: `Step ${at}`,
    instructions: 'Ask the visitor for what is needed here, one thing at a time, and go on as soon as it is known.',
    ...(at % 7 === 0 && at > 0
      ? { variables: [{ name: `value_${at}`, type: 'text', description: '', required: true, options: [] }] }
      : {}),
    childrenNodes: [2 * at + 1, 2 * at + 2]
      .filter((to) => to < 200)
      .map((to) => ({ nodeId: `n${to}`, condition: `needs step ${to}` })),
    rf: { x: (at % 20) * 400, y: Math.floor(at / 20) * 220 },
  }))
  const { page, at } = await open(many)
  await page.goto(at('prompt'))
  await page.getByRole('button', { name: 'Fit to screen' }).click()
  await step(page, 'Step 105').first().waitFor()
  await page.waitForTimeout(500)
  const box = await step(page, 'Step 105').first().boundingBox()
  if (!box) throw new Error('The step is not there.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // Thread time excludes other load on the machine.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  await page.mouse.move(x, y)
  await page.mouse.down()
  const began = await busy()
  await page.evaluate(() => {
    const times: number[] = []
    const note = (now: number) => {
      times.push(now)
      if (times.length < 2000) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(globalThis, { frameTimes: times })
  })
  for (let turn = 0; turn < 120; turn += 1) {
    await page.mouse.move(x + 150 * Math.sin(turn / 10), y + 80 * Math.cos(turn / 10))
  }
  const times = await page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes.slice())
  const perFrame = ((await busy()) - began) / Math.max(1, times.length)
  await page.mouse.up()
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  const slowest = gaps.toSorted((a, b) => b - a)
  console.log(
    `canvas, 200 steps, all in view: ${((gaps.length / total) * 1000).toFixed(1)} frames/s while dragging, ` +
      `95 % of frames within ${(slowest[Math.floor(gaps.length * 0.05)] ?? 0).toFixed(1)} ms, slowest ${(slowest[0] ?? 0).toFixed(1)} ms, ` +
      `${(perFrame * 1000).toFixed(1)} ms of the main thread a frame`,
  )
  await saved(page)
  expect(gaps.length).toBeGreaterThan(0)
})
