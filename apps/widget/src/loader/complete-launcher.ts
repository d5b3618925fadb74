// Loaded when the launcher is ready and the page idle: everything besides opening the chat.
import { asToHost } from '../host-messages.ts'
import { addStyles } from './add-styles.ts'
import { recall, remember, rememberOpen, wasOpen } from './visitor-memory.ts'
import { watchFrame } from './broken-frame.ts'
import type { LoadPart } from './load-part.ts'
import { isIgnored } from './ignored-paths.ts'
import { placeAbove } from './host.ts'
import type { Launcher } from './launcher.ts'
import type { HostTexts } from './texts.ts'

const ENGLISH: HostTexts = {
  open: 'Open chat',
  close: 'Close chat',
  news: 'New message',
  dismiss: 'Hide message',
  crash: 'Something went wrong: the chat could not be shown.',
  retry: 'Try again',
}

const styles = (side: Launcher['side']) => `
b{top:-3px;${side}:-3px;min-width:20px;box-sizing:border-box;padding:0 5px;border-radius:10px;background:#c81e3a;color:#fff;
font:700 12px/20px system-ui,sans-serif;text-align:center}
b::before{content:attr(data-n)}
b[data-n='']{display:none}
@media print{.launcher,dialog{display:none!important}}`

/** The agent's language if supported, else the browser's, else English. */
async function textsFor(agentLang: string): Promise<HostTexts> {
  const isEnglish = (lang: string) => /^en\b/i.test(lang)
  if (isEnglish(agentLang)) return ENGLISH
  try {
    const { hostTexts } = await import('./texts.ts')
    const browser = navigator.language
    return hostTexts(agentLang) ?? (isEnglish(browser) ? undefined : hostTexts(browser)) ?? ENGLISH
  } catch {
    return ENGLISH
  }
}

/** Reports the page without query and fragment, and no ignored page. */
function tellPage({ agent, say }: Launcher): void {
  // `location` and `URL` would cost the page 4 KB of memory each.
  const url = (document.URL.split(/[?#]/)[0] ?? '').replace(/\/\/[^/]*@/, '//')
  const path = `/${url.split('/').slice(3).join('/')}`
  if (!isIgnored(path, agent.ignoredUrlPaths)) say({ type: 'page', url, title: document.title })
}

const counted = new Set<string>()

/** Counts that the widget was loaded or opened, once. Never disturbs the page. */
async function count({ config }: Launcher, record: 'loads' | 'opens'): Promise<void> {
  const { origin, region, agentId } = config
  const what = [record, region, agentId].join()
  if (counted.has(what)) return
  counted.add(what)
  // The server reads client details from the request; `navigator` would cost the page 15 KB of memory.
  const body = {
    region,
    record,
    ts: Date.now(),
    browser: '',
    origin: 'web-chat',
    platform: '',
    countryCode: '',
    ipAddress: '',
  }
  const url = `${origin}/api/${region}/agents/${encodeURIComponent(agentId)}/analytics`
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await fetch(url, { method: 'POST', credentials: 'omit', headers, body: JSON.stringify(body) })
    // An unread body keeps the connection busy.
    await answer.text()
  } catch {
    // The page may have replaced these functions.
  }
}

/** Shows unread messages on the badge and, if the agent wants it, in the title and as a sound. */
function followUnread(launcher: Launcher, texts: HostTexts, loadPart: LoadPart) {
  const { agent, signal } = launcher
  const waiting = { unread: 0, bubble: 0 }
  let calm: (() => void) | undefined
  const alert = async () => {
    const { chime, flashTitle } = await loadPart(() => import('./alerts.ts'))
    if (agent.unreadSound) chime()
    calm?.()
    if (agent.unreadTitleFlash && waiting.unread && !launcher.open && !signal.aborted)
      calm = flashTitle(`(${waiting.unread}) ${texts.news}`)
  }
  const show = () => {
    launcher.count = waiting.unread || waiting.bubble
    launcher.label()
    if (waiting.unread) return
    calm?.()
    calm = undefined
  }
  signal.addEventListener('abort', () => calm?.())
  return {
    bubble: (number: number) => {
      waiting.bubble = number
      show()
    },
    /** As counted by the chat; nothing is unread while it is open. */
    unread: (number: number) => {
      waiting.unread = launcher.open ? 0 : number
      show()
    },
    /** A message has just arrived; the chat may count it before or after. */
    news: () => {
      if (launcher.open) return
      waiting.unread ||= 1
      show()
      if (agent.unreadSound || agent.unreadTitleFlash) alert().catch(() => undefined)
    },
  }
}

/** Reinserts the element when the page removes it; gives up when the page insists. */
function stay(launcher: Launcher): void {
  const { host, signal, config } = launcher
  const isInline = config.render === 'full-width'
  // The page may have removed it before.
  const parent = host.parentElement ?? (isInline ? undefined : document.documentElement)
  let times = 0
  const look = () => {
    if (host.isConnected || !parent?.isConnected || signal.aborted || times > 20) return
    times += 1
    // A removed dialog is no longer modal.
    if (config.modal) launcher.set(false)
    if (isInline) parent.append(host)
    else placeAbove(host)
  }
  const watch = new MutationObserver(look)
  look()
  if (parent) watch.observe(parent, { childList: true })
  signal.addEventListener('abort', () => watch.disconnect())
}

/** Keeps the overlay on phones above the on-screen keyboard, which only the host page can measure. */
function followKeyboard(launcher: Launcher): void {
  const { panel, signal } = launcher
  const small = matchMedia('(max-width:480px)')
  // Reading it costs memory, which only phones need.
  if (!small.matches) {
    small.addEventListener('change', () => followKeyboard(launcher), { once: true, signal })
    return
  }
  const view = window.visualViewport
  if (!view) return
  const fit = () => {
    panel.style.setProperty('--height', `${view.height}px`)
    panel.style.setProperty('--top', `${view.offsetTop}px`)
  }
  view.addEventListener('resize', fit, { signal })
  view.addEventListener('scroll', fit, { signal })
  fit()
}

/** Listens to the frame and sends it what it has missed. */
function listen(
  launcher: Launcher,
  launchers: ReadonlySet<Launcher>,
  unread: ReturnType<typeof followUnread>,
  reached: () => void,
): void {
  const { announce, config, agent } = launcher
  launcher.hear = (body) => {
    const message = asToHost(body)
    if (message?.type === 'ready') {
      reached()
      tellPage(launcher)
    } else if (message?.type === 'unread') unread.unread(message.count)
    else if (message?.type === 'talking') {
      remember(config, 'talking', message.yes ? '1' : null)
      // The same agent may be on the page more than once.
      if (message.yes) for (const other of launchers) if (other.agent.ID === agent.ID) other.endBubble?.()
    } else if (message?.type === 'event') {
      if (message.name === 'new_message') unread.news()
      announce(message.name)
    }
  }
  tellPage(launcher)
}

/** Handles the first opening of a page view, and every opening. */
function followOpening(
  launcher: Launcher,
  launchers: ReadonlySet<Launcher>,
  unread: ReturnType<typeof followUnread>,
): void {
  const opened = (open: boolean) => {
    if (!open) return
    unread.unread(0)
    tellPage(launcher)
    // An earlier page has counted it.
    if (!wasOpen(launcher.config)) void count(launcher, 'opens')
    // Two overlays would overlap.
    for (const other of launchers) if (other !== launcher && other.config.render !== 'full-width') other.set(false)
  }
  const keep = (open: boolean) => rememberOpen(launcher.config, open)
  launcher.moved.push(opened, keep)
  if (launcher.config.render === 'full-width') return
  opened(launcher.open)
  if (launcher.open) keep(true)
}

export async function complete(
  launcher: Launcher,
  launchers: ReadonlySet<Launcher>,
  loadPart: LoadPart,
): Promise<void> {
  const { agent, config, signal } = launcher
  const texts = await textsFor(agent.lang)
  if (signal.aborted) return
  launcher.texts = [texts.open, texts.close]
  launcher.label()
  addStyles(launcher, styles(launcher.side))
  // Hovering suggests a press.
  launcher.button.onpointerenter = launcher.prepare
  const unread = followUnread(launcher, texts, loadPart)
  const reached = watchFrame(launcher, texts)
  listen(launcher, launchers, unread, reached)
  followOpening(launcher, launchers, unread)
  stay(launcher)
  void count(launcher, 'loads')
  if (config.render !== 'full-width') {
    followKeyboard(launcher)
    // Visitors with a conversation get a prepared frame; without smart init all do.
    if (!agent.smartInit || recall(config, 'talking')) launcher.prepare()
    // An empty message counts as `none`.
    if (!/^(none)?$/.test(agent.proactiveMessage.trim()))
      loadPart(() => import('./bubble.ts')).then(
        ({ offerBubble }) => offerBubble(launcher, texts.dismiss, unread.bubble),
        () => undefined,
      )
  }
  if (!agent.listenForUrlChanges) return
  const { followUrl } = await loadPart(() => import('./follow-url.ts'))
  followUrl(() => {
    if (isIgnored(location.pathname, agent.ignoredUrlPaths)) return
    tellPage(launcher)
    launcher.announce('url_changed')
  }, signal)
}
