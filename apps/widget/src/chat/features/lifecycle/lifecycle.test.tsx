import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useSyncExternalStore, type ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../../../i18n.ts'
import { loadMore } from '../../../more-texts.ts'
import { act, enter, mount } from '../../../testing/dom.tsx'
import { fakeHost } from '../../../testing/host.ts'
import { sampleAgent, sampleMessage, sampleTranscript } from '../../../testing/sample.ts'
import { root, stage } from '../../../testing/render-item.tsx'
import { Refusal } from '../../refusal.ts'
import type { Engine } from '../../engine.ts'
import { LookProvider, readLook } from '../../ui/look.ts'
import type { FeatureProps } from '../feature.ts'
import Menu from '../menu/menu.tsx'
import { isEmail } from '@parlance/contract/lib/mailbox'
import HandoffEntry from './handoff-entry.tsx'
import Status from './status.tsx'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

const NOW = '2026-01-01T00:00:00.000Z'
const conversation = (over: Partial<Conversation> = {}): Conversation => ({
  ...sampleTranscript([]).conversation,
  ...over,
})
const WAITING = { state: 'requested_chat', handoffAt: NOW } as const

/** A conversation that stands like this, and what the server answers to calls; `asked` keeps them. */
async function show(
  Part: ComponentType<FeatureProps>,
  over: Partial<Conversation>,
  answer: (path: string) => unknown = () => ({ data: conversation() }),
  agent: Parameters<typeof sampleAgent>[0] = {},
) {
  await loadMore('en')
  const asked: [string, object | undefined][] = []
  const it = stage()
  const own = async (path: string, body?: object) => {
    asked.push([path, body])
    const found = answer(path)
    if (found instanceof Error) throw found
    return found
  }
  const engine: Engine = { ...it.engine, own: own as Engine['own'] }
  engine.dispatch({ type: 'standing', conversation: conversation(over) })
  const host = fakeHost()
  function Shown() {
    const session = useSyncExternalStore(engine.subscribe, engine.state)
    return <Part session={session} engine={engine} host={host} />
  }
  const look = readLook(sampleAgent({ handoffTimeoutS: 90, ...agent }), await loadLanguage('en'))
  await mount(
    <LookProvider value={look}>
      <Shown />
    </LookProvider>,
    root,
  )
  return { engine, asked }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** With all that it leads to. */
const clicked = (control: HTMLElement | undefined) =>
  act(async () => {
    control?.click()
    await vi.advanceTimersByTimeAsync(0)
  })
const press = async (name: string) => {
  const found = [...root.querySelectorAll('button')].find((each) => each.textContent === name)
  if (!found) throw new Error(`There is no button «${name}» in ${root.textContent}`)
  await clicked(found)
  // What is begun by what it drew.
  await pass(0)
}
const field = (at: number) => {
  const found = root.querySelectorAll<HTMLInputElement>('.lc-field input, .lc-field textarea')[at]
  if (!found) throw new Error(`There is no field ${at}`)
  return found
}
const fill = (at: number, value: string) => act(() => enter(field(at), value))
const ID = 'conversations/conv'

describe('waiting for people', () => {
  test('counts down, can be left, and asks for a message when nobody comes', async () => {
    const { asked, engine } = await show(Status, WAITING)
    expect(root.textContent).toContain('available in 1:30')
    await pass(31_000)
    expect(root.textContent).toContain('available in 0:59')
    await pass(60_000)
    expect(root.textContent).toContain('No one is available right now')
    await press('Back to the assistant')
    expect(asked).toEqual([[`${ID}/handoff/cancel`, {}]])
    expect(engine.state().standing.state).toBe('ai-chatting')
    expect(root.textContent).toBe('')
  })

  test('offers the form at once where the owner waits for nobody, and a wrong clock makes no longer wait', async () => {
    await show(Status, WAITING, undefined, { handoffTimeoutS: 0 })
    expect(root.textContent).toContain('Leave us a message')
    await show(Status, { ...WAITING, handoffAt: '2026-01-01T05:00:00.000Z' })
    expect(root.textContent).toContain('available in 1:30')
  })

  test('a message is what was written since people were asked for, and needs an address; what went wrong is said, and nothing is lost', async () => {
    let fails = true
    const refusal = new Refusal(409, 'CONFLICT', 0)
    const { asked, engine } = await show(Status, WAITING, () => (fails ? refusal : { data: conversation() }), {
      handoffTimeoutS: 0,
    })
    await press('Leave message')
    expect(root.querySelectorAll('textarea')).toHaveLength(0)
    expect(root.textContent).toContain('Enter a valid email address.')
    expect(root.textContent).toContain('Write a message.')
    expect(field(0).getAttribute('aria-invalid')).toBe('true')
    expect(
      root.querySelector(`#${CSS.escape(field(0).getAttribute('aria-describedby') ?? '')}`)?.textContent,
    ).toContain('valid email')
    expect(asked).toEqual([])
    await fill(0, ' ada@example.com ')
    const said = [
      sampleMessage(1, { items: [{ type: 'text', text: 'Before that' }] }),
      sampleMessage(2, { id: 'handoff-asked:1', from: 'system' }),
      sampleMessage(3, { items: [{ type: 'text', text: 'Call me' }] }),
      sampleMessage(4, { from: 'user', turnId: 'turn9', items: [{ type: 'text', text: 'after six' }] }),
    ]
    const transcript = { ...sampleTranscript(said), conversation: conversation(WAITING) }
    await act(() => engine.dispatch({ type: 'transcript', transcript, older: false }))
    expect(root.textContent).not.toContain('Write a message.')
    await press('Leave message')
    expect(root.querySelector('[role=alert]')?.textContent).toBe('A teammate has joined the chat.')
    expect(field(0).value).toContain('ada@example.com')
    fails = false
    await press('Leave message')
    expect(asked.at(-1)).toEqual([`${ID}/leave-message`, { email: 'ada@example.com', message: 'Call me\nafter six' }])
    expect(root.textContent).toBe('')
  })

  test('says that the team is asked, and that somebody joined only once they have', async () => {
    const { engine } = await show(Status, WAITING)
    expect(root.textContent).toContain('Connecting you with our team…')
    expect(root.textContent).not.toContain('joined')
    await act(() => engine.dispatch({ type: 'standing', conversation: conversation({ state: 'human-chatting' }) }))
    expect(root.textContent?.trim()).toBe('A teammate has joined the chat.')
  })
})

describe('nobody came', () => {
  const missed = { reason: 'timeout', opensAt: null, asksEmail: true } as const

  test('a message with what was written meanwhile can be left, while the assistant answers', async () => {
    const { asked, engine } = await show(Status, { missed })
    expect(root.textContent).toContain('No one is available right now')
    await fill(0, 'Call me')
    await fill(1, 'ada@example.com')
    await press('Leave message')
    expect(asked).toEqual([[`${ID}/leave-message`, { email: 'ada@example.com', message: 'Call me' }]])
    expect(engine.state().standing.missed).toBeUndefined()
    expect(root.textContent).toBe('')
  })

  test('outside working hours the next opening is told, without a form where the owner wants none', async () => {
    const opensAt = '2026-02-02T09:00:00.000Z'
    const { asked } = await show(Status, { missed: { reason: 'closed', opensAt, asksEmail: false } })
    const far = { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
    const time = new Intl.DateTimeFormat('en', far).format(new Date(opensAt))
    expect(root.querySelector('output')?.textContent).toBe(`Our team isn’t available right now. We’re back ${time}.`)
    expect(root.querySelectorAll('input, textarea')).toHaveLength(0)
    await press('Back to the assistant')
    expect(asked).toEqual([[`${ID}/handoff/cancel`, {}]])
  })
})

test('who waits is told their place, and who came by name and face', async () => {
  const { engine } = await show(Status, { ...WAITING, queuePosition: 3 })
  expect(root.textContent).toContain('You’re number 3 in line.')
  const human = { name: 'Mia Berg', photoURL: '/files/mia.png' }
  await act(() => engine.dispatch({ type: 'standing', conversation: conversation({ state: 'human-chatting', human }) }))
  expect(root.textContent?.trim()).toBe('Mia Berg joined the chat.')
  expect(root.querySelector('img')?.getAttribute('src')).toBe('/files/mia.png')
  await act(() => root.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(root.querySelector('img')).toBeNull()
  expect(root.querySelector('.lc-face')?.getAttribute('data-letters')).toBe('MB')
})

describe('the end', () => {
  const ENDED = { state: 'ended_chat', endedAt: NOW } as const

  test('is rated once with stars and words, and left for a new conversation', async () => {
    const { asked, engine } = await show(Status, ENDED, () => ({ data: conversation({ ...ENDED, isRated: true }) }))
    const stars = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} of 5 stars`))
    await act(() => stars[2]?.click())
    await fill(0, ' Fine ')
    await press('Send rating')
    expect(asked).toEqual([[`${ID}/rating`, { score: 3, comment: 'Fine' }]])
    expect(root.textContent).toContain('Thanks for your rating.')
    await press('Start a new conversation')
    expect(engine.state()).toMatchObject({ conversationId: undefined, standing: { state: 'ai-chatting' } })
  })

  test('of the agent’s own lets the visitor go on, and nobody is asked where the owner does not ask', async () => {
    await show(Status, { state: 'ended_chat' }, undefined, { askRating: false })
    expect(root.querySelector('input[type=radio]')).toBeNull()
    expect(root.textContent).toContain('You can keep writing')
    expect(root.querySelector('button')).toBeNull()
  })
})

describe('the way to people', () => {
  test('stops what is being written and asks for them where the visitor is', async () => {
    const { asked, engine } = await show(HandoffEntry, {}, () => ({ data: conversation(WAITING) }), {
      UIhandoffTitle: 'Our team',
      UIhandoffSubtitle: 'From nine',
    })
    await act(() => engine.send('Hello'))
    expect(root.textContent).toBe('Our teamFrom nine')
    await press('Our teamFrom nine')
    expect(engine.state().turn?.stopping).toBe(true)
    expect(asked.at(-1)).toMatchObject(['handoff', { conversationId: 'conv', consent: true }])
    expect(engine.state().standing.state).toBe('requested_chat')
  })

  test('says when the team is back, in the visitor’s language and time zone, while nobody is there', async () => {
    const opensAt = '2026-01-02T09:00:00.000Z'
    await show(HandoffEntry, {}, () => ({ data: { isOpen: false, opensAt } }), { UIhandoffSubtitle: 'From nine' })
    await pass(0)
    const time = new Intl.DateTimeFormat('en', { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(
      new Date(opensAt),
    )
    expect(root.textContent).toBe(`Talk to a humanOur team isn’t available right now. We’re back ${time}.`)
  })

  test('says when it could not', async () => {
    await show(HandoffEntry, {}, () => new Refusal(429, 'RATE_LIMITED', 5))
    await press('Talk to a human')
    expect(root.querySelector('[role=alert]')?.textContent).toContain('Too many requests')
  })
})

describe('the menu', () => {
  const onClose = vi.fn()
  const Opened = (parts: FeatureProps) => <Menu {...parts} onClose={onClose} />
  const names = () => [...root.querySelectorAll('button')].map((each) => each.textContent)

  test('offers what can be done now, and nothing else', async () => {
    await show(Opened, {}, undefined, { recordChatHistory: false })
    expect(names()).toEqual(['Start a new conversation', 'End this chat'])
    await show(Opened, WAITING, undefined, { UIhandoffTitle: 'Our team' })
    expect(names()).toEqual(['Start a new conversation', 'Your conversations', 'End this chat'])
    await show(Opened, { state: 'ended_chat', endedAt: NOW }, undefined, { alwaysShowHandoff: true })
    expect(names()).toEqual(['Start a new conversation', 'Your conversations'])
  })

  test('asks before it ends a chat, and says when that failed', async () => {
    let fails = true
    const { asked } = await show(Opened, {}, () =>
      fails ? new TypeError('Failed to fetch') : { data: conversation({ state: 'ended_chat', endedAt: NOW }) },
    )
    await press('End this chat')
    expect(asked).toEqual([])
    await press('End chat')
    expect(root.querySelector('[role=alert]')?.textContent).toContain('That didn’t work.')
    expect(onClose).not.toHaveBeenCalled()
    fails = false
    await press('End chat')
    expect(onClose).toHaveBeenCalledWith(true)
  })

  test('lists conversations page by page, and opens one', async () => {
    const row = (id: string, unread: number) => ({
      id,
      title: `About ${id}`,
      preview: `Last of ${id}`,
      state: 'ai-chatting',
      endedAt: null,
      lastMessageAt: NOW,
      unread,
    })
    const { asked, engine } = await show(Opened, {}, (path) =>
      path.includes('cursor')
        ? { items: [row('old', 0)], nextCursor: null }
        : { items: [row('conv', 1), row('other', 2)], nextCursor: 'c/1' },
    )
    await press('Your conversations')
    const rows = () => [...root.querySelectorAll('li')].map((each) => each.textContent)
    expect(rows()).toHaveLength(2)
    expect(rows()[1]).toContain('2 new')
    // What is on the screen is not new.
    expect(rows()[0]).not.toContain('new')
    await press('Show more')
    expect(asked.map(([path]) => path)).toEqual([
      'visitor/conversations?limit=20',
      'visitor/conversations?limit=20&cursor=c%2F1',
    ])
    expect(rows()).toHaveLength(3)
    await clicked(root.querySelectorAll<HTMLButtonElement>('li button')[2])
    expect(engine.state().conversationId).toBe('old')
  })

  test('a list that can’t be had can be asked for again', async () => {
    let fails = true
    await show(Opened, {}, () => (fails ? new TypeError('Failed') : { items: [], nextCursor: null }))
    await press('Your conversations')
    expect(root.querySelector('[role=alert]')?.textContent).toBe('We couldn’t load this.')
    fails = false
    await press('Try again')
    expect(root.textContent).toContain('No conversations yet.')
  })
})

test.each([
  ['ada@example.com', true],
  ['a.b+c@mail.example.co', true],
  ['', false],
  ['ada', false],
  ['ada@example', false],
  ['a..b@example.com', false],
  ['a@b.co, c@d.co', false],
  ['Ada <ada@example.com>', false],
])('%j is an address: %s', (text, is) => expect(isEmail(text)).toBe(is))
