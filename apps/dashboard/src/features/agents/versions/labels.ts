// What people know the places of a configuration as.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { TFunction } from 'i18next'
import { area } from '../../../i18n/en/area.ts'
import type { Where } from './diff.ts'

/** Every field of an agent has a name. */
const FIELDS: Record<keyof AgentConfig, string> = area.fields
const isField = (key: string): key is keyof typeof area.fields => Object.hasOwn(FIELDS, key)
const isPart = (key: string): key is keyof typeof area.parts => Object.hasOwn(area.parts, key)

/** The names from outside in; a key that only another program knows is its own name. */
export function labelsOf(where: readonly Where[], t: TFunction): string[] {
  return where.map(({ kind, text }, depth) => {
    if (kind === 'name') return text
    if (depth === 0 && isField(text)) return t(`area.fields.${text}`)
    return isPart(text) ? t(`area.parts.${text}`) : text
  })
}
