// The button and the overlay in the host page: one element with a shadow root, made so that the page's CSS can't reach in.
import type { PublicAgent } from '@parlance/core/agents/agents'
import { frameUrl, readToHost, wrap, type ChatEvent, type ToFrame } from '../protocol.ts'
import { readPaint } from '@parlance/core/agents/theme'
import { ownImage } from '../theme.ts'
import type { EmbedConfig } from './config.ts'
import { styles } from './styles.ts'
import { launcherTexts } from './texts.ts'

export interface Launcher {
  readonly open: () => void
  readonly close: () => void
  readonly toggle: () => void
}

export type WidgetEvent = 'chat_open' | 'chat_close' | ChatEvent

/** Heard on `document` and, bubbling, on `window`. */
const announce = (type: WidgetEvent) =>
  document.dispatchEvent(new CustomEvent('VG_Events', { detail: { type }, bubbles: true }))

const SVG = 'http://www.w3.org/2000/svg'
function icon(name: string, d: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.classList.add(name)
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.ariaHidden = 'true'
  svg.append(document.createElementNS(SVG, 'path'))
  svg.firstElementChild?.setAttribute('d', d)
  return svg
}
const chatIcon = () =>
  icon(
    'chat',
    'M20.5 11.5a8.2 8.2 0 0 1-8.5 8 9.3 9.3 0 0 1-3.6-.7L3.5 20.5l1.3-4.2a7.6 7.6 0 0 1-1.3-4.8 8.3 8.3 0 0 1 8.5-8 8.2 8.2 0 0 1 8.5 8zM8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01',
  )
const downIcon = () => icon('down', 'M6 9.5l6 6 6-6')

/** Resets everything the page may have said about the element, stronger than any rule of the page. */
function isolate(host: HTMLElement): void {
  const rules = 'all:initial;display:block;position:fixed;z-index:2147483647;width:0;height:0;direction:ltr'
  // Property by property: setting the whole attribute is what a host page's policy may forbid.
  for (const rule of rules.split(';')) {
    const [property = '', value = ''] = rule.split(':')
    host.style.setProperty(property, value, 'important')
  }
}

function draw(config: EmbedConfig, agent: PublicAgent) {
  const host = document.createElement('div')
  isolate(host)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles(readPaint(agent), config.side))
  root.adoptedStyleSheets = [sheet]
  const panel = document.createElement('div')
  panel.inert = true
  const button = document.createElement('button')
  button.type = 'button'
  const badge = document.createElement('b')
  const picture = ownImage(agent.roundedImageURL || agent.avatarImageUrl, config.origin)
  let face: Element = chatIcon()
  if (picture) {
    const image = new Image()
    image.alt = ''
    image.src = picture
    image.addEventListener('error', () => image.replaceWith(chatIcon()))
    face = image
  }
  button.append(face, downIcon(), badge)
  root.append(panel, button)
  document.body.append(host)
  return { root, panel, button, badge }
}

function createFrame({ origin, region }: EmbedConfig, agent: PublicAgent): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = agent.title
  frame.allow = 'clipboard-write'
  frame.src = frameUrl(origin, region, agent.ID, location.origin)
  return frame
}

/** The page as the agent may know it: no query, no fragment. */
const page = (): ToFrame => ({ type: 'page', url: location.origin + location.pathname, title: document.title })

export function mountLauncher(config: EmbedConfig, agent: PublicAgent): Launcher {
  const { root, panel, button, badge } = draw(config, agent)
  const [openText, closeText] = launcherTexts(agent.lang, navigator.language)
  const phone = matchMedia('(max-width:480px)')
  let frame: HTMLIFrameElement | undefined
  let shown = false
  let unread = 0
  let ready = false

  const say = (message: ToFrame) => ready && frame?.contentWindow?.postMessage(wrap(message), config.origin)
  const tellShown = () =>
    say({ type: 'shown', open: shown, phone: phone.matches, closable: phone.matches, focus: !phone.matches })
  const label = () => {
    button.ariaLabel = shown ? closeText : openText + (unread ? ` (${unread})` : '')
    button.ariaExpanded = String(shown)
    badge.textContent = unread ? String(unread) : ''
  }
  const makeFrame = () => panel.append((frame = createFrame(config, agent)))
  const set = (open: boolean) => {
    if (open === shown) return
    shown = open
    if (open && !frame) makeFrame()
    // Before the overlay is inert, which takes the focus from it.
    if (frame && root.activeElement === frame) button.focus()
    panel.classList.toggle('open', open)
    panel.inert = !open
    if (open) {
      unread = 0
      if (agent.listenForUrlChanges) say(page())
      frame?.focus()
    }
    label()
    tellShown()
    announce(open ? 'chat_open' : 'chat_close')
  }

  addEventListener('message', (event) => {
    const message = readToHost(event, { origin: config.origin, window: frame?.contentWindow })
    if (message?.type === 'ready') {
      ready = true
      say(page())
      tellShown()
    } else if (message?.type === 'close') set(false)
    else if (message?.type === 'event') {
      if (!shown && message.name === 'new_message') unread++
      label()
      announce(message.name)
    }
  })
  button.addEventListener('click', () => set(!shown))
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') set(false)
  })
  phone.addEventListener('change', tellShown)
  followKeyboard(panel)
  if (agent.listenForUrlChanges) followUrl(() => say(page()))
  label()
  // Without smart init the conversation is prepared before anybody opens it.
  if (!agent.smartInit) makeFrame()
  if (agent.autoStartWidget) set(true)
  return { open: () => set(true), close: () => set(false), toggle: () => set(!shown) }
}

/** On phones the overlay keeps to what the on-screen keyboard leaves visible; only the host page can see that. */
function followKeyboard(panel: HTMLElement): void {
  const view = window.visualViewport
  if (!view) return
  const fit = () => {
    panel.style.setProperty('--height', `${view.height}px`)
    panel.style.setProperty('--top', `${view.offsetTop}px`)
  }
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
  fit()
}

/** Pages that change their address without loading: told by the Navigation API, else noticed when history moves or focus leaves. */
function followUrl(tell: () => void): void {
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) return navigation.addEventListener('navigatesuccess', tell)
  for (const name of ['popstate', 'hashchange', 'blur']) addEventListener(name, tell)
}
