import { CLIENT_SETTINGS_PAGES } from '@parlance/contract/agents/client-fields'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SETTINGS_PAGES } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { SubPages } from '../../../components/layout/sub-pages.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { SETTINGS_CONTENT } from './settings-content.ts'

/** `?tab=` selects the tab; unknown values show the first. */
export function SettingsPage({ notifications }: { notifications?: ComponentType }) {
  const { t } = useTranslation()
  const [wanted, setTab] = useSearchParam('tab')
  const { client } = useScope()
  const shown = client ? CLIENT_SETTINGS_PAGES : SETTINGS_PAGES
  const contents = { ...SETTINGS_CONTENT, notifications }
  const pages = shown.flatMap((key) => {
    const content = contents[key]
    return content ? [{ key, label: t(`area.settings.${key}`), content }] : []
  })
  return (
    <ReadOnlyDraft>
      <SubPages help="settings" title={t('agents.settings.title')} pages={pages} wanted={wanted} onChange={setTab} />
    </ReadOnlyDraft>
  )
}
