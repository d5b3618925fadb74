// The button and the overlay in the host page: one element with a shadow root, made so that the page's CSS can't reach in.
// Fetched by the loader together with the agent. What a visitor needs to open the chat and no more; complete-launcher.ts follows.
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

/** The corner: what the tag says is meant; what the agent says is mirrored on a page read from right to left. */
function sideOf({ render }: EmbedConfig, { position }: PublicAgent): 'left' | 'right' {
  if (render === 'bottom-left') return 'left'
  if (render === 'bottom-right') return 'right'
  // Asked so, the browser makes nothing to hand over where it is not.
  const isRtl = document.querySelector('html[dir=rtl],body[dir=rtl]') !== null
  return (position === 'left') === isRtl ? 'right' : 'left'
}

/** `nth` widget of its corner, from 0. */
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
  // A chat that is a part of the page needs nothing to open it.
  if (render !== 'full-width') root.append(button)
  return { host, panel, button, badge }
}

/** How many of the others stand in this corner. */
const nthOf = (side: Launcher['side'], others: Iterable<Launcher>) =>
  [...others].filter((other) => other.side === side && other.button.isConnected).length

/** Puts the launcher of an agent on the page; `root` is that of the `div` which holds it. */
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
  // What an earlier page of this tab showed goes on, unless it would cover the page.
  if (!config.modal && !matchMedia('(max-width:480px)').matches && !launcher.open && wasOpen(config))
    launcher.set(true, false)
  void loadPart(() => import('./complete-launcher.ts')).then(({ complete }) => complete(launcher, launchers, loadPart))
  return launcher
}

function label({ button, badge, open, count, texts, named }: Launcher): void {
  const waiting = open || !count ? '' : String(count)
  button.ariaLabel = texts[open ? 1 : 0] + named + (waiting && ` (${waiting})`)
  button.ariaExpanded = String(open)
  // Not as text: the label already says it.
  badge.dataset['n'] = waiting
}

function hearPresses(launcher: Launcher): void {
  const { button, root } = launcher
  button.onclick = () => launcher.set(!launcher.open)
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') launcher.set(false)
  })
}

/** Opens or closes; without `focus` the visitor stays where they are. */
function setOpen(launcher: Launcher, open: boolean, focus: boolean): void {
  const { panel, button, root, prepare } = launcher
  if (open === launcher.open) return
  Object.assign(launcher, { open, focus })
  if (open) prepare()
  // Before the overlay is inert, which takes the focus from it.
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
    // From here on the chat can close itself; until then, should it never come, the launcher does.
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
