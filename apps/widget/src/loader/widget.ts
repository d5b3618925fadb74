// One widget of the page, from its tag to its end: when it begins, and what is asked of it before it stands.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { EmbedConfig } from './config.ts'
import { fetchFrom } from './fetch-from.ts'
import { placeInline } from './host.ts'
import type { Announce, Stage } from './launcher.ts'
import { pristine } from './pristine.ts'

/** How the page gets hold of stage.ts, from this origin. */
export type LoadStage = (origin: string) => Promise<Pick<typeof import('./stage.ts'), 'mount'>>

export const CALLS = ['open', 'close', 'toggle', 'pushMessage', 'setUser', 'restart', 'reload', 'remove'] as const
export type Call = (typeof CALLS)[number]
export type Act = (name: Call, value?: unknown) => void

/** How long a page that never finishes loading is waited for, and a busy one, in milliseconds. */
const LOAD_MS = 10_000
const IDLE_MS = 2_000

/** Runs when the page has loaded and has nothing to do, at times twice. */
function whenIdle(run: () => void): void {
  const idle = () => {
    // Safari has none.
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

/** What a widget that stands does when it is asked. */
const doing = (stage: Stage): Record<Exclude<Call, 'reload' | 'remove'>, (value: unknown) => void> => ({
  open: () => stage.set(true),
  close: () => stage.set(false),
  toggle: () => stage.set(!stage.open),
  pushMessage: (text) => stage.send({ type: 'push', text: String(text) }),
  setUser: stage.setUser,
  restart: () => stage.send({ type: 'restart' }),
})

/** Begins by itself when the page is at rest, at once when it is asked for something; what it is asked before is kept in order. */
export function createWidget(config: EmbedConfig, stages: Set<Stage>, loadStage: LoadStage, announce: Announce): Act {
  let calls: [Call, unknown][] = []
  let host: HTMLElement | undefined
  let stage: Stage | undefined
  let isBegun = false
  let isGone = false
  let user: [Call, unknown][] = []

  const prepare = () => {
    isBegun = false
    host = document.createElement('div')
    if (config.render === 'full-width') placeInline(host, config)
  }
  const end = () => {
    stage?.remove()
    host?.remove()
    host = stage = undefined
  }
  const start = async () => {
    const own = host
    if (isBegun || !own) return
    isBegun = true
    try {
      const coming = loadStage(config.origin)
      // It is answered for below, also when the agent is not there.
      coming.catch(() => undefined)
      const agent = await readAgent(config)
      const root = await pristine(({ Element }) => Element.prototype.attachShadow.call(own, { mode: 'open' }))
      const { mount } = await coming
      const made = own === host && (await mount(config, agent, root, announce, stages, fetchFrom))
      if (!made) return
      // It may have been removed meanwhile.
      if (own !== host) return made.remove()
      stage = made
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
      // Who the visitor is and whether they see the chat outlasts it; also what failed begins anew.
      if (stage) calls = [...user]
      if (stage?.open) calls.push(['open', undefined])
      end()
      prepare()
      void start()
    } else if (stage) doing(stage)[name](value)
    else {
      calls.push([name, value])
      if (/^(open|toggle|push)/.test(name)) void start()
    }
  }
  prepare()
  whenIdle(() => void start())
  return act
}
