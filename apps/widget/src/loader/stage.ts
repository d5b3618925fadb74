// The button and the overlay in the host page: one element with a shadow root, made so that the page's CSS can't reach in.
// Fetched by the loader together with the agent. What a visitor needs to open the chat and no more; more.ts follows.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { ownImage } from '../theme.ts'
import type { EmbedConfig } from './config.ts'
import { dress } from './dress.ts'
import { placeAbove } from './host.ts'
import { openLine } from './line.ts'
import { createLoadPart, type FetchFrom } from './load-part.ts'
import { styles } from './styles.ts'
import type { Announce, Stage } from './launcher.ts'
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
function draw({ origin, render }: EmbedConfig, agent: PublicAgent, root: ShadowRoot, side: Stage['side'], nth: number) {
  const host = root.host as HTMLElement
  dress({ root }, styles(agent.paint, side, agent.cornerRadius))
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
const nthOf = (side: Stage['side'], others: Iterable<Stage>) =>
  [...others].filter((other) => other.side === side && other.button.isConnected).length

/** Puts the launcher of an agent on the page; `root` is that of the `div` which holds it. */
export async function mount(
  config: EmbedConfig,
  agent: PublicAgent,
  root: ShadowRoot,
  announce: Announce,
  stages: Set<Stage>,
  fetchFrom: FetchFrom,
): Promise<Stage> {
  const loadPart = createLoadPart(fetchFrom)
  const isPlain = !config.modal && config.render !== 'popup' && config.render !== 'full-width'
  const modes = isPlain ? undefined : await loadPart(() => import('./modes.ts'))
  const stage = mountLauncher(config, agent, root, announce, stages)
  stages.add(stage)
  modes?.shape(stage)
  void loadPart(() => import('./more.ts')).then(({ complete }) => complete(stage, stages, loadPart))
  return stage
}

function label({ button, badge, open, count, texts, named }: Stage): void {
  const waiting = open || !count ? '' : String(count)
  button.ariaLabel = texts[open ? 1 : 0] + named + (waiting && ` (${waiting})`)
  button.ariaExpanded = String(open)
  // Not as text: the label already says it.
  badge.dataset['n'] = waiting
}

function hearPresses(stage: Stage): void {
  const { button, root } = stage
  button.onclick = () => stage.set(!stage.open)
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') stage.set(false)
  })
}

/** Opens or closes; without `focus` the visitor stays where they are. */
function setOpen(stage: Stage, open: boolean, focus: boolean): void {
  const { panel, button, root, prepare } = stage
  if (open === stage.open) return
  Object.assign(stage, { open, focus })
  if (open) prepare()
  // Before the overlay is inert, which takes the focus from it.
  else if (panel.contains(root.activeElement)) button.focus()
  panel.className = (/ready/.exec(panel.className)?.[0] ?? '') + (open ? ' open' : '')
  panel.inert = !open
  for (const move of stage.moved) move(open)
  if (open && focus) prepare().focus()
  label(stage)
  stage.tellShown()
  stage.announce(open ? 'chat_open' : 'chat_close')
}

export function mountLauncher(
  config: EmbedConfig,
  agent: PublicAgent,
  root: ShadowRoot,
  announce: Announce,
  stages: Set<Stage>,
): Stage {
  const side = sideOf(config, agent)
  const parts = draw(config, agent, root, side, nthOf(side, stages))
  const end = new AbortController()
  const { signal } = end
  const isInline = config.render === 'full-width'
  const small = matchMedia('(max-width:480px)')
  const isPhone = () => small.matches && !isInline
  const line = openLine(config, agent, parts.panel, signal, (body) => {
    if (body['type'] === 'close') stage.set(false)
    stage.hear?.(body)
    if (body['type'] !== 'ready') return
    // From here on the chat can close itself; until then, should it never come, the launcher does.
    stage.panel.className = stage.open ? 'ready open' : 'ready'
    stage.tellShown()
  })
  const stage: Stage = {
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
    set: (open, focus = true) => setOpen(stage, open, focus),
    label: () => label(stage),
    tellShown: () => {
      const { open, focus, closable } = stage
      line.say({ type: 'shown', open, phone: isPhone(), closable: closable(), focus: focus && !isPhone() })
    },
    remove: () => {
      end.abort()
      stages.delete(stage)
      parts.host.remove()
    },
  }
  small.addEventListener('change', stage.tellShown, { signal })
  hearPresses(stage)
  label(stage)
  if (!isInline) placeAbove(parts.host)
  return stage
}
