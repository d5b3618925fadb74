// Summarizes the changed fields of a publish in a few groups.
import { diffConfigs, type Change, type Where } from '../versions/diff.ts'
import type { OpenConfig } from '@parlance/contract/agents/schemas'

export const GROUPS = ['answers', 'steps', 'widget', 'theme', 'other'] as const
export type Group = (typeof GROUPS)[number]

export interface Changed {
  readonly group: Group
  /** In their order, without duplicates. */
  readonly items: readonly {
    readonly where: readonly Where[]
    readonly how: Exclude<Change['kind'], 'text' | 'value'> | 'changed'
  }[]
}

const FIELDS: Record<Exclude<Group, 'other'>, readonly string[]> = {
  answers: [
    'vg_systemPrompt',
    'vg_initPrompt',
    'vg_defaultModel',
    'vg_fallbackModel',
    'vg_temperature',
    'vg_maxTokens',
    'vg_kbEnabled',
    'vg_kbTopChunks',
    'vg_kbTags',
    'vg_kbThreshold',
    'vg_kbSmartSearch',
    'vg_kbRerank',
    'vg_kbShowSources',
    'lang',
  ],
  steps: ['nodes', 'enableNodes', 'tools', 'functionsIds', 'mcpServers', 'variables'],
  widget: [
    'title',
    'description',
    'vg_initMessages',
    'starterQuestions',
    'offerGeneratedStarters',
    'proactiveMessage',
    'messageDelayMS',
    'autoStartWidget',
    'smartInit',
    'scrollAnimation',
    'syncBrowser',
    'listenForUrlChanges',
    'vg_enableUIEngine',
    'position',
    'allowedDomains',
    'ignoredUrlPaths',
    'consentRequired',
    'consentText',
    'allowAttachments',
    'allowVoiceNotes',
    'askRating',
    'offerTranscript',
    'unreadSound',
    'unreadTitleFlash',
    'UIhandoffTitle',
    'UIhandoffSubtitle',
    'alwaysShowHandoff',
    'handoffTimeoutS',
    'handoffHours',
    'handoffAfterHours',
    'handoffRouting',
    'handoffTeamId',
    'unavailableMessage',
  ],
  theme: [
    'theme',
    'customThemeJSONString',
    'roundedImageURL',
    'avatarImageUrl',
    'headerImageUrl',
    'chatBgURL',
    'fontFamily',
    'branding',
    'followColorScheme',
    'cornerRadius',
    'ADVANCED_customCSS',
  ],
}
const GROUP_OF = new Map<string, Group>(
  Object.entries(FIELDS).flatMap(([group, fields]) => fields.map((field) => [field, group as Group] as const)),
)

/** Groups in a fixed order; ignores positions on the canvas. */
export function summaryOf(published: OpenConfig, draft: OpenConfig): Changed[] {
  const changes = diffConfigs(published, draft).filter(({ kind, where }) => kind !== 'moved' || where.length === 1)
  return GROUPS.flatMap((group): Changed[] => {
    const items = new Map<string, Changed['items'][number]>()
    for (const { kind, where } of changes) {
      const [field, entry] = where
      if (!field || (GROUP_OF.get(field.text) ?? 'other') !== group) continue
      const named = entry?.kind === 'name' ? [field, entry] : [field]
      const how = kind === 'text' || kind === 'value' ? 'changed' : kind
      const key = JSON.stringify(named)
      if (!items.has(key)) items.set(key, { where: named, how })
    }
    return items.size > 0 ? [{ group, items: [...items.values()] }] : []
  })
}
