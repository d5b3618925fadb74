// A page about the look of a chat: its fields, and the chat as it will look beside them.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/layout/page.tsx'
import classes from './design.module.css'

const LivePreview = lazy(() => import('./live-preview.tsx'))

interface Props {
  title: string
  /** Drawn first; what comes after it takes a moment. */
  first?: ReactNode
  children: ReactNode
}

export function WithPreview({ title, first, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.split}>
      <div className={classes.columns}>
        <Page title={title}>
          {first}
          <Suspense fallback={<div className={classes.editor} />}>{children}</Suspense>
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
