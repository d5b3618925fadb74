import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useSyncExternalStore, type ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../../../i18n.ts'
import { loadOnDemandTexts } from '../../../on-demand-texts.ts'
import { act, enter, mount } from '../../../testing/dom.tsx'
import { fakeHost } from '../../../testing/host.ts'
import { sampleAgent, sampleMessage, sampleTranscript } from '../../../testing/sample.ts'
import { root, stage } from '../../../testing/render-item.tsx'
import { Refusal } from '../../refusal.ts'
import type { ChatController } from '../../chat-controller.ts'
import { Composer } from '../../ui/composer.tsx'
import { AppearanceProvider, readAppearance } from '../../ui/appearance.ts'
import type { FeatureProps, Intercept } from '../feature.ts'
import Menu from '../menu/menu.tsx'
import { isEmail } from '@parlance/contract/lib/mailbox'
import HandoffEntry from './handoff-entry.tsx'
import Notice from './notice.tsx'
import Status from './status.tsx'
import type { Entry } from '../../session/state.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

const NOW = '2026-01-01T00:00:00.000Z'
const conversation = (over: Partial<Conversation> = {}): Conversation => ({
  ...sampleTranscript([]).conversation,
  ...over,
})
const WAITING = { state: 'requested_chat', handoffAt: NOW } as const

/** Shows a conversation with this status and these server responses; `asked` records the calls. */
async function show(
  Part: ComponentType<FeatureProps>,
  over: Partial<Conversation>,
  answer: (path: string) => unknown = () => ({ data: conversation() }),
  agent: Parameters<typeof sampleAgent>[0] = {},
) {
  await loadOnDemandTexts('en')
  const asked: [string, object | undefined][] = []
  const it = stage()
  const own = async (path: string, body?: object) => {
    asked.push([path, body])
    const found = answer(path)
    if (found instanceof Error) throw found
    return found
  }
  const controller: ChatController = { ...it.controller, own: own as ChatController['own'] }
  controller.dispatch({ type: 'status', conversation: conversation(over) })
  const host = fakeHost()
  const interceptRef: { current?: Intercept | undefined } = {}
  function Shown() {
    const session = useSyncExternalStore(controller.subscribe, controller.state)
    return <Part {...{ session, controller, host, interceptRef }} />
  }
  const appearance = readAppearance(sampleAgent({ handoffTimeoutS: 90, ...agent }), await loadLanguage('en'))
  await mount(
    <AppearanceProvider value={appearance}>
      <Shown />
    </AppearanceProvider>,
    root,
  )
  return { controller, asked }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const clicked = (control: HTMLElement | undefined) =>
  act(async () => {
    control?.click()
    await vi.advanceTimersByTimeAsync(0)
  })
const press = async (name: string) => {
  const found = [...root.querySelectorAll('button')].find((each) => each.textContent === name)
  if (!found) throw new Error(`There is no button «${name}» in ${root.textContent}`)
  await clicked(found)
  await pass(0)
}
const field = (at: number) => {
  const found = root.querySelectorAll<HTMLInputElement>('.lc-field input, .lc-field textarea')[at]
  if (!found) throw new Error(`There is no field ${at}`)
  return found
}
const fill = (at: number, value: string) => act(() => enter(field(at), value))
const icon = (name: string) => clicked(root.querySelector<HTMLElement>(`[aria-label="${name}"]`) ?? undefined)

/** Renders the composer below, as the chat does. */
const WithComposer = (parts: FeatureProps) => (
  <>
    <Status {...parts} />
    <Composer {...parts} focused={false} />
  </>
)
const composer = () => {
  const found = root.querySelector<HTMLTextAreaElement>('.composer textarea')
  if (!found) throw new Error('There is no composer')
  return found
}
const write = (text: string) => act(() => enter(composer(), text))
const sends = () =>
  act(async () => {
    composer().form?.requestSubmit()
    await vi.advanceTimersByTimeAsync(0)
  })
const ID = 'conversations/conv'

describe('waiting for people', () => {
  test('shows one line with a way back, and asks for a message when nobody comes', async () => {
    const { asked, controller } = await show(Status, WAITING)
    expect(root.textContent).toBe('Connecting you with our team…Leave a message')
    await pass(89_000)
    expect(root.textContent).toContain('Connecting you')
    await pass(1000)
    expect(root.textContent).toContain('Leave us a message and we’ll reply by email.')
    expect(root.textContent).not.toContain('Connecting you')
    await icon('Back to the assistant')
    expect(asked).toEqual([[`${ID}/handoff/cancel`, {}]])
    expect(controller.state().status.state).toBe('ai-chatting')
    expect(root.textContent).toBe('')
  })

  test('lets the visitor leave a message early, with the focus on the address', async () => {
    await show(Status, WAITING)
    await press('Leave a message')
    expect(root.textContent).toContain('Leave us a message and we’ll reply by email.')
    expect(document.activeElement).toBe(field(0))
    expect(root.querySelectorAll('textarea')).toHaveLength(0)
  })

  test('shows the form at once when the owner sets no waiting time, and never waits longer because of a wrong clock', async () => {
    await show(Status, WAITING, undefined, { handoffTimeoutS: 0 })
    await pass(0)
    expect(root.textContent).toContain('Leave us a message')
    await show(Status, { ...WAITING, handoffAt: '2026-01-01T05:00:00.000Z' })
    await pass(90_000)
    expect(root.textContent).toContain('Leave us a message')
  })

  test('sends what was written since the hand-off was requested, requires an address, shows errors and keeps the text', async () => {
    let fails = true
    const refusal = new Refusal(409, 'CONFLICT', 0)
    const { asked, controller } = await show(
      WithComposer,
      WAITING,
      () => (fails ? refusal : { data: conversation() }),
      {
        handoffTimeoutS: 0,
      },
    )
    await pass(0)
    await press('Leave a message')
    expect(root.querySelectorAll('textarea')).toHaveLength(1)
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
    ]
    const transcript = { ...sampleTranscript(said), conversation: conversation(WAITING) }
    await act(() => controller.dispatch({ type: 'transcript', transcript, older: false }))
    expect(root.textContent).not.toContain('Write a message.')
    await write('after six')
    await press('Leave a message')
    expect(root.querySelector('[role=alert]')?.textContent).toBe('A teammate has joined the chat.')
    expect([field(0).value.trim(), composer().value]).toEqual(['ada@example.com', 'after six'])
    fails = false
    await sends()
    expect(asked.at(-1)).toEqual([`${ID}/leave-message`, { email: 'ada@example.com', message: 'Call me\nafter six' }])
    expect(root.textContent).toBe('')
    expect(composer().value).toBe('')
  })

  test('says that the team was asked, and that a person joined only after they did', async () => {
    const { controller } = await show(Status, WAITING)
    expect(root.textContent).toContain('Connecting you with our team…')
    expect(root.textContent).not.toContain('joined')
    await act(() => controller.dispatch({ type: 'status', conversation: conversation({ state: 'human-chatting' }) }))
    expect(root.textContent?.trim()).toBe('A teammate has joined the chat.')
  })
})

describe('missed hand-off', () => {
  const missed = { reason: 'timeout', opensAt: null, asksEmail: true } as const
  const said = (id: string, text: string, from: 'user' | 'system' = 'user') => ({
    ...sampleMessage(Number(id), { id: from === 'system' ? text : `m${id}`, from }),
    items: [{ type: 'text' as const, text }],
  })
  const tells = async ({ controller }: Awaited<ReturnType<typeof show>>, messages: ReturnType<typeof said>[]) => {
    const transcript = { ...sampleTranscript(messages), conversation: conversation({ missed }) }
    await act(() => controller.dispatch({ type: 'transcript', transcript, older: false }))
  }

  test('uses one composer: its text is left with the team when there is an address, and goes to the assistant otherwise', async () => {
    const it = await show(WithComposer, { missed })
    const { asked, controller } = it
    expect(root.querySelectorAll('textarea')).toHaveLength(1)
    await write('Do you have blue ones?')
    await sends()
    expect(asked).toEqual([])
    expect(controller.state().entries.at(-1)?.text).toBe('Do you have blue ones?')
    await fill(0, 'ada@example.com')
    await write('Call me')
    await sends()
    expect(asked).toEqual([[`${ID}/leave-message`, { email: 'ada@example.com', message: 'Call me' }]])
    expect(controller.state().status.missed).toBeUndefined()
    expect(root.textContent).toBe('')
  })

  test('accepts an address before the next frame is painted', async () => {
    const { asked } = await show(WithComposer, { missed })
    await write('Call me')
    enter(field(0), 'ada@example.com')
    await Promise.resolve()
    await sends()
    expect(asked).toEqual([[`${ID}/leave-message`, { email: 'ada@example.com', message: 'Call me' }]])
  })

  test('keeps the draft while a message is being sent', async () => {
    const answer = Promise.withResolvers<{ data: Conversation }>()
    await show(WithComposer, { missed }, () => answer.promise)
    await fill(0, 'ada@example.com')
    await write('Call me')
    await sends()
    expect(composer().value).toBe('Call me')
    await write('And do you have lampshades?')
    answer.resolve({ data: conversation() })
    await pass(0)
    expect(root.querySelector('section')).toBeNull()
    expect(composer().value).toBe('And do you have lampshades?')
  })

  test('sends the last words since the hand-off request when the composer is empty, and none from before', async () => {
    const before = [said('1', 'How long may I return it?'), said('2', 'And to France?')]
    const it = await show(WithComposer, {})
    await tells(it, before)
    await fill(0, 'ada@example.com')
    await press('Leave a message')
    expect(root.textContent).toContain('Write a message.')
    await tells(it, [
      ...before,
      said('3', 'handoff-asked:1', 'system'),
      said('4', 'Hello?'),
      said('5', 'Is it copper?'),
    ])
    await press('Leave a message')
    expect(it.asked).toEqual([[`${ID}/leave-message`, { email: 'ada@example.com', message: 'Is it copper?' }]])
  })

  test('says only once that nobody was there', async () => {
    const it = await show(Status, { missed })
    expect(root.textContent).toContain('No one is available right now')
    await tells(it, [said('1', 'handoff-asked:1', 'system'), said('3', 'handoff-missed:1', 'system')])
    expect(root.textContent).not.toContain('No one is available right now')
    expect(root.textContent).toContain('Leave us a message and we’ll reply by email.')
  })

  test('hides the hand-off button above the form and after a message was left', async () => {
    await show(HandoffEntry, { missed })
    expect(root.textContent).toBe('')
    const it = await show(HandoffEntry, {})
    expect(root.textContent).toBe('Talk to our team')
    const transcript = sampleTranscript([said('1', 'message-left:1', 'system')])
    await act(() => it.controller.dispatch({ type: 'transcript', transcript, older: false }))
    expect(root.textContent).toBe('')
  })

  test('shows the next opening outside working hours, without a form when the owner wants none', async () => {
    const opensAt = '2026-02-02T09:00:00.000Z'
    const { asked } = await show(Status, { missed: { reason: 'closed', opensAt, asksEmail: false } })
    const far = { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
    const time = new Intl.DateTimeFormat('en', far).format(new Date(opensAt))
    expect(root.querySelector('output')?.textContent).toBe(`Our team isn’t available right now. We’re back ${time}.`)
    expect(root.querySelectorAll('input, textarea')).toHaveLength(0)
    await icon('Back to the assistant')
    expect(asked).toEqual([[`${ID}/handoff/cancel`, {}]])
  })
})

test('shows the message in the thread with its reply address', async () => {
  const entry = { id: 'message-left:1', text: 'Please call me\nada@example.com', from: 'system' } as Entry
  await mount(<Notice entry={entry} />, root)
  expect(root.textContent).toContain('You left a message.')
  expect(root.textContent).toContain('Please call me\nada@example.com')
  await mount(<Notice entry={{ ...entry, text: 'The visitor left a message.' }} />, root)
  expect(root.textContent?.trim()).toBe('You left a message.')
})

test('shows the queue position, and the name and photo of the person who joins', async () => {
  const { controller } = await show(Status, { ...WAITING, queuePosition: 1 })
  expect(root.textContent).not.toContain('in line')
  await act(() => controller.dispatch({ type: 'status', conversation: conversation({ ...WAITING, queuePosition: 3 }) }))
  expect(root.querySelector('output')?.textContent).toBe('Connecting you with our team… You’re number 3 in line.')
  const human = { name: 'Mia Berg', photoURL: '/files/mia.png' }
  await act(() =>
    controller.dispatch({ type: 'status', conversation: conversation({ state: 'human-chatting', human }) }),
  )
  expect(root.textContent?.trim()).toBe('Mia Berg joined the chat.')
  expect(root.querySelector('img')?.getAttribute('src')).toBe('/files/mia.png')
  await act(() => root.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(root.querySelector('img')).toBeNull()
  expect(root.querySelector('.lc-avatar')?.getAttribute('data-letters')).toBe('MB')
})

test('says only once that a person joined', async () => {
  const human = { name: 'Mia Berg' }
  const { controller } = await show(Status, { state: 'human-chatting', human })
  expect(root.textContent?.trim()).toBe('Mia Berg joined the chat.')
  const joined = sampleMessage(1, { id: 'human-joined:1', from: 'system' })
  const transcript = { ...sampleTranscript([joined]), conversation: conversation({ state: 'human-chatting', human }) }
  await act(() => controller.dispatch({ type: 'transcript', transcript, older: false }))
  expect(root.textContent).toBe('')
})

describe('the end', () => {
  const ENDED = { state: 'ended_chat', endedAt: NOW } as const

  test('is rated once with stars and a comment, and left for a new conversation', async () => {
    const { asked, controller } = await show(Status, ENDED, () => ({ data: conversation({ ...ENDED, isRated: true }) }))
    const stars = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} of 5 stars`))
    await act(() => stars[2]?.click())
    await fill(0, ' Fine ')
    await press('Send rating')
    expect(asked).toEqual([[`${ID}/rating`, { score: 3, comment: 'Fine' }]])
    expect(root.textContent).toContain('Thanks for your rating.')
    await press('Start a new conversation')
    expect(controller.state()).toMatchObject({ conversationId: undefined, status: { state: 'ai-chatting' } })
  })

  test('lets the visitor go on when the agent ends the chat, and asks for no rating when the owner wants none', async () => {
    await show(Status, { state: 'ended_chat' }, undefined, { askRating: false })
    expect(root.querySelector('input[type=radio]')).toBeNull()
    expect(root.textContent).toContain('You can keep writing')
    expect(root.querySelector('button')).toBeNull()
  })
})

describe('the way to people', () => {
  test('stops the running answer and requests a person', async () => {
    const { asked, controller } = await show(HandoffEntry, {}, () => ({ data: conversation(WAITING) }), {
      UIhandoffTitle: 'Our team',
      UIhandoffSubtitle: 'From nine',
    })
    await act(() => controller.send('Hello'))
    expect(root.textContent).toBe('Our teamFrom nine')
    await press('Our teamFrom nine')
    expect(controller.state().turn?.stopping).toBe(true)
    expect(asked.at(-1)).toMatchObject(['handoff', { conversationId: 'conv', consent: true }])
    expect(controller.state().status.state).toBe('requested_chat')
  })

  const opensAt = '2026-01-02T09:00:00.000Z'
  test('becomes «leave a message» with the next opening while nobody is there', async () => {
    const status = { isOpen: false, opensAt, takesMessages: true }
    await show(HandoffEntry, {}, () => ({ data: status }), {
      UIhandoffTitle: 'Our team',
      UIhandoffSubtitle: 'From nine',
    })
    await pass(0)
    const time = new Intl.DateTimeFormat('en', { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(
      new Date(opensAt),
    )
    expect(root.textContent).toBe(`Leave a messageOur team isn’t available right now. We’re back ${time}.`)
  })

  test('is hidden while nobody reads messages, and until that is known', async () => {
    const answer = () => ({ data: { isOpen: false, opensAt, takesMessages: false } })
    await show(HandoffEntry, {}, answer)
    expect(root.textContent).toBe('')
    await pass(0)
    expect(root.textContent).toBe('')
  })

  test('shows when the request failed', async () => {
    await show(HandoffEntry, {}, () => new Refusal(429, 'RATE_LIMITED', 5))
    await press('Talk to our team')
    expect(root.querySelector('[role=alert]')?.textContent).toContain('Too many requests')
  })
})

describe('the menu', () => {
  const onClose = vi.fn()
  const Opened = (parts: FeatureProps) => <Menu {...parts} onClose={onClose} />
  const names = () => [...root.querySelectorAll('button')].map((each) => each.textContent)

  test('offers only what is possible now', async () => {
    await show(Opened, {}, undefined, { recordChatHistory: false })
    expect(names()).toEqual(['Start a new conversation', 'End this chat'])
    await show(Opened, WAITING, undefined, { UIhandoffTitle: 'Our team' })
    expect(names()).toEqual(['Start a new conversation', 'Your conversations', 'End this chat'])
    await show(Opened, { state: 'ended_chat', endedAt: NOW }, undefined, { alwaysShowHandoff: true })
    expect(names()).toEqual(['Start a new conversation', 'Your conversations'])
  })

  test('asks before it ends a chat, and shows when that failed', async () => {
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
    const { asked, controller } = await show(Opened, {}, (path) =>
      path.includes('cursor')
        ? { items: [row('old', 0)], nextCursor: null }
        : { items: [row('conv', 1), row('other', 2)], nextCursor: 'c/1' },
    )
    await press('Your conversations')
    const rows = () => [...root.querySelectorAll('li')].map((each) => each.textContent)
    expect(rows()).toHaveLength(2)
    expect(rows()[1]).toContain('2 new')
    expect(rows()[0]).not.toContain('new')
    await press('Show more')
    expect(asked.map(([path]) => path)).toEqual([
      'visitor/conversations?limit=20',
      'visitor/conversations?limit=20&cursor=c%2F1',
    ])
    expect(rows()).toHaveLength(3)
    await clicked(root.querySelectorAll<HTMLButtonElement>('li button')[2])
    expect(controller.state().conversationId).toBe('old')
  })

  test('offers a retry when the list fails to load', async () => {
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
