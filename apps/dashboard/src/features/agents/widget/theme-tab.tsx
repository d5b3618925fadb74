// How a widget looks: the theme editor with the chat beside it.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/page.tsx'
import classes from '../design/design.module.css'

const ThemeEditor = lazy(() => import('../design/theme-editor.tsx'))
const LivePreview = lazy(() => import('../design/live-preview.tsx'))

export default function ThemeTab() {
  const { t } = useTranslation()
  return (
    <div className={classes.split}>
      <div className={classes.columns}>
        <Page title={t('widget.tabs.theme')}>
          <Suspense fallback={<div className={classes.editor} />}>
            <ThemeEditor />
          </Suspense>
        </Page>
        <aside className={classes.preview} aria-label={t('agents.design.preview')}>
          <Suspense fallback={<Skeleton height={640} radius="lg" />}>
            <LivePreview />
          </Suspense>
        </aside>
      </div>
    </div>
  )
}
