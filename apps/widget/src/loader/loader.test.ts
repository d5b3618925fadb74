import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleAgent } from '../testing/sample.ts'
import { wrap } from '../protocol.ts'
import { readConfigs, type EmbedConfig } from './config.ts'
import { mount, mountLauncher } from './mount-launcher.ts'
import type { Launcher } from './launcher.ts'
import { shape } from './render-modes.ts'
import { createWidgets, type Handle } from './widgets.ts'

function script(attributes: Record<string, string>) {
  const tag = document.createElement('script')
  // A type that the test DOM does not execute.
  tag.type = 'text/plain'
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value)
  document.body.append(tag)
  return tag
}
const SRC = { src: 'https://chat.example/widget.js' }
const config = (over: Partial<EmbedConfig> = {}): EmbedConfig => ({
  origin: 'https://chat.example',
  agentId: 'agentOfTenantOne',
  region: 'eu',
  render: 'bottom-right',
  modal: false,
  user: undefined,
  autostart: false,
  container: undefined,
  tag: document.body,
  ...over,
})

afterEach(() => {
  document.body.replaceChildren()
  for (const left of document.querySelectorAll('html > div')) left.remove()
  document.documentElement.dir = ''
})

describe('embed configuration', () => {
  test('reads agent, region and placement from the tag, and its server from the source', () => {
    const tag = script({ ...SRC, 'data-agent': 'a1', 'data-region': 'na', 'data-render': 'bottom-left' })
    expect(readConfigs(document, undefined)).toEqual([
      config({ agentId: 'a1', region: 'na', render: 'bottom-left', tag }),
    ])
  })

  test('reads boolean attributes', () => {
    script({ ...SRC, 'data-agent': 'a1', 'data-modal': 'true', 'data-autostart': 'true', 'data-user': 't.o.ken' })
    expect(readConfigs(document, undefined)).toMatchObject([{ modal: true, autostart: true, user: 't.o.ken' }])
    document.body.replaceChildren()
    script({
      ...SRC,
      'data-agent': 'a1',
      'data-modal': 'false',
      'data-render': 'full-width',
      'data-container': '#here',
    })
    expect(readConfigs(document, undefined)).toMatchObject([
      { modal: false, render: 'full-width', container: '#here', user: undefined },
    ])
  })

  test('reads the older form with one or more widgets, and prefers the tag', () => {
    script(SRC)
    expect(
      readConfigs(document, { ID: 'a2', region: 'na', render: 'popup', modalMode: true, user: 'u' }),
    ).toMatchObject([{ agentId: 'a2', region: 'na', render: 'popup', modal: true, user: 'u' }])
    expect(readConfigs(document, [{ ID: 'a2' }, { ID: 'a3', autostart: true }, {}])).toMatchObject([
      { agentId: 'a2', autostart: false },
      { agentId: 'a3', autostart: true },
    ])
    document.body.replaceChildren()
    script({ ...SRC, 'data-agent': 'a1' })
    expect(readConfigs(document, { ID: 'a2', region: 'na' })).toMatchObject([{ agentId: 'a1', region: 'eu' }])
    expect(readConfigs(document, { region: 'na', user: 'u' })).toMatchObject([
      { agentId: 'a1', region: 'na', user: 'u' },
    ])
  })

  test('falls back for unknown regions and placements', () => {
    script({ ...SRC, 'data-agent': 'a1', 'data-region': 'mars', 'data-render': 'ceiling' })
    expect(readConfigs(document, undefined)).toMatchObject([{ region: 'eu', render: undefined }])
  })

  test('ignores tags without an agent', () => {
    expect(readConfigs(document, { ID: 'a' })).toEqual([])
    script(SRC)
    for (const older of [undefined, null, {}, [], { ID: 7 }, { ID: '' }])
      expect(readConfigs(document, older)).toEqual([])
  })

  test('reads all tags when a script does not know its own', () => {
    script({ ...SRC, 'data-agent': 'a1' })
    script({ ...SRC, 'data-agent': 'a2' })
    expect(readConfigs(document, undefined).map(({ agentId }) => agentId)).toEqual(['a1', 'a2'])
  })
})

/** Gives frames an empty document and a window; the test DOM loads no frames. */
function withFrames() {
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((tag: string) => {
    const element = create(tag)
    if (tag === 'iframe') element.setAttribute('srcdoc', '')
    return element
  })
}
const rootOf = () => document.createElement('div').attachShadow({ mode: 'open' })

describe('the launcher', () => {
  const events: string[] = []
  beforeEach(() => {
    events.length = 0
    withFrames()
  })
  afterEach(() => vi.restoreAllMocks())

  function put(
    over: Parameters<typeof sampleAgent>[0] = {},
    asked: Partial<EmbedConfig> = {},
    launchers = new Set<Launcher>(),
  ) {
    const launcher = mountLauncher(config(asked), sampleAgent(over), rootOf(), (type) => events.push(type), launchers)
    launchers.add(launcher)
    const { root, button } = launcher
    const frame = () => root.querySelector('iframe')
    const hear = (data: unknown, origin = 'https://chat.example') =>
      window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: frame()?.contentWindow }))
    return { launcher, root, button, frame, hear }
  }

  test("is placed next to the body and isolated from the page's CSS", () => {
    const { host } = put().launcher
    expect(host.parentElement).toBe(document.documentElement)
    for (const property of ['all', 'display', 'position', 'z-index'])
      expect(host.style.getPropertyPriority(property), property).toBe('important')
  })

  test.each([
    ['the tag', 'bottom-left', 'right', '', 'left'],
    ['the tag, whatever the page', 'bottom-right', 'right', 'rtl', 'right'],
    ['the agent', undefined, 'left', '', 'left'],
    ['the agent, mirrored', undefined, 'left', 'rtl', 'right'],
    ['nobody, so the free corner', undefined, 'right', 'rtl', 'left'],
  ] as const)('stands where %s says', (_who, render, position, dir, side) => {
    document.documentElement.dir = dir
    expect(put({ position }, { render }).launcher.side).toBe(side)
  })

  test('sits next to others in the same corner', () => {
    const launchers = new Set<Launcher>()
    const places = [{}, {}, { render: 'bottom-left' as const }].map(
      (asked) => put({}, asked, launchers).launcher.host.style,
    )
    expect(places.map((style) => style.getPropertyValue('--n'))).toEqual(['0', '1', '0'])
  })

  test('creates its frame on first opening, reports it, and returns the focus', () => {
    const { launcher, button, frame } = put()
    expect(frame()).toBeNull()
    expect([button.ariaLabel, button.ariaExpanded]).toEqual(['Open chat', 'false'])
    button.click()
    expect(frame()?.getAttribute('src')).toMatch(/^https:\/\/chat\.example\/widget\/frame\/eu\/agentOfTenantOne#/)
    expect([button.ariaLabel, button.ariaExpanded]).toEqual(['Close chat', 'true'])
    const first = frame()
    for (const open of [false, true, true]) launcher.set(open)
    expect(frame()).toBe(first)
    expect(events).toEqual(['chat_open', 'chat_close', 'chat_open'])
  })

  test('allows the microphone only for agents with voice notes', () => {
    expect(put().launcher.prepare().allow).toBe('clipboard-write')
    expect(put({ allowVoiceNotes: true }).launcher.prepare().allow).toBe('clipboard-write;microphone')
  })

  test('accepts messages of its own frame only', () => {
    const { launcher, button, hear } = put()
    launcher.set(true)
    hear(wrap({ type: 'close' }), 'https://evil.example')
    expect(button.ariaExpanded).toBe('true')
    hear(wrap({ type: 'close' }))
    expect(button.ariaExpanded).toBe('false')
  })

  test('sends the visitor, then queued messages, then its visibility each time the frame starts', () => {
    const { launcher, frame, hear } = put({}, { user: 'first' })
    launcher.send({ type: 'push', text: 'Hello' })
    launcher.setUser('second')
    const post = vi.spyOn(frame()?.contentWindow as Window, 'postMessage').mockImplementation(() => undefined)
    const said = () => post.mock.calls.splice(0).map(([message]) => message)
    const shown = { type: 'shown', open: false, phone: false, closable: false, focus: true } as const
    hear(wrap({ type: 'ready' }))
    expect(said()).toEqual([
      wrap({ type: 'user', token: 'second' }),
      wrap(shown),
      wrap({ type: 'push', text: 'Hello' }),
    ])
    launcher.setUser(null)
    hear(wrap({ type: 'ready' }))
    expect(said()).toEqual([wrap({ type: 'user', token: null }), wrap({ type: 'user', token: null }), wrap(shown)])
    launcher.set(true, false)
    expect(said()).toEqual([wrap({ ...shown, open: true, focus: false })])
  })

  test('shows pictures of its own origin only', () => {
    const picture = (roundedImageURL: string) => put({ roundedImageURL }).root.querySelector('img')?.src
    expect(picture('/files/a.png')).toBe('https://chat.example/files/a.png')
    expect(picture('https://evil.example/a.png')).toBeUndefined()
    expect(put({ roundedImageURL: 'https://evil.example/a.png' }).root.querySelector('.chat')).not.toBeNull()
  })

  test('closes on Escape, and leaves nothing behind when removed', () => {
    const launchers = new Set<Launcher>()
    const { launcher, button, root, hear } = put({}, {}, launchers)
    button.click()
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(button.ariaExpanded).toBe('false')
    launcher.set(true)
    launcher.remove()
    hear(wrap({ type: 'close' }))
    expect([launcher.host.isConnected, launchers.size, launcher.open]).toEqual([false, 0, true])
  })

  test('keeps a modal open that is reopened before its close event', () => {
    const { launcher } = put({}, { modal: true })
    shape(launcher)
    for (const open of [true, false, true]) launcher.set(open)
    launcher.panel.dispatchEvent(new Event('close'))
    expect([launcher.open, launcher.panel.open]).toEqual([true, true])
    launcher.panel.close()
    expect(launcher.open).toBe(false)
  })
})

describe('the host functions', () => {
  type Api = Handle & {
    get: (id: string) => Handle | undefined
    widgets: Handle[]
    push: (...calls: unknown[][]) => void
  }
  const at = (globals: Record<string, unknown>) => globals['parlance'] as Api
  const answers: Record<string, unknown> = {}
  beforeEach(() => {
    withFrames()
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async (url: string) => {
      const data = answers[url.split('/').at(-1) ?? '']
      return { ok: Boolean(data), status: 404, json: async () => ({ data }) }
    })
    Object.assign(answers, { one: sampleAgent({ ID: 'one' }), two: sampleAgent({ ID: 'two', position: 'left' }) })
  })
  afterEach(() => {
    // A widget that is only detached would come back.
    for (const globals of begun.splice(0)) at(globals).remove()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const rest = () => vi.advanceTimersByTimeAsync(500)
  const begun: Record<string, unknown>[] = []
  const begin = (globals: Record<string, unknown>) => {
    const launchers: Launcher[] = []
    begun.push(globals)
    const add = createWidgets(globals, async () => ({
      mount: async (...values) => {
        const launcher = await mount(...values)
        launchers.push(launcher)
        return launcher
      },
    }))
    return { add, launchers }
  }

  test('does nothing before the page is idle, unless asked', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const globals = {}
    const { add } = begin(globals)
    add([config({ agentId: 'one' })])
    expect(asked).not.toHaveBeenCalled()
    at(globals).setUser('token')
    expect(asked).not.toHaveBeenCalled()
    at(globals).open()
    expect(asked).toHaveBeenCalledOnce()
    await rest()
    expect(asked.mock.calls.filter(([url]) => String(url).includes('/public/'))).toHaveLength(1)
  })

  test('runs early calls in order, including those made before the script', async () => {
    const heard: string[] = []
    const globals = { parlance: [['on', 'chat_open', () => heard.push('open')], ['open']] }
    const { add, launchers } = begin(globals)
    add([config({ agentId: 'one' })])
    at(globals).on('chat_close', () => heard.push('close'))
    at(globals).close()
    at(globals).push(['toggle'], ['unheard-of'])
    await rest()
    expect(heard).toEqual(['open', 'close', 'open'])
    expect(launchers[0]?.open).toBe(true)
    expect((globals as Record<string, unknown>)['VG_ADMIN']).toBe(at(globals))
  })

  test('gives each of several widgets its own functions and events', async () => {
    const globals = {}
    const { add } = begin(globals)
    add([config({ agentId: 'one' }), config({ agentId: 'two', render: undefined }), config({ agentId: 'one' })])
    await rest()
    expect(at(globals).widgets.map(({ agentId }) => agentId)).toEqual(['one', 'two'])
    const heard: unknown[] = []
    const note = (who: string) => (event: Event) => heard.push([who, (event as CustomEvent<unknown>).detail])
    at(globals).get('two')?.on('chat_open', note('two'))
    at(globals).on('chat_open', note('all'))
    const detail = { type: 'chat_open', agentId: 'two' }
    // A widget of an earlier test may still close.
    const onDocument = (event: Event) =>
      (event as CustomEvent<typeof detail>).detail.type === 'chat_open' && note('document')(event)
    document.addEventListener('VG_Events', onDocument)
    at(globals).get('two')?.open()
    document.removeEventListener('VG_Events', onDocument)
    expect(heard).toEqual(['two', 'all', 'document'].map((who) => [who, detail]))
    expect(document.querySelectorAll('html > div')).toHaveLength(2)
  })

  test('warns about a second launcher of an agent by name, but not about a repeated tag', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const globals = {}
    const { add } = begin(globals)
    const [first, second] = [script(SRC), script(SRC)]
    const asked = (over: Partial<EmbedConfig>) => add([config({ agentId: 'one', tag: first, ...over })])
    asked({})
    asked({})
    asked({ render: 'full-width', container: '#here' })
    await rest()
    expect(warn).not.toHaveBeenCalled()
    const warned = () => warn.mock.calls.splice(0).map(([text]) => /"(.+?)".*"(.+?)"/.exec(String(text))?.slice(1))
    asked({ render: 'popup' })
    asked({ render: undefined, modal: true })
    asked({ render: 'full-width', container: '#here', tag: second })
    asked({ tag: second })
    expect(warned()).toEqual([
      ['popup', 'bottom-right'],
      ['modal', 'bottom-right'],
      ['full-width', 'full-width'],
      ['bottom-right', 'bottom-right'],
    ])
    // A page that rerenders inserts its tag again.
    first.remove()
    asked({ tag: second })
    expect(warned()).toEqual([])
    expect(at(globals).widgets.map(({ render }) => render)).toEqual(['bottom-right', 'full-width'])
  })

  test('leaves nothing when the agent is unknown, reports it, and does not affect others', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { add } = begin({})
    add([config({ agentId: 'unknown' }), config({ agentId: 'one' })])
    await rest()
    expect(warn.mock.calls).toEqual([['Widget data not found']])
    expect(document.querySelectorAll('html > div')).toHaveLength(1)
  })

  test('removes widgets, also early ones, and allows their tag again', async () => {
    const globals = {}
    const { add, launchers } = begin(globals)
    add([config({ agentId: 'one' })])
    at(globals).open()
    at(globals).remove()
    await rest()
    expect([launchers.length, document.querySelectorAll('html > div').length]).toEqual([0, 0])
    add([config({ agentId: 'one' })])
    await rest()
    expect(document.querySelectorAll('html > div')).toHaveLength(1)
    at(globals).remove()
    expect(document.querySelectorAll('html > div')).toHaveLength(0)
  })

  test('retries on reload what had failed, keeps the visitor, and does not revive removed widgets', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const globals = {}
    const { add, launchers } = begin(globals)
    add([config({ agentId: 'late', user: 'first' })])
    await rest()
    answers['late'] = sampleAgent({ ID: 'late' })
    at(globals).reload()
    await rest()
    at(globals).setUser('second')
    at(globals).reload()
    await rest()
    const [, launcher] = launchers
    const hear = (data: unknown) =>
      window.dispatchEvent(
        Object.assign(new Event('message'), { data, origin: 'https://chat.example', source: frame?.contentWindow }),
      )
    const frame = launcher?.prepare()
    const post = vi.spyOn(frame?.contentWindow as Window, 'postMessage').mockImplementation(() => undefined)
    hear(wrap({ type: 'ready' }))
    expect(post.mock.calls[0]?.[0]).toEqual(wrap({ type: 'user', token: 'second' }))
    const handle = at(globals).get('late')
    handle?.remove()
    handle?.reload()
    handle?.open()
    await rest()
    expect([launchers.length, document.querySelectorAll('html > div').length]).toEqual([2, 0])
  })

  test('reads the agent again on reload and stays open', async () => {
    const globals = {}
    const { add, launchers } = begin(globals)
    add([config({ agentId: 'one' })])
    at(globals).open()
    await rest()
    answers['one'] = sampleAgent({ ID: 'one', title: 'Renamed' })
    at(globals).reload()
    await rest()
    expect(launchers.map(({ panel }) => panel.ariaLabel)).toEqual(['Aurora', 'Renamed'])
    expect([launchers[1]?.open, document.querySelectorAll('html > div').length]).toEqual([true, 1])
  })
})
