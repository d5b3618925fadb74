// What the host page asks for: its script tag, or `window.VG_CONFIG` of the older form.
import { isRegion, type Region } from '@parlance/core/kit/regions'

export interface EmbedConfig {
  /** Where the script came from, which is where the server is. */
  readonly origin: string
  readonly agentId: string
  readonly region: Region
  readonly side: 'left' | 'right'
}

interface OlderForm {
  readonly ID?: unknown
  readonly region?: unknown
  readonly render?: unknown
}

/** Undefined when the page names no agent. */
export function readConfig(page: Document, older: unknown): EmbedConfig | undefined {
  const current = page.currentScript as HTMLScriptElement | null
  const tag = current?.src ? current : page.querySelector<HTMLScriptElement>('script[data-agent][src]')
  const script = tag ?? page.querySelector<HTMLScriptElement>('script[src*="/widget.js"]')
  if (!script) return undefined
  const form = (older ?? {}) as OlderForm
  const { agent = form.ID, region = form.region, render = form.render } = script.dataset
  if (typeof agent !== 'string' || agent === '') return undefined
  // A page read from right to left has its free corner on the left; a side that is named is meant.
  const usual = page.documentElement.dir === 'rtl' || page.body?.dir === 'rtl' ? 'left' : 'right'
  const side = render === 'bottom-left' ? 'left' : render === 'bottom-right' ? 'right' : usual
  return { origin: new URL(script.src).origin, agentId: agent, region: isRegion(region) ? region : 'eu', side }
}
