import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../../i18n.ts'
import { en as first } from '../../texts.ts'
import { onDemandEn } from '../../on-demand-texts.ts'
import { act, enter, mount, unmount } from '../../testing/dom.tsx'
import { fakeHost } from '../../testing/host.ts'
import { loadParts } from '../../testing/parts.ts'
import { delta, finishPart, sampleAgent, sampleMessage, sampleTranscript, startPart } from '../../testing/sample.ts'
import type { ChatController } from '../chat-controller.ts'
import { reduce } from '../session/session.ts'
import { EMPTY, type Session, type SessionEvent } from '../session/state.ts'
import { Boundary } from './boundary.tsx'
import { Chat } from './chat.tsx'
import { localeOf } from './locale-of.ts'
import { applyAppearance, AppearanceProvider, readAppearance } from './appearance.ts'

const en = { ...first, ...onDemandEn }
let root: HTMLElement
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(async () => {
  await unmount(root)
  root.remove()
  document.documentElement.removeAttribute('style')
})

/** Runs the real reducer and ignores its commands. */
function fakeController(start: Session = { ...EMPTY, ready: true }) {
  let state = start
  let ids = 0
  const listeners = new Set<() => void>()
  const dispatch = (event: SessionEvent) => {
    state = reduce(state, event, '2026-01-01T00:00:00.000Z').state
    for (const listener of listeners) listener()
  }
  const controller: ChatController = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch,
    send: (text, submission) => dispatch({ type: 'send', id: `own${ids++}`, text, submission }),
    upload: async (file) => `/files/${file.name}`,
    attach: () => Promise.reject(new Error('Nobody answers here')),
    detach: () => Promise.reject(new Error('Nobody answers here')),
    own: () => Promise.reject(new Error('Nobody answers here')),
    show: () => undefined,
  }
  return controller
}
const WIDE = fakeHost()

async function show(controller: ChatController, over: Parameters<typeof sampleAgent>[0] = {}, host = WIDE) {
  const agent = sampleAgent(over)
  await loadParts(agent.lang)
  const appearance = readAppearance(agent, await loadLanguage(agent.lang))
  await mount(
    <AppearanceProvider value={appearance}>
      <Chat controller={controller} host={host} />
    </AppearanceProvider>,
    root,
  )
}
const tell = (controller: ChatController, ...events: SessionEvent[]) => act(() => events.forEach(controller.dispatch))
const field = () => root.querySelector('textarea') as HTMLTextAreaElement
const button = (name: string) =>
  [...root.querySelectorAll('button')].find((it) => it.getAttribute('aria-label') === name || it.textContent === name)
async function type(text: string, key?: KeyboardEventInit) {
  await act(() => {
    enter(field(), text)
  })
  if (key)
    await act(
      () => void field().dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key })),
    )
}

describe('chat', () => {
  test('offers starter questions until the visitor writes, and sends the pressed one', async () => {
    const starterQuestions = ['When are you open?', 'Do you deliver?']
    const controller = fakeController()
    await show(controller, { starterQuestions })
    await act(() => button('Do you deliver?')?.click())
    expect(controller.state().entries.map(({ from, text }) => [from, text])).toEqual([['user', 'Do you deliver?']])
    expect(starterQuestions.map(button)).toEqual([undefined, undefined])
  })

  test('greets above a hand-off requested before the first message', async () => {
    const controller = fakeController()
    await show(controller, { messageDelayMS: 0 })
    const asked = sampleMessage(1, { id: 'handoff-asked:1', from: 'system', turnId: '' })
    const human = sampleMessage(2, { from: 'human', turnId: '' })
    const { conversation } = sampleTranscript([asked])
    await tell(controller, { type: 'status', conversation })
    for (const messages of [[asked], [asked, human]]) {
      await tell(controller, { type: 'transcript', transcript: sampleTranscript(messages), older: false })
      const thread = [...root.querySelectorAll('[role=log] :is(.bubble, .said)')].map((it) => it.textContent)
      expect([thread[0], thread.length]).toEqual(['Hello there', messages.length + 1])
    }
  })

  test('resizes the field when the frame becomes wider', async () => {
    await show(fakeController())
    const field = root.querySelector('textarea')
    if (!field) throw new Error('There is no field.')
    let height = 140
    Object.defineProperty(field, 'scrollHeight', { get: () => height })
    dispatchEvent(new Event('resize'))
    expect(field.style.height).toBe('140px')
    height = 36
    dispatchEvent(new Event('resize'))
    expect(field.style.height).toBe('36px')
  })
  test("greets, shows the agent's name and labels its parts", async () => {
    await show(fakeController())
    expect(root.querySelector('h1')?.textContent).toBe('Aurora')
    expect(root.querySelector('[role=log]')?.getAttribute('aria-live')).toBe('polite')
    expect(root.textContent).toContain('Hello there')
    expect(field().getAttribute('aria-label')).toBe(en.placeholder)
    expect(document.activeElement).toBe(field())
  })

  test('sends on Enter, but not on Shift+Enter or during composition', async () => {
    const controller = fakeController()
    await show(controller)
    await type('first', { key: 'Enter', shiftKey: true })
    await type('first', { key: 'Enter', isComposing: true })
    expect(controller.state().entries).toHaveLength(0)
    await type('first', { key: 'Enter' })
    expect(controller.state().entries).toMatchObject([{ text: 'first' }])
    expect(field().value).toBe('')
    expect(button(en.stop)).toBeDefined()
  })

  test('streams into one bubble that stays when the answer is complete', async () => {
    const controller = fakeController()
    await show(controller)
    await type('q', { key: 'Enter' })
    const part = (id: string, what: Extract<SessionEvent, { type: 'part' }>['part']): SessionEvent => ({
      type: 'part',
      id,
      part: what,
    })
    await tell(controller, part('0', startPart))
    expect(root.textContent).toContain('Aurora is typing')
    await tell(controller, part('1', delta('Hello **wor')))
    const bubble = [...root.querySelectorAll('.theirs .md')].at(-1)
    await tell(controller, part('2', delta('ld**')), part('3', finishPart))
    expect([...root.querySelectorAll('.theirs .md')].at(-1)).toBe(bubble)
    expect(bubble?.innerHTML).toBe('<p>Hello <strong>world</strong></p>')
    expect(root.querySelectorAll('.theirs .bubble')).toHaveLength(2)
  })

  test('lets the visitor write during an answer and delete the waiting message', async () => {
    const controller = fakeController()
    await show(controller)
    await type('first', { key: 'Enter' })
    await tell(controller, { type: 'part', id: '0', part: startPart }, { type: 'part', id: '1', part: delta('Well') })
    expect(button(en.send)).toBeUndefined()
    await type('second')
    expect([button(en.stop), button(en.send)?.hasAttribute('disabled')]).toEqual([expect.anything(), false])
    await type('second', { key: 'Enter' })
    const rows = () => [...root.querySelectorAll('.row .bubble')].slice(1).map((bubble) => bubble.textContent)
    expect(rows()).toEqual(['first', expect.stringMatching(/^Wel/), 'second'])
    expect(root.querySelector('.row:last-child')?.textContent).toContain(en.waiting)
    await act(() => button(en.discard)?.click())
    expect(rows()).toEqual(['first', expect.stringMatching(/^Wel/)])
  })

  test('marks messages as waiting when offline', async () => {
    const controller = fakeController()
    await show(controller)
    await tell(controller, { type: 'online', online: false })
    await type('first', { key: 'Enter' })
    expect(root.querySelector('.row:last-child')?.textContent).toContain(en.waiting)
    expect(root.querySelector('.typing')).toBeNull()
    await tell(controller, { type: 'online', online: true })
    expect(root.textContent).not.toContain(en.waiting)
    expect(controller.state().turn?.text).toBe('first')
  })

  test('offers the way home only while no message waits to be sent', async () => {
    const controller = fakeController({ ...EMPTY, ready: true, conversationId: 'conv' })
    await show(controller)
    expect(button(en.back)).toBeDefined()
    await tell(controller, { type: 'online', online: false })
    await type('first', { key: 'Enter' })
    expect(button(en.back)).toBeUndefined()
    await act(() => button(en.discard)?.click())
    expect(button(en.back)).toBeDefined()
  })

  test('shows sources, and failures with a way to go on', async () => {
    const controller = fakeController()
    await show(controller)
    await tell(controller, { type: 'begin', conversationId: 'conv' })
    const sources = [{ docId: 'd', title: 'Returns', text: '<b>30 days</b>', score: 1 }]
    const messages = [
      sampleMessage(1),
      sampleMessage(2, { sources }),
      sampleMessage(3),
      sampleMessage(4, { status: 'failed', items: [] }),
    ]
    await tell(controller, { type: 'transcript', transcript: sampleTranscript(messages), older: false })
    expect(root.querySelector('.sources')?.textContent).toContain('Returns')
    expect(root.querySelector('blockquote')?.textContent).toBe('<b>30 days</b>')
    expect(root.textContent).toContain(en.failed)
    await act(() => button(en.retry)?.click())
    expect(controller.state().turn?.messageId).toBe('again-turn2')
    expect(root.textContent).not.toContain(en.failed)
    expect(root.textContent?.split('text 3')).toHaveLength(2)
  })

  test('offers nothing to press or send again once the chat has ended', async () => {
    const controller = fakeController()
    await show(controller)
    await tell(controller, { type: 'begin', conversationId: 'conv' })
    const red = { name: 'Red', request: { type: 'text' as const } }
    const asks = sampleMessage(2, { items: [{ type: 'choice', message: '', buttons: [red] }] })
    const transcript = sampleTranscript([sampleMessage(1), asks])
    await tell(
      controller,
      { type: 'transcript', transcript, older: false },
      { type: 'send', id: 'own', text: 'Blue' },
      { type: 'refused', status: 413, code: '', retryAfter: 0 },
    )
    expect([button('Red')?.getAttribute('aria-disabled'), button(en.retry)]).toEqual(['false', expect.anything()])
    const conversation = { ...transcript.conversation, state: 'ended_chat', endedAt: asks.at } as const
    await tell(controller, { type: 'status', conversation })
    expect([button('Red')?.getAttribute('aria-disabled'), button(en.retry)]).toEqual(['true', undefined])
  })

  test('shows cited sources and opens their page or passage from the number', async () => {
    const controller = fakeController()
    await show(controller)
    await tell(controller, { type: 'begin', conversationId: 'conv' })
    const source = (n: number, url?: string) => ({
      docId: `d${n}`,
      title: `Title ${n}`,
      text: `Chunk ${n}`,
      score: 1,
      n,
      ...(url ? { url } : {}),
    })
    const sources = [source(1, 'https://shop.example/returns'), source(2), source(3), source(4, 'javascript:alert(1)')]
    const text = 'Send it back [1], free of charge [2, 4], `x[3]` [9].'
    const answer = sampleMessage(2, { sources, items: [{ type: 'text', text }] })
    await tell(controller, {
      type: 'transcript',
      transcript: sampleTranscript([sampleMessage(1), answer]),
      older: false,
    })
    const titles = [...root.querySelectorAll('.source-title')].map((one) => one.textContent)
    expect(titles).toEqual(['Title 1', 'Title 2', 'Title 4'])
    const link = root.querySelector<HTMLAnchorElement>('.md a.cite')
    expect([link?.href, link?.target, link?.textContent]).toEqual(['https://shop.example/returns', '_blank', '1'])
    expect([...root.querySelectorAll('.md button.cite')].map((one) => one.textContent)).toEqual(['2', '4'])
    expect([...root.querySelectorAll('.md')].at(-1)?.textContent).toContain('x[3] [9].')
    expect(root.querySelectorAll('.sources a')).toHaveLength(1)
    const box = root.querySelector('.sources [data-n="2"] details')
    expect(box?.hasAttribute('open')).toBe(false)
    await act(() => root.querySelector<HTMLButtonElement>('.md button.cite')?.click())
    expect(box?.hasAttribute('open')).toBe(true)
    expect(root.querySelector('.sources')?.hasAttribute('open')).toBe(true)
  })

  test('shows a notice and no composer when unavailable', async () => {
    const controller = fakeController()
    await show(controller)
    await tell(controller, { type: 'usage', shouldContinue: false, hasEverPaid: true })
    expect(root.querySelector('[role=status]')?.textContent).toBe('Closed for today.')
    expect(field().disabled).toBe(true)
    await tell(
      controller,
      { type: 'usage', shouldContinue: true, hasEverPaid: true },
      { type: 'online', online: false },
    )
    expect(root.querySelector('[role=status]')?.textContent).toBe(en.offline)
    expect(field().disabled).toBe(false)
  })

  test('shows a counter near the limit', async () => {
    await show(fakeController())
    await type('x'.repeat(14_999))
    expect(root.querySelector('.counter')).toBeNull()
    await type('x'.repeat(15_500))
    expect(root.querySelector('.counter')?.textContent).toBe('500 characters left')
    expect(field().maxLength).toBe(16_000)
  })

  test('asks before starting over', async () => {
    const controller = fakeController()
    await show(controller)
    await type('q', { key: 'Enter' })
    await act(() => button(en.menu)?.click())
    await act(() => button(en.restart)?.click())
    const ask = root.querySelector<HTMLDialogElement>('dialog[role=alertdialog]')
    expect([ask?.open, ask?.getAttribute('aria-modal')]).toEqual([true, 'true'])
    expect(ask?.textContent).toContain(en.restartAsk)
    expect(controller.state().entries).toHaveLength(1)
    await act(() => button(en.restartYes)?.click())
    expect(controller.state().entries).toHaveLength(0)
  })

  test('closes the menu and its dialogs on Escape and returns the focus', async () => {
    await show(fakeController())
    const escape = () =>
      act(
        () =>
          void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
      )
    await act(() => button(en.menu)?.click())
    await escape()
    expect(button(en.restart)).toBeUndefined()
    expect(document.activeElement).toBe(button(en.menu))
    await act(() => button(en.menu)?.click())
    await act(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
    expect(button(en.restart)).toBeUndefined()
    await act(() => button(en.menu)?.click())
    await act(() => button(en.restart)?.click())
    await escape()
    expect(root.querySelector('dialog')).toBeNull()
    expect(document.activeElement).toBe(button(en.menu))
  })

  test('shows that history is loading and no greeting meanwhile', async () => {
    const controller = fakeController({ ...EMPTY, consent: 'asked' })
    await show(controller)
    expect(root.textContent).toContain('Hello there')
    expect(root.querySelector('.hint')).toBeNull()
    await tell(controller, { type: 'consent', is: '' })
    expect(root.querySelector('.hint')?.textContent).toBe(en.older)
    expect(root.textContent).not.toContain('Hello there')
    await tell(controller, { type: 'begin', conversationId: 'conv' })
    expect(root.querySelector('.hint')).not.toBeNull()
    const transcript = sampleTranscript([sampleMessage(1), sampleMessage(2)])
    await tell(controller, { type: 'transcript', transcript, older: false })
    expect(root.querySelector('.hint')).toBeNull()
    expect(root.querySelectorAll('.row.own')).toHaveLength(1)
  })

  test('shows the same while a visitor is being verified', async () => {
    const controller = fakeController()
    await show(controller)
    await tell(controller, { type: 'held', held: true })
    expect(root.querySelector('.hint')?.textContent).toBe(en.older)
    await tell(controller, { type: 'held', held: false })
    expect(root.querySelector('.hint')).toBeNull()
  })

  test('closes itself and keeps the keyboard down on a phone', async () => {
    const close = vi.fn()
    await show(fakeController(), {}, fakeHost({ phone: true, closable: true, focus: false }, { close }))
    expect(document.activeElement).not.toBe(field())
    await act(() => button(en.close)?.click())
    expect(close).toHaveBeenCalledOnce()
  })

  test('names the product when the owner never paid', async () => {
    const controller = fakeController()
    await show(controller)
    expect(root.textContent).not.toContain('Parlance')
    await tell(controller, { type: 'usage', shouldContinue: true, hasEverPaid: false })
    expect(root.querySelector('.branding')?.textContent).toBe('Powered by Parlance')
  })

  test('reserves the line of that name until it is known', async () => {
    const controller = fakeController({ ...EMPTY, consent: 'asked' })
    await show(controller, { consentRequired: true })
    expect(root.querySelector('.branding')?.textContent).toBe('\xa0')
    await tell(controller, { type: 'usage', shouldContinue: true, hasEverPaid: false })
    expect(root.querySelector('.branding')?.textContent).toBe('Powered by Parlance')
    await tell(controller, { type: 'usage', shouldContinue: true, hasEverPaid: true })
    expect(root.querySelector('.branding')).toBeNull()
  })

  test('filters branding links', async () => {
    await show(fakeController(), { branding: 'By [us](https://us.example) [x](javascript:alert(1)) <img src=x>' })
    const links = [...root.querySelectorAll('.branding a[href]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://us.example'])
    expect(root.querySelector('.branding img')).toBeNull()
  })
})

describe('appearance', () => {
  test.each([
    ['en', 'en-GB', 'en-GB'],
    ['en', 'en', 'en'],
    ['en', 'de-DE', 'en-DE'],
    ['fi', 'fil-PH', 'fi-PH'],
    ['zh', 'zh-Hant-TW', 'zh-Hant-TW'],
    // Some Linux browsers report this invalid locale.
    ['en', 'en-US@posix', 'en-US'],
  ])('times of a chat in %s in a browser of %s are those of %s', (code, browser, locale) => {
    const spy = vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
    expect(localeOf(code)).toBe(locale)
    expect(() => new Intl.DateTimeFormat(localeOf(code))).not.toThrow()
    spy.mockRestore()
  })
  test('applies to the document, except unsafe fonts and foreign images', async () => {
    applyAppearance(
      readAppearance(
        sampleAgent({
          lang: 'ar',
          theme: 'red-dark',
          fontFamily: 'x"; } body { display: none',
          cornerRadius: 4,
          headerImageUrl: 'https://evil.example/a.png',
        }),
        await loadLanguage('ar'),
      ),
    )
    const { style, dir, lang } = document.documentElement
    expect([dir, lang, style.colorScheme]).toEqual(['rtl', 'ar', 'dark'])
    expect(style.getPropertyValue('--accent')).toBe('#d92b2b')
    expect(style.getPropertyValue('--font')).not.toContain('body')
    expect(style.getPropertyValue('--header-image')).toBe('none')
    expect(style.getPropertyValue('--radius')).toBe('4px')
    applyAppearance(readAppearance(sampleAgent({ fontFamily: 'Rubik' }), await loadLanguage('en')))
    expect(document.documentElement.style.getPropertyValue('--font')).toContain('"Rubik"')
  })
})

describe('a crash while drawing', () => {
  test('shows an error and reloads the chat on request', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const Fragile = () => {
      throw new Error('forced')
    }
    await mount(
      <Boundary texts={en}>
        <Fragile />
      </Boundary>,
      root,
    )
    expect(root.querySelector('[role=alert]')?.textContent).toContain('Something went wrong:')
    await act(() => button('Try again')?.click())
    expect(reload).toHaveBeenCalledOnce()
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    reload.mockRestore()
  })
})
