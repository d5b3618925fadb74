import type { Message } from '@parlance/contract/conversations/schemas'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { Why } from './trace-toggle.tsx'

const message = (over: Partial<Message> = {}): Message => ({
  id: 'm1',
  seq: 2,
  turnId: 't1',
  from: 'agent',
  items: [{ type: 'text', text: 'Hello' }],
  status: 'complete',
  sources: [],
  at: '2031-01-01T00:00:00Z',
  ...over,
})
const receipt = {
  turnId: 't1',
  status: 'complete',
  credits: 3,
  model: 'gpt',
  inputTokens: 120,
  outputTokens: 8,
  ms: 1400,
  engine: null,
}
const PATH = 'GET /api/eu/v2/agents/a1/turns/t1/trace'

test('opens the trace of a stored answer in a drawer that Escape closes', async () => {
  const trace = [{ type: 'node', nodeId: 'book', name: 'Book', by: 'rule', reason: 'day is set' }]
  const sent = serve({ [PATH]: () => ({ body: { data: { ...receipt, trace } } }) })
  renderPage(<Why agentId="a1" message={message()} />)
  const user = userEvent.setup()
  expect(sent).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: 'Why?' }))
  await screen.findByText('by a rule')
  screen.getByText('day is set')
  screen.getByText('1.4 s')
  screen.getByText('120 in · 8 out')
  await user.keyboard('{Escape}')
  expect(screen.queryByText('by a rule')).toBeNull()
})

test('shows only the cost of a turn without a stored trace', async () => {
  serve({ [PATH]: () => ({ body: { data: { ...receipt, trace: [] } } }) })
  renderPage(<Why agentId="a1" message={message()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Why?' }))
  await screen.findByText(/Only the cost of this turn was saved/)
  screen.getByText('1.4 s')
})

test("offers a retry when a turn can't be read", async () => {
  let calls = 0
  serve({
    [PATH]: () => {
      calls += 1
      return calls === 1
        ? { status: 503, body: { code: 'UNAVAILABLE', message: 'Try again.', requestId: 'r' } }
        : { body: { data: { ...receipt, trace: [] } } }
    },
  })
  renderPage(<Why agentId="a1" message={message()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Why?' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('1.4 s')
})

test.each([{ from: 'user' }, { from: 'human' }, { turnId: '' }, { status: 'streaming' }] as const)(
  'nothing to ask about: %j',
  async (over) => {
    renderPage(
      <>
        <p>Shown</p>
        <Why agentId="a1" message={message(over)} />
      </>,
    )
    await screen.findByText('Shown')
    expect(screen.queryByRole('button')).toBeNull()
  },
)
