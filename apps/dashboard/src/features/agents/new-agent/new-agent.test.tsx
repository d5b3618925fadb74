import { notifications } from '@mantine/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setLanguage } from '../../../i18n/i18n.ts'
import { renderPage, serve } from '../../../testing/render.tsx'
import { keepFocus } from '../../../components/overlay/restore-focus.ts'
import { NewAgentProvider, useNewAgent } from './new-agent.tsx'

const ACCOUNT = {
  id: 'u1',
  email: 'owner@example.com',
  name: '',
  language: 'en',
  emailVerified: true,
  region: 'eu',
  createdAt: '2026-01-01T00:00:00Z',
}
const me = { 'GET /api/account': () => ({ body: { account: ACCOUNT } }) }
const convert = 'POST /api/eu/rpc/convertAgentTemplateToAgent'
const ID = 'AbCdEfGhIjKlMnOp'
const save = `POST /api/eu/v2/agents/${ID}`
vi.mock(import('@parlance/contract/lib/ids'), async (original) => ({ ...(await original()), newAgentId: () => ID }))

function Opener() {
  return <button onClick={useNewAgent()}>open</button>
}
const page = (
  <NewAgentProvider>
    <Opener />
  </NewAgentProvider>
)

async function openDrawer() {
  await userEvent.click(await screen.findByText('open'))
  return screen.findByLabelText(/Agent Name/)
}

test('focuses and requires the name, and enables Create with it', async () => {
  serve(me)
  renderPage(page)
  const name = await openDrawer()
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name).toHaveProperty('required', true)
  const create = screen.getByRole('button', { name: 'Create' })
  expect(create).toHaveProperty('disabled', true)
  await userEvent.type(name, 'a')
  expect(create).toHaveProperty('disabled', false)
  await userEvent.clear(name)
  await userEvent.type(name, '   ')
  expect(create).toHaveProperty('disabled', true)
})

test('leads to the plans when the plan includes no more agents', async () => {
  const refused = { code: 'PLAN_LIMIT', message: 'Your plan includes 5 agents. Upgrade to add more.' }
  serve({ ...me, [save]: () => ({ status: 402, body: { success: false, ...refused } }) })
  renderPage(page)
  await userEvent.type(await openDrawer(), 'Sixth')
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  const plans = await screen.findByRole('link', { name: 'See plans' })
  expect(plans.getAttribute('href')).toContain('/account/billing')
})

test('closes on Escape and returns the focus to the button, each time', async () => {
  // As main.tsx does for every page.
  onTestFinished(keepFocus())
  serve(me)
  renderPage(page)
  for (const time of [1, 2]) {
    const name = await openDrawer()
    await waitFor(() => expect(document.activeElement, `time ${time}`).toBe(name))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement, `time ${time}`).toBe(screen.getByText('open')))
  }
})

test('makes the cards one Tab stop with arrow keys', async () => {
  serve(me)
  renderPage(page)
  await openDrawer()
  const stops = () => screen.getAllByRole('radio').filter((card) => card.tabIndex === 0)
  const blank = screen.getByRole('radio', { name: /Blank Template/ })
  expect(stops()).toEqual([blank])
  blank.focus()
  await userEvent.keyboard('{ArrowDown}')
  const chosen = screen.getByRole('radio', { checked: true })
  expect(chosen).not.toBe(blank)
  expect(document.activeElement).toBe(chosen)
  expect(stops()).toEqual([chosen])
  await userEvent.click(blank)
  await userEvent.click(screen.getByRole('tab', { name: 'Entertainment' }))
  expect(stops()).toEqual([screen.getByRole('radio', { name: /Game NPC/ })])
})

test('shows the missing name on Enter and sends nothing', async () => {
  const sent = serve(me)
  renderPage(page)
  const name = await openDrawer()
  await userEvent.type(name, '{Enter}')
  expect(await screen.findByText('Please provide a name for the agent.')).toBeTruthy()
  expect(sent.filter((call) => call.method === 'POST')).toEqual([])
})

test.each([
  ['All Templates', 7],
  ['Customer Support', 3],
  ['Utility', 3],
  ['Entertainment', 1],
])('the tab %s lists %i templates', async (tab, count) => {
  serve(me)
  renderPage(page)
  await openDrawer()
  await userEvent.click(screen.getByRole('tab', { name: tab }))
  expect(screen.getAllByRole('radio')).toHaveLength(count)
})

test('selects exactly one card: blank-template at first, then the clicked one', async () => {
  serve(me)
  renderPage(page)
  await openDrawer()
  const selected = () => screen.getAllByText('Selected').map((badge) => badge.closest('[role="radio"]')?.textContent)
  expect(selected()).toEqual([expect.stringContaining('Blank Template')])
  await userEvent.click(screen.getByRole('radio', { name: /Game NPC/ }))
  expect(selected()).toEqual([expect.stringContaining('Game NPC')])
})

test('names Settings > Integrations in the notice', async () => {
  serve(me)
  renderPage(page)
  await openDrawer()
  expect(screen.getByText(/Settings > Integrations/)).toBeTruthy()
})

test.each([
  [true, 'nodes'],
  [false, 'overview'],
])('with enableNodes %s it goes to %s with the test panel open', async (enableNodes, tab) => {
  const data = { ID, title: 'Ada', enableNodes }
  const sent = serve({ ...me, [save]: () => ({ body: { success: true, data, version: 1 } }) })
  const { router, workspace } = renderPage(page)
  await userEvent.type(await openDrawer(), '  Ada {Enter}')
  expect(await screen.findByText('Agent created successfully, redirecting...')).toBeTruthy()
  await waitFor(() =>
    expect(router.state.location.href).toBe(`/app/eu/agents/AbCdEfGhIjKlMnOp/${tab}?showDebugger=true`),
  )
  const made = { title: 'Ada', ownerID: workspace.uid, enableNodes: true, lang: 'auto' }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const voiceConfig = { transcriber: { utteranceThreshold: 50 } }
  expect(sent.at(-1)?.body).toMatchObject({
    ...made,
    nodes: [{ type: 'start' }],
    handoffHours: { timeZone },
    voiceConfig,
  })
  await waitFor(() => expect(screen.queryByLabelText(/Agent Name/)).toBeNull())
})

test('lets the server convert a template', async () => {
  const sent = serve({ ...me, [convert]: () => ({ body: { agentCreated: { ID, title: 'Ada', enableNodes: true } } }) })
  const { router, workspace } = renderPage(page)
  await openDrawer()
  await userEvent.click(screen.getByRole('radio', { name: /Game NPC/ }))
  await userEvent.type(screen.getByLabelText(/Agent Name/), 'Ada{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/eu/agents/${ID}/nodes`))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const made = { agentName: 'Ada', agentTemplate: 'game-npc', workspaceId: workspace.uid, lang: 'en', timeZone }
  expect(sent.at(-1)?.body).toEqual(made)
})

test('keeps what was typed after a refusal and says why', async () => {
  const body = { success: false, code: 'RATE_LIMITED', message: 'Too many requests. Wait a moment and try again.' }
  serve({ ...me, [save]: () => ({ status: 429, body }) })
  const shown = vi.spyOn(notifications, 'show')
  renderPage(page)
  const name = await openDrawer()
  await userEvent.type(name, 'Ada{Enter}')
  expect(await screen.findByText(`Error: ${body.message}`)).toBeTruthy()
  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ message: `Error: ${body.message}`, autoClose: 2000 }))
  expect(name).toHaveProperty('value', 'Ada')
})

test('reports a creation that never reached the server', async () => {
  const unreachable = () => {
    throw new TypeError('Failed to fetch')
  }
  serve({ ...me, [save]: unreachable })
  renderPage(page)
  await userEvent.type(await openDrawer(), 'Ada{Enter}')
  expect(await screen.findByText(/^Error creating agent, \S/)).toBeTruthy()
})

test('reports a creation that failed at the server', async () => {
  serve({ ...me, [save]: () => ({ status: 500, body: { success: false, code: 'INTERNAL', message: 'x' } }) })
  renderPage(page)
  await userEvent.type(await openDrawer(), 'Ada{Enter}')
  expect(await screen.findByText('Error creating agent, x')).toBeTruthy()
})

test('says so instead of opening when signed out', async () => {
  serve({ 'GET /api/account': () => ({ body: { account: null } }) })
  renderPage(page)
  await userEvent.click(await screen.findByText('open'))
  expect(await screen.findByText('You must be logged in to create an agent')).toBeTruthy()
  expect(screen.queryByLabelText(/Agent Name/)).toBeNull()
})

test('creates a French agent for a French account', async () => {
  const account = { ...ACCOUNT, language: 'fr' }
  const data = { ID, title: 'Ada', enableNodes: true }
  const sent = serve({
    'GET /api/account': () => ({ body: { account } }),
    [save]: () => ({ body: { success: true, data, version: 1 } }),
  })
  try {
    await setLanguage('fr')
    renderPage(page)
    await userEvent.click(await screen.findByText('open'))
    await userEvent.type(await screen.findByRole('textbox'), 'Ada{Enter}')
    await waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ title: 'Ada', vg_initMessages: [expect.stringMatching(/Bonjour/)] }),
    )
  } finally {
    await setLanguage('en')
  }
})
