// Allowed sites of the widget, and pages not reported to the agent.
import { TagsInput } from '@mantine/core'
import { allowsOrigin, MOST_DOMAINS } from '@parlance/contract/agents/allowed-sites'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { ValidatedInput } from '../../../components/inputs/validated-input.tsx'
import { useDraft } from '../draft/draft.tsx'
import { readPath, readSites, wrongSite } from '../site-list.ts'
import { listOf } from '../../../components/content/locale.ts'

const MOST_PATHS = 50

/** Validated after a pause: format, and sites that use the widget now. */
export function AllowedSites() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const lockedOut = useLockedOut()
  const [typed, setTyped] = useState<string>()
  const stored = config.allowedDomains.join('\n')
  const check = async (text: string) => {
    const sites = readSites(text)
    const wrong = wrongSite(sites)
    if (wrong) return t('widget.sites.wrong', { site: wrong })
    if (sites.length > MOST_DOMAINS) return t('widget.sites.tooMany', { count: MOST_DOMAINS })
    const left = await lockedOut(sites)
    return left.length > 0 ? t('widget.sites.lockedOut', { sites: listOf(left) }) : undefined
  }
  return (
    <ValidatedInput
      label={t('area.fields.allowedDomains')}
      description={t('widget.sites.hint')}
      placeholder={'example.com\n*.example.com'}
      multiline
      value={typed !== undefined && readSites(typed).join('\n') === stored ? typed : stored}
      validate={check}
      onChange={(text) => {
        setTyped(text)
        edit({ allowedDomains: readSites(text) })
      }}
    />
  )
}

/** Sites that loaded the widget and would be locked out. */
function useLockedOut() {
  const { api } = useScope()
  const { agentId, agent } = useDraft()
  const client = useQueryClient()
  return async (sites: readonly string[]): Promise<string[]> => {
    // An unsaved agent is on no site.
    if (!agent.SECRET_API_KEY) return []
    const known = await client.fetchQuery(api.embed.sites.queryOptions({ input: { agentId }, staleTime: 60_000 }))
    return known.items
      .filter(({ origin }) => origin !== location.origin && !allowsOrigin(sites, origin))
      .map(({ origin }) => new URL(origin).host)
  }
}

export function IgnoredPaths() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <TagsInput
      label={t('area.fields.ignoredUrlPaths')}
      description={t('widget.page.ignoredHint')}
      placeholder={config.ignoredUrlPaths.length === 0 ? '/checkout/*' : undefined}
      maxTags={MOST_PATHS}
      value={[...config.ignoredUrlPaths]}
      onChange={(paths) => edit({ ignoredUrlPaths: [...new Set(paths.map(readPath))].filter(Boolean) })}
    />
  )
}
