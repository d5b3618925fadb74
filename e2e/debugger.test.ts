// The test panel as a debugger: why an answer was given, going back to an earlier message, and saving it as a test.
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, setStage, testAll } from './harness.ts'
import { inspect, look, expectAccessible } from './pages.ts'

const stage = setStage()

async function open(options: Parameters<typeof stage.newPage>[0] = {}) {
  const owner = await stage.owner()
  const { agentCreated } = await call<{ agentCreated: Agent }>(
    `${owner.api}/rpc/convertAgentTemplateToAgent`,
    owner.token,
    { agentName: 'Desk', agentTemplate: 'make-appointment', workspaceId: owner.uid },
  )
  const page = await stage.newPage({ width: 1440, height: 900, ...options })
  await owner.signIn(page)
  const at = (tab: string) => `${stage.url}/app/eu/agents/${agentCreated.ID}/${tab}`
  await page.goto(at('prompt?showDebugger=true'))
  return { owner, agentId: agentCreated.ID, page, at, panel: panelOf(page) }
}

function panelOf(page: Page) {
  const region = page.getByRole('region', { name: 'Test panel' })
  const log = region.getByRole('log', { name: 'Test conversation' })
  const idle = () => expect.poll(() => log.getAttribute('aria-busy')).toBe('false')
  return {
    region,
    log,
    place: region.getByRole('region', { name: 'Current step' }),
    /** The section under the latest answer. */
    why: region.getByRole('button', { name: /^Why\?/ }).last(),
    trace: region.getByRole('list', { name: 'Trace' }).last(),
    message: (text: string) => region.getByRole('group', { name: `Your message “${text}”` }),
    idle,
    say: async (text: string) => {
      await region.getByRole('textbox', { name: 'Write a message' }).fill(text)
      await region.getByRole('textbox', { name: 'Write a message' }).press('Enter')
      await region.getByRole('group', { name: `Your message “${text}”` }).waitFor()
      await idle()
    },
  }
}

test('a conversation is explained, edited at an earlier message, run again, and saved as a test', async () => {
  const { owner, agentId, page, at, panel } = await open()
  await panel.say('hello')
  await panel.place.getByText('Now at Welcome').waitFor()
  await panel.say("I would like an appointment at 3 pm, I'm Anna Smith")
  await panel.place.getByText('Now at Name, date, time, email').waitFor()
  await panel.place.getByRole('button', { name: '2 variables' }).click()
  await panel.place.getByText('15:00').waitFor()

  await panel.why.click()
  await panel.trace.getByText('chosen by the model').waitFor()
  await panel.trace.getByText('time = 15:00').waitFor()
  await panel.trace.getByRole('button', { name: /^Decision: Name, date/ }).click()
  await panel.trace
    .getByText('The visitor wants a new appointment, gives a name or names a day', { exact: true })
    .waitFor()
  await look(page, 'debugger-trace')

  // The drawing marks the current step.
  const marked = page.locator('.react-flow__node', { has: page.locator('[data-active]') })
  await marked.filter({ hasText: 'Name, date, time, email' }).waitFor()
  expect(await marked.count()).toBe(1)

  await panel.say('31 February')
  await panel.trace.getByText('date: “31 February” refused').waitFor()
  expect(await panel.log.getByRole('group', { name: /^Your message/ }).count()).toBe(3)

  // Another second message removes the third and what the old second one had provided.
  const second = panel.message("I would like an appointment at 3 pm, I'm Anna Smith")
  await second.getByRole('button', { name: 'Edit and run again from here' }).click()
  const field = panel.region.getByRole('textbox', { name: 'Edited message' })
  await field.fill('I would like an appointment at 4 pm')
  await field.press('Enter')
  await panel.message('I would like an appointment at 4 pm').waitFor()
  await panel.idle()
  expect(await panel.log.getByText('31 February').count()).toBe(0)
  await panel.place.getByRole('button', { name: '1 variable' }).waitFor()
  await panel.place.getByText('16:00').waitFor()

  await page.reload()
  await panel.message('I would like an appointment at 4 pm').waitFor()
  await panel.place.getByText('Now at Name, date, time, email').waitFor()
  await panel.why.click()
  await panel.trace.getByText('time = 16:00').waitFor()

  await panel.region.getByRole('button', { name: 'Save as test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as test' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Takes a time early')
  await dialog.getByRole('region', { name: 'Answer 2' }).waitFor()
  await look(page, 'debugger-save')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save test' }).click()
  await page.getByText('Test “Takes a time early” saved.').waitFor()
  const { items } = await owner.get<{ items: { name: string; steps: { expectations: unknown[] }[] }[] }>(
    `/v2/agents/${agentId}/tests`,
  )
  expect(items.map(({ name }) => name)).toEqual(['Takes a time early'])
  expect(items[0]?.steps[1]?.expectations).toContainEqual({ type: 'variable', name: 'time', value: '16:00' })

  // The transcript shows the same.
  await page.goto(at('convos'))
  await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').getByRole('link').click()
  await page.getByRole('article').getByRole('button', { name: 'Why?' }).last().click()
  const drawer = page.getByRole('dialog', { name: 'Why this answer?' })
  await drawer.getByText('time = 16:00').waitFor()
  await look(page, 'debugger-why')
  await expectAccessible(page)
})

testAll(
  'a message is sent with a chosen step, variables and channel; the page lists what the channel loses',
  async () => {
    const { panel, page } = await open()
    await panel.region.getByRole('button', { name: 'Set up the next message' }).click()
    const setup = panel.region.getByRole('region', { name: 'Set up the next message' })
    await setup.getByRole('combobox', { name: 'Start at a step' }).click()
    await page.getByRole('option', { name: 'Read back and confirm' }).click()
    await setup.getByRole('textbox', { name: 'email' }).fill('nobody')
    await setup.getByText('“nobody” isn’t a valid email address.').waitFor()
    await setup.getByRole('textbox', { name: 'email' }).fill('anna@example.org')
    await setup.getByRole('combobox', { name: 'Channel' }).selectOption('WhatsApp')
    const pending = panel.region.getByRole('list', { name: 'Applies to the next message' })
    await expect
      .poll(() => pending.getByRole('listitem').allTextContents())
      .toEqual(['On WhatsApp', 'Starts at Read back and confirm', 'email = anna@example.org'])
    await look(page, 'debugger-setup')
    await expectAccessible(page)
    await panel.say('hello')
    await panel.place.getByText('Now at Read back and confirm').waitFor()
    await expect.poll(() => pending.getByRole('listitem').allTextContents()).toEqual(['On WhatsApp'])
    await panel.log.getByText('Sent with: On WhatsApp · Starts at Read back and confirm').waitFor()

    await panel.message('hello').getByRole('button', { name: 'Delete from here' }).click()
    await panel.region.getByText('Later messages are removed when you send the next one.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await panel.message('hello').waitFor()
  },
)

testAll.each([
  ['wide', 1440, 900],
  ['phone', 390, 844],
] as const)('the panel, %s: nothing for axe to find', async (size, width, height) => {
  const { panel, page } = await open({ width, height })
  await panel.say("I would like an appointment at 3 pm, I'm Anna Smith")
  await panel.say('31 February')
  await panel.why.click()
  await panel.trace.getByText('date: “31 February” refused').waitFor()
  await inspect(page, `debugger-${size}`)
})
