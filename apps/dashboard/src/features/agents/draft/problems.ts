// Client-side checks of what the server would refuse.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { sitesFit } from '../site-list.ts'

export interface Problem {
  field: keyof AgentConfig
  /** Translation key. */
  text:
    | 'agents.drawer.nameRequired'
    | 'agents.settings.maxChunkError'
    | 'agents.design.badUrl'
    | 'agents.settings.required'
    | 'area.integrations.keyRequired'
    | 'widget.sites.unfit'
    | 'widget.consent.missing'
}

const MIN_CHUNK_SIZE = 1000
const URL_FIELDS = ['roundedImageURL', 'avatarImageUrl', 'headerImageUrl', 'chatBgURL'] as const

/** An http(s) address or a path of this host; may be empty. */
export function isImageAddress(text: string): boolean {
  if (text === '' || /^\/[\w./-]+$/.test(text)) return true
  return /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
}

export const chunkSizeTooSmall = (size: number | undefined): boolean => size !== undefined && !(size >= MIN_CHUNK_SIZE)

/** The first problem in screen order, if any. */
export function problemOf(config: AgentConfig): Problem | undefined {
  if (config.title.trim() === '') return { field: 'title', text: 'agents.drawer.nameRequired' }
  const badUrl = URL_FIELDS.find((field) => !isImageAddress(config[field]))
  if (badUrl) return { field: badUrl, text: 'agents.design.badUrl' }
  if (config.vg_defaultModel !== undefined && config.vg_defaultModel.trim() === '') {
    return { field: 'vg_defaultModel', text: 'agents.settings.required' }
  }
  if (config.lang.trim().length < 2) return { field: 'lang', text: 'agents.settings.required' }
  if (chunkSizeTooSmall(config.vgOptions?.maxChunkSize)) {
    return { field: 'vgOptions', text: 'agents.settings.maxChunkError' }
  }
  if (!sitesFit(config.allowedDomains)) return { field: 'allowedDomains', text: 'widget.sites.unfit' }
  if (config.consentRequired && config.consentText.trim() === '') {
    return { field: 'consentText', text: 'widget.consent.missing' }
  }
  if (config.agentPlatform === 'vf' && config.VF_DIALOGUE_API_KEY.trim() === '') {
    return { field: 'VF_DIALOGUE_API_KEY', text: 'area.integrations.keyRequired' }
  }
  return undefined
}
