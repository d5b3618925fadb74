// Targets of the search in an agent's area: its tabs and their pages.
import type { TabEntry } from '@parlance/contract/agents/tabs'
import type { TFunction } from 'i18next'
import { SETTINGS_PAGES, VOICE_PAGES } from '../../lib/paths.ts'
import type { Search } from '../../lib/query-string.ts'
import type { Findable } from './tab-search.ts'

export interface TabSearchEntry extends Findable {
  readonly label: string
  /** Name of its tab. */
  readonly part?: string
  /** Relative to the agent. */
  readonly path: string
  readonly search?: Search
}

const words = (text: string) => text.split(',').map((word) => word.trim())

/** In tab order, each followed by its pages; a page's address is `{tab}?tab={key}`. */
export function tabSearchEntriesOf(entries: readonly TabEntry[], t: TFunction): TabSearchEntry[] {
  return entries.flatMap((entry) => {
    const { path, key } = entry
    const label = key ? t(`area.tabs.${key}`) : (entry.custom?.label ?? path)
    const other = key ? words(t(`tabSearch.words.${key}`)) : []
    const part: TabSearchEntry = { id: path, path, label, names: [label, ...other] }
    const page = (tab: string, name: string, otherWords: string): TabSearchEntry => ({
      id: `${path}?tab=${tab}`,
      path,
      search: { tab },
      label: name,
      part: label,
      names: [name, `${label} ${name}`, ...words(otherWords)],
    })
    if (key === 'settings') {
      return [
        part,
        ...SETTINGS_PAGES.map((tab) => page(tab, t(`area.settings.${tab}`), t(`tabSearch.settings.${tab}`))),
      ]
    }
    if (key === 'voice') {
      return [part, ...VOICE_PAGES.map((tab) => page(tab, t(`area.voice.${tab}`), t(`tabSearch.voice.${tab}`)))]
    }
    return key === 'channels' ? [part, voiceChannel(label, t)] : [part]
  })
}

function voiceChannel(part: string, t: TFunction): TabSearchEntry {
  const label = t('area.voiceChannel')
  const path = 'channels/voice'
  return { id: path, path, label, part, names: [label, `${part} ${label}`, ...words(t('area.voiceChannelWords'))] }
}
