// The script of the embed: finds its agent, and only when there is one puts a launcher on the page.
import type { PublicAgent } from '@parlance/core/agents/agents'
import { readConfig, type EmbedConfig } from './config.ts'
import { mountLauncher, type Launcher } from './launcher.ts'

type Wish = keyof Launcher
type Globals = Record<string | symbol, unknown>
const globals = window as unknown as Globals
/** Set by the first tag that names an agent; later tags leave the page alone. */
const LOADED = Symbol.for('parlance.widget')

async function start(config: EmbedConfig): Promise<void> {
  let launcher: Launcher | undefined
  let wish: Wish | undefined
  const ask = (what: Wish) => () => {
    if (launcher) launcher[what]()
    else wish = what
  }
  const api: Launcher = { open: ask('open'), close: ask('close'), toggle: ask('toggle') }
  globals['parlance'] = globals['VG_ADMIN'] = api
  try {
    const { origin, region, agentId } = config
    const url = `${origin}/api/${region}/public/agents/${encodeURIComponent(agentId)}`
    const response = await fetch(url, { credentials: 'omit' })
    if (!response.ok) throw new Error(String(response.status))
    const { data } = (await response.json()) as { data: PublicAgent }
    if (!document.body) await new Promise((ready) => addEventListener('DOMContentLoaded', ready, { once: true }))
    launcher = mountLauncher(config, data)
    if (wish) launcher[wish]()
  } catch {
    console.warn('Widget data not found')
  }
}

if (!globals[LOADED]) {
  const config = readConfig(document, globals['VG_CONFIG'])
  if (config) {
    globals[LOADED] = true
    void start(config)
  } else console.warn('Widget data not found')
}
