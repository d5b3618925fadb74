// The agent's proactive message next to the closed launcher: a second after it, at most once a day, and never for
// visitors with a conversation.
import { ownImage, paintFor } from '../theme.ts'
import { addStyles } from './add-styles.ts'
import { agentFont } from './agent-font.ts'
import { isDismissed, keyOf, recall, remember } from './visitor-memory.ts'
import { icon } from './icon.ts'
import type { Launcher } from './launcher.ts'

/** Delay after the launcher. */
const DELAY_MS = 1_000

const CSS = `
.bubble{position:fixed;bottom:calc(var(--base) + 70px);display:flex;align-items:start;width:max-content;max-width:min(300px,calc(100vw - 40px));
box-sizing:border-box;border-radius:min(var(--radius),18px);background:var(--surface);line-height:1.45;
box-shadow:0 8px 28px #0003,0 0 0 1px #8883;animation:rise .2s}
.bubble button{all:unset;cursor:pointer;box-sizing:border-box;border-radius:inherit}
.bubble button:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
.bubble .words{padding-block:1px 12px;padding-inline:10px 4px;white-space:pre-line;overflow-wrap:anywhere}
.bubble>:has(small){flex:1;min-width:0}
.bubble small{display:block;padding-block:10px 0;padding-inline:10px 4px;font-size:12.5px;font-weight:600;overflow-wrap:anywhere}
.face{flex:none;display:grid;place-items:center;width:32px;height:32px;margin-block:13px;margin-inline-start:14px;border-radius:50%;overflow:hidden;
background:var(--accent);color:var(--on-accent);font-weight:600}
.face img{width:32px;height:32px;border-radius:0}
[role=status]{border-radius:inherit;display:grid}
.bubble .away{flex:none;width:36px;height:40px;display:grid;place-items:center;opacity:.7}
.bubble .away:hover{opacity:1}
.cross{width:16px;height:16px;clip-path:path('M2.8 3.9L6.9 8 2.8 12.1A.7.7 0 0 0 3.9 13.2L8 9.1 12.1 13.2A.7.7 0 0 0 13.2 12.1L9.1 8 13.2 3.9A.7.7 0 0 0 12.1 2.8L8 6.9 3.9 2.8A.7.7 0 0 0 2.8 3.9Z')}
.open~.bubble{display:none}
@keyframes rise{from{opacity:0;transform:translateY(8px)}}
@media(prefers-reduced-motion:reduce){.bubble{animation:none!important}}
@media print{.bubble{display:none!important}}`

const INK = { light: '#15171c', dark: '#f1f2f4' } as const

/** Places the bubble over its launcher, with readable colours. */
const place = (launcher: Launcher) => {
  const { config, side, agent } = launcher
  const { mode, muted } = paintFor(agent)
  const edge = config.render === 'popup' ? 'left:50%;translate:-50%' : `${side}:calc(var(--edge) + var(--n)*72px)`
  return `.bubble{${edge};color:${INK[mode]};font:400 15px/1.45 ${agentFont(launcher)}}.bubble small{color:${muted}}`
}

/** Agents whose bubble was dismissed in this page view. */
const over = new Set<string>()
/** One bubble at a time across widgets. */
let isShown = false

function wants({ agent, config, open }: Launcher): boolean {
  if (agent.autoStartWidget || config.autostart || recall(config, 'talking')) return false
  return !open && !over.has(agent.ID) && !isDismissed(recall(config, 'dismissed'), Date.now())
}

function draw(launcher: Launcher, dismiss: string) {
  const { agent, button, config } = launcher
  addStyles(launcher, CSS + place(launcher))
  const bubble = document.createElement('div')
  // The message may have another direction than the page.
  bubble.dir = 'auto'
  const status = document.createElement('div')
  status.role = 'status'
  const name = document.createElement('small')
  name.textContent = agent.title
  const said = document.createElement('div')
  said.append(status)
  const face = document.createElement('div')
  face.className = 'face'
  face.ariaHidden = 'true'
  const picture = ownImage(agent.avatarImageUrl || agent.roundedImageURL, config.origin)
  const initial = [...agent.title][0]?.toUpperCase() ?? ''
  if (picture) {
    const image = document.createElement('img')
    image.alt = ''
    image.src = picture
    image.onerror = () => image.replaceWith(initial)
    face.append(image)
  } else face.append(initial)
  const words = document.createElement('button')
  const away = document.createElement('button')
  words.type = away.type = 'button'
  words.className = 'words'
  words.textContent = agent.proactiveMessage.trim()
  away.className = 'away'
  away.ariaLabel = dismiss
  away.append(icon('cross'))
  bubble.append(said)
  button.before(bubble)
  // Fills an existing status element so that screen readers announce it; in one step to avoid movement.
  setTimeout(() => {
    bubble.className = 'bubble'
    status.append(words)
    said.prepend(name)
    bubble.prepend(face)
    bubble.append(away)
  })
  return { bubble, words, away }
}

/** Shows the agent's proactive message when its conditions are met; `badge` shows the number of messages. */
export function offerBubble(launcher: Launcher, dismissText: string, badge: (count: number) => void): void {
  const { signal, agent, config, root, button } = launcher
  let hide: (() => void) | undefined
  const finish = () => {
    over.add(agent.ID)
    hide?.()
  }
  const show = () => {
    if (signal.aborted || isShown || !wants(launcher)) return
    isShown = true
    const { bubble, words, away } = draw(launcher, dismissText)
    badge(1)
    const second = setTimeout(() => badge(2), agent.messageDelayMS)
    hide = () => {
      isShown = false
      hide = undefined
      clearTimeout(second)
      badge(0)
      // Moves the focus from the removed bubble to the launcher.
      if (bubble.contains(root.activeElement)) button.focus()
      bubble.remove()
    }
    words.onclick = () => launcher.set(true)
    away.onclick = dismiss
  }
  const dismiss = () => {
    remember(config, 'dismissed', String(Date.now()))
    finish()
  }
  launcher.moved.push((open) => (open ? finish() : dismiss()))
  launcher.endBubble = finish
  // Works wherever the focus is, without cancelling the page's own handling.
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide && dismiss(), { signal, capture: true })
  // Reacts to other tabs of the page's origin.
  const ends = [keyOf(config, 'talking'), keyOf(config, 'dismissed')]
  addEventListener('storage', ({ key, newValue }) => key && newValue && ends.includes(key) && finish(), { signal })
  if (wants(launcher)) agentFont(launcher)
  setTimeout(show, Math.max(0, Math.min(DELAY_MS, launcher.at + DELAY_MS - Date.now())))
  signal.addEventListener('abort', () => hide?.())
}
