import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wrap } from '../protocol.ts'
import { sampleAgent } from '../testing/sample.ts'
import { readConfig } from './config.ts'
import { mountLauncher } from './launcher.ts'

const CONFIG = { origin: 'https://chat.example', agentId: 'agentOfTenantOne', region: 'eu', side: 'right' } as const

function script(attributes: Record<string, string>) {
  const tag = document.createElement('script')
  // A type that is not run, so that the test DOM does not fetch it.
  tag.type = 'text/plain'
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value)
  document.body.append(tag)
}
const SRC = { src: 'https://chat.example/widget.js' }

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.dir = ''
})

describe('what the page asks for', () => {
  test('the tag: agent, region, side, and the server it came from', () => {
    script({ ...SRC, 'data-agent': 'a1', 'data-region': 'na', 'data-render': 'bottom-left' })
    expect(readConfig(document, undefined)).toEqual({
      origin: 'https://chat.example',
      agentId: 'a1',
      region: 'na',
      side: 'left',
    })
  })

  test('the older form, and the tag before it', () => {
    script(SRC)
    expect(readConfig(document, { ID: 'a2', region: 'na', render: 'bottom-left' })).toMatchObject({
      agentId: 'a2',
      region: 'na',
      side: 'left',
    })
    document.body.replaceChildren()
    script({ ...SRC, 'data-agent': 'a1' })
    expect(readConfig(document, { ID: 'a2' })).toMatchObject({ agentId: 'a1', region: 'eu', side: 'right' })
  })

  test('unknown regions and places fall back; a page from right to left has its corner on the left', () => {
    script({ ...SRC, 'data-agent': 'a1', 'data-region': 'mars', 'data-render': 'popup' })
    expect(readConfig(document, undefined)).toMatchObject({ region: 'eu', side: 'right' })
    document.documentElement.dir = 'rtl'
    expect(readConfig(document, undefined)).toMatchObject({ side: 'left' })
  })

  test('nothing named is nothing', () => {
    expect(readConfig(document, { ID: 'a' })).toBeUndefined()
    script(SRC)
    for (const older of [undefined, null, {}, { ID: 7 }, { ID: '' }])
      expect(readConfig(document, older)).toBeUndefined()
  })
})

describe('the launcher', () => {
  const events: string[] = []
  const listen = (event: Event) => events.push((event as CustomEvent<{ type: string }>).detail.type)
  beforeEach(() => {
    events.length = 0
    window.addEventListener('VG_Events', listen)
    // The test DOM loads no addresses into frames; a frame with its own empty document has a window to talk to.
    const create = document.createElement.bind(document)
    vi.spyOn(document, 'createElement').mockImplementation((tag: string) => {
      const element = create(tag)
      if (tag === 'iframe') element.setAttribute('srcdoc', '')
      return element
    })
  })
  afterEach(() => {
    window.removeEventListener('VG_Events', listen)
    vi.restoreAllMocks()
  })

  function mount(over: Parameters<typeof sampleAgent>[0] = {}) {
    const launcher = mountLauncher(CONFIG, sampleAgent(over))
    const host = document.body.lastElementChild as HTMLElement
    const root = host.shadowRoot as ShadowRoot
    const button = root.querySelector('button') as HTMLButtonElement
    const frame = () => root.querySelector('iframe')
    const hear = (data: unknown, origin: string = CONFIG.origin) =>
      window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: frame()?.contentWindow }))
    return { launcher, host, root, button, frame, hear }
  }

  test('stands apart from the page’s CSS', () => {
    const { host } = mount()
    for (const property of ['all', 'display', 'position', 'z-index'])
      expect(host.style.getPropertyPriority(property), property).toBe('important')
  })

  test('makes its frame on first opening, says so, and returns the focus', () => {
    const { launcher, button, frame } = mount()
    expect(frame()).toBeNull()
    expect([button.ariaLabel, button.ariaExpanded]).toEqual(['Open chat', 'false'])
    button.click()
    expect(frame()?.getAttribute('src')).toMatch(/^https:\/\/chat\.example\/widget\/frame\/eu\/agentOfTenantOne#/)
    expect([button.ariaLabel, button.ariaExpanded]).toEqual(['Close chat', 'true'])
    const first = frame()
    launcher.toggle()
    launcher.open()
    launcher.open()
    expect(frame()).toBe(first)
    expect(events).toEqual(['chat_open', 'chat_close', 'chat_open'])
  })

  test('opens by itself and prepares itself when the agent says so', () => {
    expect(mount({ autoStartWidget: true }).button.ariaExpanded).toBe('true')
    const prepared = mount({ smartInit: false })
    expect(prepared.button.ariaExpanded).toBe('false')
    expect(prepared.frame()).not.toBeNull()
  })

  test('believes its frame only; counts what arrives while closed', () => {
    const { launcher, button, root, hear } = mount()
    launcher.open()
    hear(wrap({ type: 'close' }), 'https://evil.example')
    expect(button.ariaExpanded).toBe('true')
    hear(wrap({ type: 'close' }))
    expect(button.ariaExpanded).toBe('false')
    hear(wrap({ type: 'event', name: 'new_message' }))
    expect(root.querySelector('b')?.textContent).toBe('1')
    expect(button.ariaLabel).toBe('Open chat (1)')
    launcher.open()
    expect(root.querySelector('b')?.textContent).toBe('')
    expect(events).toEqual(['chat_open', 'chat_close', 'new_message', 'chat_open'])
  })

  test('says where the page is, without query, to the frame’s origin', () => {
    const { launcher, frame, hear } = mount()
    launcher.open()
    const post = vi.spyOn(frame()?.contentWindow as Window, 'postMessage').mockImplementation(() => undefined)
    hear(wrap({ type: 'ready' }))
    const url = location.origin + location.pathname
    expect(post.mock.calls).toEqual([
      [wrap({ type: 'page', url, title: document.title }), CONFIG.origin],
      [wrap({ type: 'shown', open: true, phone: false, closable: false, focus: true }), CONFIG.origin],
    ])
  })

  test('shows a picture of its own origin and no other', () => {
    expect(mount({ roundedImageURL: '/files/a.png' }).root.querySelector('img')?.src).toBe(
      'https://chat.example/files/a.png',
    )
    const foreign = mount({ roundedImageURL: 'https://evil.example/a.png' }).root
    expect(foreign.querySelector('img')).toBeNull()
    expect(foreign.querySelector('svg.chat')).not.toBeNull()
  })

  test('Escape closes it', () => {
    const { button, root } = mount()
    button.click()
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(button.ariaExpanded).toBe('false')
  })
})
