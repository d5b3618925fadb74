// Display names of places in a configuration.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { DashboardTexts } from '@parlance/i18n/dashboard'
import type { TFunction } from 'i18next'
import { i18n } from '../../../i18n/i18n.ts'
import type { Where } from './diff.ts'

const isField = (key: string): key is keyof AgentConfig => i18n.exists(`area.fields.${key}`)
const isPart = (key: string): key is keyof DashboardTexts['area']['parts'] => i18n.exists(`area.parts.${key}`)

/** From outside in; keys of unknown data are shown as they are. */
export function labelsOf(where: readonly Where[], t: TFunction): string[] {
  return where.map(({ kind, text }, depth) => {
    if (kind === 'name') return text
    if (depth === 0 && isField(text)) return t(`area.fields.${text}`)
    return isPart(text) ? t(`area.parts.${text}`) : text
  })
}
