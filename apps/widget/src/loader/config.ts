// What the host page asks for: its script tags, or `window.VG_CONFIG` of the older form, one widget or several.
import { isRegion, type Region } from '@parlance/contract/lib/regions'

const RENDERS = ['bottom-right', 'bottom-left', 'popup', 'full-width'] as const
export type Render = (typeof RENDERS)[number]

export interface EmbedConfig {
  /** Where the script came from, which is where the server is. */
  readonly origin: string
  readonly agentId: string
  readonly region: Region
  /** Undefined where the agent decides on its corner. */
  readonly render: Render | undefined
  readonly modal: boolean
  /** A signed token of who the visitor is. */
  readonly user: string | undefined
  /** Opens by itself, also when the agent does not ask for it. */
  readonly autostart: boolean
  /** Selector of the element that a full-width chat fills. */
  readonly container: string | undefined
  /** The tag, after which a full-width chat stands when no container is named. */
  readonly tag: Element
}

/** One entry of the older form; the tag's data attributes have the same names in small letters, `agent` and `modal`. */
type Form = Readonly<Record<string, unknown>>

/** An attribute without a value means yes. */
const isOn = (value: unknown) => value === true || value === '' || value === 'true'
const words = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** What this script tag embeds; nothing when neither it nor the older form names an agent. */
function ofTag(tag: HTMLScriptElement, older: unknown): EmbedConfig[] {
  const { dataset } = tag
  const forms = [older ?? {}].flat() as Form[]
  // A tag that names its agent takes from the older form only what was said of no agent.
  const meant = dataset['agent'] ? [forms.find(({ ID }) => !ID)] : forms
  return meant.flatMap((form) => {
    const said: Form = { ...form, ...dataset }
    const agentId = words(dataset['agent'] ?? said['ID'])
    if (!agentId) return []
    const region = said['region']
    return {
      origin: tag.src.split('/', 3).join('/'),
      agentId,
      region: isRegion(region) ? region : 'eu',
      render: RENDERS.find((name) => name === said['render']),
      modal: isOn(said['modal'] ?? said['modalMode']),
      user: words(said['user']),
      autostart: isOn(said['autostart']),
      container: words(said['container']),
      tag,
    }
  })
}

/** Every widget this run of the script is asked for. A script run as a module does not know its own tag: then all of them. */
export function readConfigs(page: Document, older: unknown): EmbedConfig[] {
  const current = page.currentScript as HTMLScriptElement | null
  const tags = current?.src
    ? [current]
    : [...page.querySelectorAll<HTMLScriptElement>('script[data-agent][src],script[src*="/widget.js"]')]
  return tags.flatMap((tag) => ofTag(tag, older))
}
