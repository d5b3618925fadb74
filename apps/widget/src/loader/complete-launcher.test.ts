import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleAgent } from '../testing/sample.ts'
import { flashTitle } from './alerts.ts'
import { isDismissed } from './visitor-memory.ts'
import { isLike } from './ignored-paths.ts'
import { hostTexts } from './texts.ts'
import { followUrl } from './follow-url.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

test.each([
  ['/a', '/a', true],
  ['/a', '/a/', false],
  ['/a/*', '/a/b/c', true],
  ['/a/*', '/a', false],
  ['/*', '/', true],
  ['/*/edit', '/posts/7/edit', true],
  ['/*/edit', '/posts/7/edits', false],
  ['/a*b*c', '/a--b--c', true],
  ['/a*b*c', '/a--c--b', false],
  ['/aa*a', '/aa', false],
  ['/aa*a', '/aaa', true],
  ['/a*b*b', '/ab', false],
  ['/x.y', '/xzy', false],
  ['/a**b', '/ab', true],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(isLike(path, pattern)).toBe(expected)
})

test('handles a slow pattern in linear time', () => {
  const start = performance.now()
  expect(isLike(`/${'a'.repeat(2000)}`, `/${'a*'.repeat(249)}b`)).toBe(false)
  expect(performance.now() - start).toBeLessThan(50)
})

const NOW = 1_800_000_000_000
test.each([
  [null, false],
  ['rubbish', false],
  [String(NOW), true],
  [String(NOW - 86_400_000), true],
  [String(NOW - 86_400_001), false],
  [String(NOW - 25 * 3_600_000), false],
  [String(NOW + 1), false],
])('a bubble put away at %s: hidden %s', (stored, expected) => {
  expect(isDismissed(stored, NOW)).toBe(expected)
})

test('has texts for variants of a language, and none for unsupported ones', () => {
  expect(hostTexts('pt-BR')?.open).toBe('Abrir o chat')
  expect(hostTexts('no')).toEqual(hostTexts('nb'))
  for (const lang of ['en', 'xx', '', '__proto__']) expect(hostTexts(lang)).toBeUndefined()
})

describe('the title', () => {
  const now = () => document.head.querySelector('title')?.textContent
  const put = (text: string) => {
    document.head.innerHTML = '<title></title>'
    const title = document.head.querySelector('title') as HTMLElement
    title.textContent = text
    return title
  }

  test('alternates and is restored exactly', () => {
    vi.useFakeTimers()
    put('  Lumen\n lamps ')
    const stop = flashTitle('(1) New message')
    const seen = [now()]
    for (let second = 0; second < 3; second++) {
      vi.advanceTimersByTime(1000)
      seen.push(now())
    }
    expect(seen).toEqual(['(1) New message', '  Lumen\n lamps ', '(1) New message', '  Lumen\n lamps '])
    vi.advanceTimersByTime(1000)
    stop()
    expect(now()).toBe('  Lumen\n lamps ')
    vi.advanceTimersByTime(5000)
    expect(now()).toBe('  Lumen\n lamps ')
  })

  test("keeps the page's own change", () => {
    vi.useFakeTimers()
    const title = put('Cart')
    const stop = flashTitle('(1) New message')
    title.textContent = 'Checkout'
    vi.advanceTimersByTime(1000)
    expect(now()).toBe('(1) New message')
    vi.advanceTimersByTime(1000)
    expect(now()).toBe('Checkout')
    vi.advanceTimersByTime(1000)
    title.textContent = 'Paid'
    stop()
    expect(now()).toBe('Paid')
  })

  test('stays empty when the page has no title', () => {
    flashTitle('(1) New message')()
    expect(document.head.childElementCount).toBe(0)
  })
})

describe('the address', () => {
  let end: AbortController
  const { pushState, replaceState } = history
  beforeEach(() => {
    vi.useFakeTimers()
    end = new AbortController()
    vi.stubGlobal('navigation', undefined)
  })
  afterEach(() => {
    end.abort()
    vi.unstubAllGlobals()
    history.pushState = pushState
    history.replaceState = replaceState
  })

  test('is reported once per new page, without fragments and repetitions', () => {
    const told: string[] = []
    followUrl(() => told.push(location.pathname + location.search), end.signal)
    const go = (name: 'pushState' | 'replaceState', url: string) => {
      history[name](null, '', url)
      vi.advanceTimersByTime(100)
    }
    go('pushState', '/a')
    go('pushState', '/a#part')
    go('replaceState', '/a?page=2')
    go('replaceState', '/a?page=2')
    go('pushState', '/b')
    expect(told).toEqual(['/a', '/a?page=2', '/b'])
  })

  test('is followed without side effects, and history is restored', () => {
    const told = vi.fn()
    followUrl(told, end.signal)
    expect(history.pushState).not.toBe(pushState)
    history.pushState({ kept: 1 }, '', '/kept')
    expect(history.state).toEqual({ kept: 1 })
    end.abort()
    expect([history.pushState, history.replaceState]).toEqual([pushState, replaceState])
    vi.advanceTimersByTime(100)
    history.pushState(null, '', '/after')
    vi.advanceTimersByTime(100)
    expect(told).not.toHaveBeenCalled()
  })

  test('keeps a wrapper that was added later', () => {
    followUrl(() => undefined, end.signal)
    const ours = history.pushState
    const later: History['pushState'] = (...values) => Reflect.apply(ours, history, values)
    history.pushState = later
    end.abort()
    expect(history.pushState).toBe(later)
  })
})

describe('the bubble', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // The test DOM loads no frames.
    const create = document.createElement.bind(document)
    vi.spyOn(document, 'createElement').mockImplementation((tag: string) => create(tag === 'iframe' ? 'output' : tag))
    // The test DOM does not track the focus across shadow roots.
    vi.spyOn(HTMLElement.prototype, 'focus').mockReturnValue()
    localStorage.clear()
  })

  async function put(agent: string, over: Parameters<typeof sampleAgent>[0] = {}) {
    const { mountLauncher } = await import('./mount-launcher.ts')
    const { offerBubble } = await import('./bubble.ts')
    const data = sampleAgent({ ID: agent, proactiveMessage: 'Need a hand?', messageDelayMS: 500, ...over })
    const asked = {
      origin: 'https://chat.example',
      agentId: agent,
      region: 'eu',
      render: undefined,
      modal: false,
      user: undefined,
      autostart: false,
      container: undefined,
      tag: document.body,
    } as const
    const root = document.createElement('div').attachShadow({ mode: 'open' })
    const launcher = mountLauncher(asked, data, root, () => undefined, new Set())
    const badges: number[] = []
    offerBubble(launcher, 'Hide message', (count) => badges.push(count))
    const bubble = () => root.querySelector('.bubble')
    return { launcher, root, badges, bubble, words: () => root.querySelector<HTMLElement>('.words') }
  }
  const wait = () => {
    vi.advanceTimersByTime(1100)
    vi.advanceTimersByTime(1)
  }
  const dismissed = (agent: string) => localStorage.getItem(`parlance.eu.${agent}.dismissed`)

  test('waits a second, counts one and then two, and ends once the chat was open', async () => {
    const first = await put('first')
    vi.advanceTimersByTime(900)
    expect(first.bubble()).toBeNull()
    vi.advanceTimersByTime(200)
    expect(first.root.querySelector('[role=status]')?.textContent).toBe('Need a hand?')
    vi.advanceTimersByTime(500)
    expect(first.badges).toEqual([1, 2])
    first.words()?.click()
    expect([first.bubble(), first.badges, first.launcher.open]).toEqual([null, [1, 2, 0], true])
    expect(localStorage).toHaveLength(0)
    first.launcher.remove()
    const again = await put('first')
    vi.advanceTimersByTime(2000)
    expect(again.bubble()).toBeNull()

    for (const over of [{ autoStartWidget: true }, {}]) {
      const open = await put(`open${over.autoStartWidget}`, over)
      if (!over.autoStartWidget) open.launcher.set(true)
      vi.advanceTimersByTime(2000)
      expect(open.bubble()).toBeNull()
    }
  })

  type Put = Awaited<ReturnType<typeof put>>
  const escape = (target: EventTarget) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }))
  test.each<[string, (put: Put) => void]>([
    ['its button', ({ root }) => root.querySelector<HTMLElement>('.away')?.click()],
    ['Escape in the bubble', ({ words }) => escape(words() as HTMLElement)],
    ['Escape on the launcher', ({ launcher }) => escape(launcher.button)],
    ['Escape on the page', () => escape(document.body)],
    ['closing the chat', ({ launcher }) => [true, false].forEach((open) => launcher.set(open))],
  ])('is put away for a day by %s', async (how, dismiss) => {
    const shown = await put(how)
    document.body.append(shown.launcher.host)
    wait()
    expect([shown.bubble() === null, dismissed(how)]).toEqual([false, null])
    dismiss(shown)
    expect([shown.bubble(), shown.badges.at(-1), Number(dismissed(how))]).toEqual([null, 0, Date.now()])
    shown.launcher.remove()
  })

  test('ignores Escape without a bubble', async () => {
    const none = await put('none-shown', { autoStartWidget: true })
    wait()
    escape(document.body)
    expect(dismissed('none-shown')).toBeNull()
    none.launcher.remove()
  })

  test('is hidden during a conversation, and when one begins here or in another tab', async () => {
    localStorage.setItem('parlance.eu.talks.talking', '1')
    const talks = await put('talks')
    wait()
    expect([talks.bubble(), talks.badges]).toEqual([null, []])

    const here = await put('begins-here')
    wait()
    expect(here.bubble()).not.toBeNull()
    here.launcher.endBubble?.()
    expect([here.bubble(), here.badges.at(-1)]).toEqual([null, 0])

    for (const fact of ['talking', 'dismissed']) {
      const other = await put(`elsewhere-${fact}`)
      wait()
      const tell = (key: string, newValue: string | null) =>
        window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
      tell(`parlance.eu.another.${fact}`, '1')
      tell(`parlance.eu.elsewhere-${fact}.${fact}`, null)
      expect(other.bubble()).not.toBeNull()
      tell(`parlance.eu.elsewhere-${fact}.${fact}`, '1')
      expect([other.bubble(), other.badges.at(-1)]).toEqual([null, 0])
    }
  })
})
