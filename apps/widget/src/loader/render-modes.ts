// Render modes other than a corner: a pill, an inline block, a modal dialog.
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

/** Locks the scroll position and width of the page behind a dialog; returns the unlock function. */
function holdScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const rules: [string, string][] = [['overflow', 'hidden']]
  // Reserves the scrollbar's width to avoid a layout shift.
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
  // The visible text must be part of the label.
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
    // Inside the dialog the launcher is not inert; moved while the dialog can still return the focus.
    if (open) {
      panel.showModal()
      panel.append(button)
    } else {
      root.append(button)
      panel.close()
    }
  })
  // Browsers close a dialog on Escape, sometimes without a cancel event. The close event comes late: the dialog may be
  // open again.
  panel.onclose = () => {
    if (!panel.open) launcher.set(false)
  }
  panel.onclick = ({ target }) => {
    // Clicks inside go to the frame; this one hit the backdrop.
    if (target === panel) launcher.set(false)
  }
  launcher.signal.addEventListener('abort', () => release?.())
  addStyles(launcher, MODAL)
}

/** Distance from the viewport at which the frame is created. */
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
  // The first focus inside counts as opened; the page sees it as a blur.
  addEventListener('blur', () => root.activeElement?.tagName.toLowerCase() === 'iframe' && use(), { signal })
}

/** Turns the plain launcher into the configured render mode. */
export function shape(launcher: Launcher): void {
  const { render, modal } = launcher.config
  if (render === 'full-width') return asPart(launcher)
  if (render === 'popup') asPopup(launcher)
  if (modal) asModal(launcher)
  launcher.label()
}
