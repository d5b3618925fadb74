import { AgentNode } from '@parlance/contract/agents/nodes'
import type { DebugOptions, Message, StreamPart } from '@parlance/contract/conversations/schemas'
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import type { Item } from '@parlance/contract/items/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import TestPanel from './test-panel.tsx'
import type { PanelConfig } from './setup.ts'

interface Asked {
  conversationId?: string
  draft: boolean
  message: { id: string; text: string; submission?: { messageId: string; item: number; button?: number } }
  debug?: DebugOptions
}
interface Turn {
  trace: readonly TraceEntry[]
  items: readonly Item[]
  engine?: Partial<EngineState>
}
const VISITOR = 'vis_1234567890123456789012345678'

/** A server that answers with `turn`, stores the transcript and supports rewinding. */
function serveTurns(turn: (asked: Asked) => Turn) {
  const asked: Asked[] = []
  const saved: unknown[] = []
  let messages: Message[] = []
  const receipts = new Map<string, Turn>()
  const interact = (body: Asked) => {
    asked.push(body)
    const { rewindTo } = body.debug ?? {}
    if (rewindTo !== undefined) messages = messages.filter(({ seq }) => seq < rewindTo)
    const turnId = `turn${asked.length}`
    const answer = turn(body)
    receipts.set(turnId, answer)
    const base = { turnId, status: 'complete' as const, sources: [], at: '2031-01-01T00:00:00Z' }
    const seq = messages.length + 1
    messages.push({ ...base, id: `q${turnId}`, seq, from: 'user', items: [{ type: 'text', text: body.message.text }] })
    messages.push({ ...base, id: `a${turnId}`, seq: seq + 1, from: 'agent', items: [...answer.items] })
    const messageMetadata = { conversationId: 'c1', visitorId: VISITOR, turnId }
    const parts: StreamPart[] = [
      { type: 'start', messageId: `a${turnId}`, messageMetadata },
      ...answer.trace.map((data) => ({ type: 'data-trace' as const, data })),
      ...answer.items.map((data) => ({ type: 'data-item' as const, id: 'i', data })),
      { type: 'finish', messageMetadata: { ...messageMetadata, credits: 2, model: 'gpt' } },
    ]
    return new Response(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''))
  }
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const text = await request.text()
    if (pathname.endsWith('/interact')) return interact(JSON.parse(text) as Asked)
    const traced = /turns\/(\w+)\/trace$/.exec(pathname)?.[1]
    if (traced) return Response.json({ data: receipt(traced, receipts.get(traced)) })
    if (pathname.endsWith('/conversations/c1')) return Response.json({ conversation: {}, messages, before: null })
    if (request.method === 'PUT' && pathname.includes('/tests/')) {
      const test = JSON.parse(text) as object
      saved.push(test)
      return Response.json({ data: { id: 'x', ...test } })
    }
    throw new Error(`nobody answers ${request.method} ${pathname}`)
  })
  return { asked, saved }
}
const receipt = (turnId: string, turn: Turn | undefined) => ({
  turnId,
  status: 'complete',
  credits: 2,
  model: 'gpt',
  inputTokens: 120,
  outputTokens: 8,
  ms: 900,
  trace: turn?.trace ?? [],
  engine: turn?.engine
    ? { trail: [], attempts: {}, status: 'talking', variables: {}, nodeId: 'start', ...turn.engine }
    : null,
})

const CONFIG: PanelConfig = {
  agentPlatform: 'vg',
  enableNodes: true,
  nodes: [
    AgentNode.parse({ id: 'start', type: 'start', name: 'Welcome' }),
    AgentNode.parse({
      id: 'book',
      type: 'collect',
      name: 'Book',
      variables: [{ name: 'day', type: 'date' }],
    }),
  ],
  variables: [
    { name: 'API_KEY', type: 'text', description: '', isEnv: true, defaultValue: '' },
    { name: 'visitor', type: 'text', description: '', isEnv: false, defaultValue: '' },
  ],
  tools: [],
}
const decision: TraceEntry = {
  type: 'decision',
  candidates: [{ nodeId: 'book', name: 'Book', condition: 'wants a day', kind: 'child' }],
  chosen: 'book',
  reason: 'The visitor names a day.',
  fault: '',
}
const BOOKED: Turn = {
  trace: [
    {
      type: 'model',
      purpose: 'router',
      model: 'gpt',
      paidBy: 'platform',
      prompt: 'You decide.',
      answer: '{"next":"book"}',
      inputTokens: 90,
      outputTokens: 4,
      credits: 1,
      ms: 300,
      firstTokenMs: 200,
      error: '',
    },
    decision,
    { type: 'variable', name: 'day', value: '32 May', refused: 'There is no such day.' },
    { type: 'variable', name: 'visitor', value: 'Anna', before: 'Ann', refused: '' },
    { type: 'node', nodeId: 'book', name: 'Book', by: 'router', reason: 'The visitor names a day.' },
    {
      type: 'retrieval',
      query: 'opening hours',
      passages: [
        { docId: 'd', title: 'Hours', score: 0.9, text: 'Open until five.', used: true },
        { docId: 'e', title: 'Other', score: 0.2, text: 'Nothing of use.', used: false },
      ],
      ms: 40,
    },
    {
      type: 'tool',
      toolId: 't',
      name: 'free_slots',
      arguments: '{"day":"x"}',
      result: {
        ok: false,
        status: 503,
        durationMs: 80,
        request: { method: 'GET', url: 'https://a.example/slots', headers: { authorization: '••••' }, body: '' },
        response: '',
        error: 'The server is away.',
        variables: {},
      },
    },
    { type: 'limit', what: 'toolCalls' },
    { type: 'loss', item: 'carousel', channel: 'whatsapp', detail: 'Cards are sent one after the other.' },
  ],
  items: [{ type: 'choice', message: 'Which day?', buttons: [{ name: 'Monday', request: { type: 'text' } }] }],
  engine: { nodeId: 'book', variables: { visitor: 'Anna', API_KEY: 'sk-secret' } },
}
const HELLO: Turn = {
  trace: [{ type: 'node', nodeId: 'start', name: 'Welcome', by: 'start', reason: '' }],
  items: [{ type: 'text', text: 'Hello!' }],
  engine: { nodeId: 'start' },
}
const answer = ({ message }: Asked) => (message.text === 'hello' ? HELLO : BOOKED)

beforeEach(() => sessionStorage.clear())
const show = (over: Partial<Parameters<typeof TestPanel>[0]> = {}) =>
  renderPage(
    <TestPanel
      agentId="a1"
      greeting={[]}
      config={CONFIG}
      published={CONFIG}
      beforeSend={async () => true}
      onClose={() => undefined}
      {...over}
    />,
  )
async function say(text: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), `${text}{Enter}`)
  await waitFor(() => expect(screen.getByRole('log').getAttribute('aria-busy')).toBe('false'))
  return user
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('shows under an answer its path, and the details when expanded', async () => {
  serveTurns(answer)
  show()
  const user = await say('the 32nd of May')
  await user.click(button(/^Why\? Book 420 ms/))
  const trace = await screen.findByRole('list', { name: 'Trace' })
  for (const text of [
    'Decision: Book',
    'chosen by the model',
    'day: “32 May” refused',
    'There is no such day.',
    'visitor = Anna',
    'before: Ann',
    '2 chunks found, 1 used',
    'Tool free_slots',
    'failed · 503',
    'Limit reached: tool calls per turn',
    'Not shown on WhatsApp',
  ])
    within(trace).getByText(text)
  within(trace).getByText(/paid with credits · 90 in · 4 out · 1 credit · first word after 200 ms/)
  expect(within(trace).queryByText('wants a day')).toBeNull()
  await user.click(button(/^Decision: Book/))
  within(trace).getByText('wants a day')
  await user.click(button(/^Tool free_slots/))
  within(trace).getByText(/authorization: ••••/)
  await user.click(button(/^2 chunks found/))
  within(trace).getByText('Score 0.9')
  await screen.findByText('900 ms')
  screen.getByRole('button', { name: 'Copy as JSON' })
  // The next answer starts with its trace expanded.
  await say('hello')
  expect(screen.getAllByRole('list', { name: 'Trace' })).toHaveLength(2)
})

test('shows the current step and variables but no secrets', async () => {
  serveTurns(answer)
  show()
  await screen.findByText('Not started')
  const user = await say('the 32nd of May')
  await screen.findByText('Now at Book')
  await user.click(await screen.findByRole('button', { name: '2 variables' }))
  const place = screen.getByRole('region', { name: 'Current step' })
  within(place).getByText('Anna')
  expect(within(place).queryByText('sk-secret')).toBeNull()
})

test('reruns an edited message from its place and removes what followed', async () => {
  const { asked } = serveTurns(answer)
  show()
  await say('hello')
  const user = await say('the 5th')
  const first = screen.getByRole('group', { name: 'Your message “hello”' })
  await user.click(within(first).getByRole('button', { name: 'Edit and run again from here' }))
  const field = await screen.findByRole('textbox', { name: 'Edited message' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.clear(field)
  await user.type(field, 'hi{Enter}')
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]).toMatchObject({ conversationId: 'c1', message: { text: 'hi' }, debug: { rewindTo: 1 } })
  expect(asked[2]?.message.id).not.toBe(asked[0]?.message.id)
  await waitFor(() => expect(screen.queryByText('the 5th')).toBeNull())
  screen.getByText('hi')
})

test('restores removed messages by Undo, and deletes them with the next one', async () => {
  const { asked } = serveTurns(answer)
  show()
  await say('hello')
  const user = await say('the 5th')
  const last = () => screen.getByRole('group', { name: 'Your message “the 5th”' })
  await user.click(within(last()).getByRole('button', { name: 'Delete from here' }))
  await screen.findByText('Removed one message and its answer.')
  screen.getByText('Later messages are removed when you send the next one.')
  expect(asked).toHaveLength(2)
  await user.click(button('Undo'))
  await user.click(within(last()).getByRole('button', { name: 'Delete from here' }))
  await waitFor(() => expect(screen.queryByText('the 5th')).toBeNull())
  await say('the 6th')
  expect(asked.at(-1)?.debug).toEqual({ rewindTo: 3 })
})

test('sends step, variables and channel with the next message', async () => {
  const { asked } = serveTurns(answer)
  show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Set up the next message' }))
  const setup = screen.getByRole('region', { name: 'Set up the next message' })
  await user.selectOptions(within(setup).getByRole('combobox', { name: 'Channel' }), 'WhatsApp')
  await user.click(within(setup).getByRole('combobox', { name: 'Start at a step' }))
  await user.click(await screen.findByRole('option', { name: 'Book', hidden: true }))
  await user.type(within(setup).getByLabelText('visitor'), 'Bea')
  expect(within(setup).getByLabelText<HTMLInputElement>('API_KEY').disabled).toBe(true)
  await user.click(within(setup).getByRole('radio', { name: 'Published' }))
  const pending = screen.getByRole('list', { name: 'Applies to the next message' })
  expect(
    within(pending)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['On WhatsApp', 'Starts at Book', 'visitor = Bea'])
  await say('hello')
  expect(asked[0]).toMatchObject({
    draft: false,
    debug: { nodeId: 'book', channel: 'whatsapp', variables: { visitor: 'Bea' } },
  })
  await say('the 5th')
  expect(asked[1]?.debug).toEqual({ channel: 'whatsapp' })
})

test('sends a pressed button as a submission, which stays pressed', async () => {
  const { asked } = serveTurns(answer)
  show()
  const user = await say('the 5th')
  await user.click(button('Monday'))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.message).toMatchObject({ text: 'Monday', submission: { messageId: 'aturn1', item: 0, button: 0 } })
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Monday' })[0]?.getAttribute('aria-pressed')).toBe('true'),
  )
})

test('saves ticked expectations of a conversation as a test', { timeout: 30_000 }, async () => {
  const { saved } = serveTurns(answer)
  show()
  await say('hello')
  const user = await say('the 5th')
  await user.click(button('Save as test'))
  const dialog = await screen.findByRole('dialog', { name: 'Save as test' })
  await user.click(await within(dialog).findByRole('button', { name: 'Save test' }))
  within(dialog).getByText('Enter a name.')
  await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Books a day')
  const second = within(dialog).getByRole('region', { name: 'Answer 2' })
  await user.click(within(second).getByRole('checkbox', { name: 'Run this check: Calls tool' }))
  await user.type(within(second).getByRole('textbox', { name: 'AI check' }), 'Asks for a day.')
  await user.click(within(dialog).getByRole('button', { name: 'Save test' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({
    name: 'Books a day',
    steps: [
      {
        message: 'hello',
        expectations: [
          { type: 'reachesNode', nodeId: 'start' },
          { type: 'contains', text: 'Hello!' },
        ],
      },
      {
        message: 'the 5th',
        expectations: [
          { type: 'reachesNode', nodeId: 'book' },
          { type: 'variable', name: 'visitor', value: 'Anna' },
          { type: 'judge', criterion: 'Asks for a day.' },
        ],
      },
    ],
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('renders details of a long trace only when expanded', async () => {
  const [call] = BOOKED.trace
  if (call?.type !== 'model') throw new Error('the first entry is a call')
  const long = Array.from({ length: 300 }, () => ({ ...call, prompt: 'word '.repeat(4000) }))
  serveTurns(() => ({ ...HELLO, trace: long }))
  show()
  const user = await say('hello')
  await user.click(button(/^Why\?/))
  const trace = await screen.findByRole('list', { name: 'Trace' })
  expect(trace.children).toHaveLength(300)
  expect(trace.querySelectorAll('pre')).toHaveLength(0)
  const first = trace.querySelector('button')
  if (first) await user.click(first)
  expect(trace.querySelectorAll('pre')).toHaveLength(2)
})
