// All widgets of the page and their public API: `window.parlance`, formerly `VG_ADMIN`.
import type { EmbedConfig } from './config.ts'
import type { Announce, Launcher } from './launcher.ts'
import { CALLS, createWidget, type Act, type Call, type LoadLauncher } from './widget.ts'

type Listen = (event: string, listener: (event: Event) => void) => void
/** The public API of one widget. */
export interface Handle extends Record<Call, (value?: unknown) => void> {
  readonly agentId: string
  readonly render: string
  readonly on: Listen
  readonly off: Listen
}

/** The functions of a handle, which all call `act`, and its event target. */
function functionsOf(act: Act, ears: EventTarget): Omit<Handle, 'agentId' | 'render'> {
  const functions = CALLS.map((name) => [name, (value?: unknown) => act(name, value)])
  return {
    ...(Object.fromEntries(functions) as Record<Call, (value?: unknown) => void>),
    on: (event, listener) => ears.addEventListener(event, listener),
    off: (event, listener) => ears.removeEventListener(event, listener),
  }
}

const modeOf = ({ render, modal }: EmbedConfig) => (modal ? 'modal' : (render ?? 'corner'))

/** Returns a function that adds widgets; the host functions exist once one is named. */
export function createWidgets(globals: Record<string | symbol, unknown>, loadLauncher: LoadLauncher) {
  const everyone = new EventTarget()
  const launchers = new Set<Launcher>()
  const handles = new Map<string, Handle>()
  const tags = new Map<string, EmbedConfig>()
  const all = () => [...handles.values()]

  function begin(key: string, config: EmbedConfig): void {
    const { agentId, render = '' } = config
    const ears = new EventTarget()
    const announce: Announce = (type) => {
      // Bubbles from the document, so that `window` receives it too.
      const told = { detail: { type, agentId }, bubbles: true }
      ears.dispatchEvent(new CustomEvent(type, told))
      everyone.dispatchEvent(new CustomEvent(type, told))
      document.dispatchEvent(new CustomEvent('VG_Events', told))
    }
    const act = createWidget(config, launchers, loadLauncher, announce)
    const asked: Act = (name, value) => {
      if (name === 'remove') handles.delete(key)
      act(name, value)
    }
    handles.set(key, { agentId, render, ...functionsOf(asked, ears) })
  }

  function open(): void {
    const early = globals['parlance']
    const api = {
      // `remove` affects all widgets; everything else the first one.
      ...functionsOf((name, value) => {
        for (const handle of name === 'remove' ? all() : all().slice(0, 1)) handle[name](value)
      }, everyone),
      get: (agentId: string) => all().find((handle) => handle.agentId === agentId),
      get widgets() {
        return all()
      },
      /** Runs calls that pages queued in an array before the script loaded: function names with arguments. */
      push: (...asked: readonly [Call, unknown][]) => {
        for (const [name, ...values] of asked) api[name]?.(...values)
      },
    }
    globals['parlance'] = globals['VG_ADMIN'] = api
    if (Array.isArray(early)) api.push(...(early as [Call, unknown][]))
  }

  return (configs: readonly EmbedConfig[]) => {
    const isFirst = handles.size === 0
    for (const config of configs) {
      const { region, agentId, render, container } = config
      // A repeated tag adds its widget once.
      const key = [region, agentId, render === 'full-width' && `in ${container}`].join('/')
      const kept = handles.has(key) && tags.get(key)
      if (!kept) {
        tags.set(key, config)
        begin(key, config)
        // Repeating the same tag is fine.
      } else if (modeOf(kept) !== modeOf(config) || (kept.tag !== config.tag && kept.tag.isConnected))
        console.warn(`Widget ${agentId}: "${modeOf(config)}" ignored, page has "${modeOf(kept)}"`)
    }
    if (configs.length === 0) console.warn('Widget data not found')
    else if (isFirst) open()
  }
}
