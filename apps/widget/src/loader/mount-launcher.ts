// The button and the overlay in one shadow root, isolated from the page's CSS. Loaded together with the agent. Contains
// only what opening needs; complete-launcher.ts follows.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { ownImage, paintFor } from '../theme.ts'
import type { EmbedConfig } from './config.ts'
import { addStyles } from './add-styles.ts'
import { placeAbove } from './host.ts'
import { openFrameChannel } from './frame-channel.ts'
import { createLoadPart, type FetchFrom } from './load-part.ts'
import { wasOpen } from './visitor-memory.ts'
import { styles } from './styles.ts'
import type { Announce, Launcher } from './launcher.ts'
import { icon } from './icon.ts'

/** The tag's corner is literal; the agent's is mirrored on right-to-left pages. */
function sideOf({ render }: EmbedConfig, { position }: PublicAgent): 'left' | 'right' {
  if (render === 'bottom-left') return 'left'
  if (render === 'bottom-right') return 'right'
  // A selector without a match allocates no element wrappers.
  const isRtl = document.querySelector('html[dir=rtl],body[dir=rtl]') !== null
  return (position === 'left') === isRtl ? 'right' : 'left'
}

/** @param nth the widget's index in its corner */
function draw(
  { origin, render }: EmbedConfig,
  agent: PublicAgent,
  root: ShadowRoot,
  side: Launcher['side'],
  nth: number,
) {
  const host = root.host as HTMLElement
  addStyles({ root }, styles(paintFor(agent), side, agent.cornerRadius))
  const panel = document.createElement('dialog')
  panel.ariaLabel = agent.title
  panel.inert = true
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'launcher'
  const badge = document.createElement('b')
  const picture = ownImage(agent.roundedImageURL || agent.avatarImageUrl, origin)
  let face: Element = icon('chat')
  if (picture) {
    const image = document.createElement('img')
    image.alt = ''
    image.src = picture
    image.onerror = () => image.replaceWith(icon('chat'))
    face = image
  }
  button.append(face, icon('down'), badge)
  host.style.setProperty('--n', String(nth))
  root.append(panel)
  // An inline chat needs no button.
  if (render !== 'full-width') root.append(button)
  return { host, panel, button, badge }
}

/** How many other widgets share this corner. */
const nthOf = (side: Launcher['side'], others: Iterable<Launcher>) =>
  [...others].filter((other) => other.side === side && other.button.isConnected).length

/** Mounts an agent's launcher; `root` is the shadow root of its host element. */
export async function mount(
  config: EmbedConfig,
  agent: PublicAgent,
  root: ShadowRoot,
  announce: Announce,
  launchers: Set<Launcher>,
  fetchFrom: FetchFrom,
): Promise<Launcher> {
  const loadPart = createLoadPart(fetchFrom)
  const isPlain = !config.modal && config.render !== 'popup' && config.render !== 'full-width'
  const modes = isPlain ? undefined : await loadPart(() => import('./render-modes.ts'))
  const launcher = mountLauncher(config, agent, root, announce, launchers)
  launchers.add(launcher)
  modes?.shape(launcher)
  // Stays open across pages of this tab, unless it would cover the page.
  if (!config.modal && !matchMedia('(max-width:480px)').matches && !launcher.open && wasOpen(config))
    launcher.set(true, false)
  void loadPart(() => import('./complete-launcher.ts')).then(({ complete }) => complete(launcher, launchers, loadPart))
  return launcher
}

function label({ button, badge, open, count, texts, named }: Launcher): void {
  const waiting = open || !count ? '' : String(count)
  button.ariaLabel = texts[open ? 1 : 0] + named + (waiting && ` (${waiting})`)
  button.ariaExpanded = String(open)
  // Not text content: the label already contains it.
  badge.dataset['n'] = waiting
}

function hearPresses(launcher: Launcher): void {
  const { button, root } = launcher
  button.onclick = () => launcher.set(!launcher.open)
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') launcher.set(false)
  })
}

/** Opens or closes; without `focus` the focus stays where it is. */
function setOpen(launcher: Launcher, open: boolean, focus: boolean): void {
  const { panel, button, root, prepare } = launcher
  if (open === launcher.open) return
  Object.assign(launcher, { open, focus })
  if (open) prepare()
  // Moves the focus before the overlay becomes inert.
  else if (panel.contains(root.activeElement)) button.focus()
  panel.className = (/ready/.exec(panel.className)?.[0] ?? '') + (open ? ' open' : '')
  panel.inert = !open
  for (const move of launcher.moved) move(open)
  if (open && focus) prepare().focus()
  label(launcher)
  launcher.tellShown()
  launcher.announce(open ? 'chat_open' : 'chat_close')
}

export function mountLauncher(
  config: EmbedConfig,
  agent: PublicAgent,
  root: ShadowRoot,
  announce: Announce,
  launchers: Set<Launcher>,
): Launcher {
  const side = sideOf(config, agent)
  const parts = draw(config, agent, root, side, nthOf(side, launchers))
  const end = new AbortController()
  const { signal } = end
  const isInline = config.render === 'full-width'
  const small = matchMedia('(max-width:480px)')
  const isPhone = () => small.matches && !isInline
  const line = openFrameChannel(config, agent, parts.panel, signal, (body) => {
    if (body['type'] === 'close') launcher.set(false)
    launcher.hear?.(body)
    if (body['type'] !== 'ready') return
    // From now on the chat can close itself; until then the launcher does.
    launcher.panel.className = launcher.open ? 'ready open' : 'ready'
    launcher.tellShown()
  })
  const launcher: Launcher = {
    ...parts,
    ...line,
    config,
    agent,
    root,
    side,
    signal,
    announce,
    open: isInline,
    focus: !isInline,
    at: Date.now(),
    count: 0,
    named: '',
    moved: [],
    texts: ['Open chat', 'Close chat'],
    closable: isPhone,
    set: (open, focus = true) => setOpen(launcher, open, focus),
    label: () => label(launcher),
    tellShown: () => {
      const { open, focus, closable } = launcher
      line.say({ type: 'shown', open, phone: isPhone(), closable: closable(), focus: focus && !isPhone() })
    },
    remove: () => {
      end.abort()
      launchers.delete(launcher)
      parts.host.remove()
    },
  }
  small.addEventListener('change', launcher.tellShown, { signal })
  hearPresses(launcher)
  label(launcher)
  if (!isInline) placeAbove(parts.host)
  return launcher
}
