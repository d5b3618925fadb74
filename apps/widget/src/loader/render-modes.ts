// The ways to show the chat that are no corner: a pill at the bottom, a part of the page, a dialog in its middle.
import { addStyles } from './add-styles.ts'
import { agentFont } from './agent-font.ts'
import type { Launcher } from './launcher.ts'

const WIDE = '@media(min-width:481px)'

const POPUP = `
.launcher{right:auto;left:50%;translate:-50%;width:max-content;max-width:calc(100vw - 40px);border-radius:28px;padding:0 22px 0 14px;
grid-auto-flow:column;gap:10px;font-weight:600;font-size:16px;line-height:1.3}
.launcher:hover{scale:1.02}
.launcher img{width:40px;height:40px}
span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}
.launcher b{left:auto;right:6px}
${WIDE}{dialog{right:auto;left:50%;translate:-50%;transform-origin:bottom}}`

const MODAL = `
${WIDE}{dialog{inset:0;margin:auto;width:600px;height:min(720px,100dvh - 64px);transform-origin:center}}
dialog::backdrop{background:#0009}`

const INLINE = `
dialog{position:absolute;inset:0;width:100%;height:100%;max-width:none;padding:0;box-sizing:border-box;border:1px solid #8884;border-radius:var(--radius);box-shadow:none;
visibility:visible;opacity:1;transform:none;transition:none}`

/** Keeps the page behind a dialog where it is, its width too; answers what lets it go. */
function holdScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const rules: [string, string][] = [['overflow', 'hidden']]
  // The room of a scrollbar that takes room stays, or everything would move aside.
  if (innerWidth > clientWidth) rules.push(['scrollbar-gutter', 'stable'])
  const before = rules.map(([name]) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const)
  for (const [name, value] of rules) style.setProperty(name, value, 'important')
  return () => {
    for (const [name, value, priority] of before) style.setProperty(name, value, priority)
  }
}

function asPopup(launcher: Launcher): void {
  const name = document.createElement('span')
  name.dir = 'auto'
  name.textContent = launcher.agent.title
  launcher.badge.before(name)
  // What is read on it is part of what it is called.
  launcher.named = `: ${launcher.agent.title}`
  addStyles(launcher, `${POPUP}.launcher{font-family:${agentFont(launcher)}}`)
}

function asModal(launcher: Launcher): void {
  const { panel, button, root } = launcher
  let release: (() => void) | undefined
  launcher.closable = () => true
  launcher.moved.push((open) => {
    release?.()
    release = open ? holdScroll() : undefined
    // Inside, the launcher is no part of what is out of reach; moved while the dialog can still give it the focus back.
    if (open) {
      panel.showModal()
      panel.append(button)
    } else {
      root.append(button)
      panel.close()
    }
  })
  // The browser ends a dialog on Escape, and in some cases does not ask before. It reports a close later: by then the
  // dialog may be open again.
  panel.onclose = () => {
    if (!panel.open) launcher.set(false)
  }
  panel.onclick = ({ target }) => {
    // The frame has its own presses; what arrives here was beside it.
    if (target === panel) launcher.set(false)
  }
  launcher.signal.addEventListener('abort', () => release?.())
  addStyles(launcher, MODAL)
}

/** How far from the window the frame is made, in pixels. */
const NEAR = '600px'

function asPart(launcher: Launcher): void {
  const { panel, root, host, signal } = launcher
  let isUsed = false
  const use = () => {
    if (isUsed) return
    isUsed = true
    launcher.announce('chat_open')
    for (const move of launcher.moved) move(true)
  }
  launcher.closable = () => false
  launcher.set = (open, focus = true) => {
    if (!open || !focus) return
    host.scrollIntoView({ block: 'nearest' })
    launcher.prepare().focus()
    use()
  }
  panel.inert = false
  addStyles(launcher, INLINE)
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      launcher.prepare()
    },
    { rootMargin: NEAR },
  )
  near.observe(host)
  signal.addEventListener('abort', () => near.disconnect())
  // It counts as opened when the visitor first enters it, of which the page learns by losing the focus to it.
  addEventListener('blur', () => root.activeElement?.tagName.toLowerCase() === 'iframe' && use(), { signal })
}

/** Makes of the plain launcher what the tag asks for. */
export function shape(launcher: Launcher): void {
  const { render, modal } = launcher.config
  if (render === 'full-width') return asPart(launcher)
  if (render === 'popup') asPopup(launcher)
  if (modal) asModal(launcher)
  launcher.label()
}
