// Reads the embed configuration: script tags, or the older `window.VG_CONFIG`, with one or more widgets.
import { isRegion, type Region } from '@parlance/contract/lib/regions'

const RENDERS = ['bottom-right', 'bottom-left', 'popup', 'full-width'] as const
export type Render = (typeof RENDERS)[number]

export interface EmbedConfig {
  /** The script's origin, which is the server's. */
  readonly origin: string
  readonly agentId: string
  readonly region: Region
  /** Undefined when the agent decides. */
  readonly render: Render | undefined
  readonly modal: boolean
  /** A signed token that identifies the visitor. */
  readonly user: string | undefined
  /** Opens automatically, even if the agent does not. */
  readonly autostart: boolean
  /** Selector of the element a full-width chat fills. */
  readonly container: string | undefined
  /** The script tag; a full-width chat without a container follows it. */
  readonly tag: Element
}

/** An entry of the older form; data attributes have the same names in lower case, `agent` and `modal`. */
type Form = Readonly<Record<string, unknown>>

/** An attribute without a value means true. */
const isOn = (value: unknown) => value === true || value === '' || value === 'true'
const words = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** The widgets of this script tag; none when neither it nor the older form names an agent. */
function ofTag(tag: HTMLScriptElement, older: unknown): EmbedConfig[] {
  const { dataset } = tag
  const forms = [older ?? {}].flat() as Form[]
  // A tag that names its agent uses only the older form's entry without an agent.
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

/** All widgets of this run of the script. A module script does not know its own tag, so it handles all of them. */
export function readConfigs(page: Document, older: unknown): EmbedConfig[] {
  const current = page.currentScript as HTMLScriptElement | null
  const tags = current?.src
    ? [current]
    : [...page.querySelectorAll<HTMLScriptElement>('script[data-agent][src],script[src*="/widget.js"]')]
  return tags.flatMap((tag) => ofTag(tag, older))
}
