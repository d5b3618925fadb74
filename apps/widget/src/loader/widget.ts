// Life cycle of a widget, including calls made before it is mounted.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { EmbedConfig } from './config.ts'
import { fetchFrom } from './fetch-from.ts'
import { placeInline } from './host.ts'
import type { Announce, Launcher } from './launcher.ts'
import { withCleanGlobals } from './clean-globals.ts'

/** Loads mount-launcher.ts from this origin. */
export type LoadLauncher = (origin: string) => Promise<Pick<typeof import('./mount-launcher.ts'), 'mount'>>

export const CALLS = ['open', 'close', 'toggle', 'pushMessage', 'setUser', 'restart', 'reload', 'remove'] as const
export type Call = (typeof CALLS)[number]
export type Act = (name: Call, value?: unknown) => void

/** Milliseconds to wait for a page that never finishes loading, and for a busy one. */
const LOAD_MS = 10_000
const IDLE_MS = 2_000

/** Runs when the page has loaded and is idle; may run twice. */
function whenIdle(run: () => void): void {
  const idle = () => {
    // Missing in Safari.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_MS })
    else setTimeout(run, IDLE_MS / 10)
  }
  if (document.readyState === 'complete') return idle()
  addEventListener('load', idle, { once: true })
  setTimeout(run, LOAD_MS)
}

async function readAgent({ origin, region, agentId }: EmbedConfig): Promise<PublicAgent> {
  const url = `${origin}/api/${region}/public/agents/${encodeURIComponent(agentId)}`
  return ((await fetchFrom(url, 'json')) as { data: PublicAgent }).data
}

/** The calls of a mounted widget. */
const doing = (launcher: Launcher): Record<Exclude<Call, 'reload' | 'remove'>, (value: unknown) => void> => ({
  open: () => launcher.set(true),
  close: () => launcher.set(false),
  toggle: () => launcher.set(!launcher.open),
  pushMessage: (text) => launcher.send({ type: 'push', text: String(text) }),
  setUser: launcher.setUser,
  restart: () => launcher.send({ type: 'restart' }),
})

/** Mounts when the page is idle, or at once on a call; earlier calls run in order. */
export function createWidget(
  config: EmbedConfig,
  launchers: Set<Launcher>,
  loadLauncher: LoadLauncher,
  announce: Announce,
): Act {
  let calls: [Call, unknown][] = []
  let host: HTMLElement | undefined
  let launcher: Launcher | undefined
  let isBegun = false
  let isGone = false
  let user: [Call, unknown][] = []

  const prepare = () => {
    isBegun = false
    host = document.createElement('div')
    if (config.render === 'full-width') placeInline(host, config)
  }
  const end = () => {
    launcher?.remove()
    host?.remove()
    host = launcher = undefined
  }
  const start = async () => {
    const own = host
    if (isBegun || !own) return
    isBegun = true
    try {
      const coming = loadLauncher(config.origin)
      // Handled below.
      coming.catch(() => undefined)
      const agent = await readAgent(config)
      const root = await withCleanGlobals(({ Element }) => Element.prototype.attachShadow.call(own, { mode: 'open' }))
      const { mount } = await coming
      const made = own === host && (await mount(config, agent, root, announce, launchers, fetchFrom))
      if (!made) return
      // It may have been removed meanwhile.
      if (own !== host) return made.remove()
      launcher = made
      if (config.autostart || agent.autoStartWidget) made.set(true, false)
      for (const [name, value] of calls.splice(0)) act(name, value)
    } catch {
      if (own === host) end()
      console.warn('Widget data not found')
    }
  }
  const act: Act = (name, value) => {
    if (isGone || name === 'remove') {
      isGone = true
      return end()
    }
    if (name === 'setUser') user = [[name, value]]
    if (name === 'reload') {
      // The visitor and the visibility survive a reload; a failed widget starts again.
      if (launcher) calls = [...user]
      if (launcher?.open) calls.push(['open', undefined])
      end()
      prepare()
      void start()
    } else if (launcher) doing(launcher)[name](value)
    else {
      calls.push([name, value])
      if (/^(open|toggle|push)/.test(name)) void start()
    }
  }
  prepare()
  whenIdle(() => void start())
  return act
}
