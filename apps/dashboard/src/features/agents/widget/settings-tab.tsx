// A widget's behaviour and hand-off: the relevant settings pages. `?page=` selects one.
import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useScrollRow } from '../../../components/lists/scroll-row.ts'
import { useDraft } from '../draft/draft.tsx'
import { isSaved } from '../draft/draft-state.ts'
import { SETTINGS_CONTENT } from '../settings/settings-content.ts'
import classes from './widget.module.css'

const PAGES = ['ui', 'handoff', 'language', 'security', 'core', 'analytics', 'advanced', 'technical'] as const
/** Settings about keys, which a widget gets when saved. */
const SAVED_ONLY: ReadonlySet<string> = new Set(['technical'])

export default function SettingsTab() {
  const { t } = useTranslation()
  const { agent } = useDraft()
  const [wanted, setPage] = useSearchParam('page')
  const pages = PAGES.filter((page) => isSaved(agent) || !SAVED_ONLY.has(page))
  const shown = pages.find((page) => page === wanted) ?? PAGES[0]
  const row = useScrollRow<HTMLDivElement>(shown)
  return (
    <Page title={t('widget.tabs.settings')} narrow>
      <Tabs variant="pills" value={shown} onChange={(page) => setPage(page ?? undefined)} keepMounted={false}>
        <Tabs.List ref={row} className={`${classes.pills} scroll-row`} aria-label={t('widget.tabs.settings')}>
          {pages.map((page) => (
            <Tabs.Tab key={page} value={page}>
              {t(`area.settings.${page}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {pages.map((page) => {
          const Content = SETTINGS_CONTENT[page]
          return (
            <Tabs.Panel key={page} value={page}>
              <Content />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
