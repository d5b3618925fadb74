// Layout of design pages: fields and the chat's preview.
import { Skeleton } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { Page } from '../../../components/layout/page.tsx'
import classes from './design.module.css'

const LivePreview = lazyWithTexts(() => import('./live-preview.tsx'), 'LivePreview')

interface Props {
  title: string
  /** Rendered first; the rest follows later. */
  first?: ReactNode
  children: ReactNode
}

export function WithPreview({ title, first, children }: Props) {
  const { t } = useTranslation()
  const [testing] = useSearchParam('showDebugger')
  return (
    <div className={classes.split}>
      <div className={classes.columns} data-testing={testing === 'true' || undefined}>
        <div className={classes.fields}>
          <Page help="design" title={title}>
            {first}
            <Suspense fallback={<div className={classes.editor} />}>{children}</Suspense>
          </Page>
        </div>
        <aside className={classes.preview} aria-label={t('agents.design.preview')}>
          <Suspense fallback={<Skeleton height={640} radius="lg" />}>
            <LivePreview />
          </Suspense>
        </aside>
      </div>
    </div>
  )
}
