// Handles a chat frame that did not start: its page or script failed to load, so it can't report that itself.
import { paintFor } from '../theme.ts'
import { addStyles } from './add-styles.ts'
import type { Launcher } from './launcher.ts'
import type { HostTexts } from './texts.ts'

/** Allowed time from the frame's load event to its first message. */
const START_MS = 2_000
const UNKNOWN_MS = 10_000

const CSS = `
.broken{position:absolute;inset:0;display:flex;flex-direction:column;gap:16px;align-items:center;justify-content:center;
padding:24px;box-sizing:border-box;text-align:center;background:var(--surface);font:400 15px/1.45 system-ui,sans-serif}
.broken button{all:unset;cursor:pointer;padding:10px 18px;border-radius:10px;border:1px solid currentColor;font-weight:600}
.broken button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

const INK = { light: '#15171c', dark: '#f1f2f4' } as const

/**
 * Shows the failure in place of the frame, with a reload button. Returns a function to call when the frame has started.
 */
export function watchFrame(launcher: Launcher, texts: HostTexts): () => void {
  const { panel, signal, agent } = launcher
  let isStarted = panel.classList.contains('ready')
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: HTMLElement | undefined
  let isDressed = false
  const clear = () => {
    clearTimeout(timer)
    shown?.remove()
    timer = shown = undefined
  }
  const show = () => {
    clear()
    if (signal.aborted) return
    if (!isDressed) addStyles(launcher, `${CSS}.broken{color:${INK[paintFor(agent).mode]}}`)
    isDressed = true
    shown = document.createElement('div')
    shown.className = 'broken'
    shown.role = 'alert'
    shown.dir = 'auto'
    const text = document.createElement('div')
    text.textContent = texts.crash
    const retry = document.createElement('button')
    retry.type = 'button'
    retry.textContent = texts.retry
    retry.onclick = () => {
      clear()
      const frame = launcher.prepare()
      // Inserting it again loads a new document.
      frame.remove()
      panel.prepend(frame)
      if (launcher.open) frame.focus()
    }
    shown.append(text, retry)
    panel.append(shown)
    // On phones the launcher stays visible, since the chat can't close itself.
    panel.classList.remove('ready')
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(show, ms)
  }
  // The script may report before the load event.
  const loaded = () => {
    if (!isStarted) wait(START_MS)
    isStarted = false
  }
  panel.addEventListener('load', loaded, { capture: true, signal })
  signal.addEventListener('abort', clear)
  if (!isStarted && panel.querySelector('iframe')) wait(UNKNOWN_MS)
  return () => {
    isStarted = timer === undefined && !shown
    clear()
  }
}
