// Changes for visitors in words; all differences on request.
import { Button, Text } from '@mantine/core'
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { hostOf } from '../overview/liveness.ts'
import { labelsOf } from '../versions/labels.ts'
import classes from './publish.module.css'
import { summaryOf } from './summary.ts'

const Problems = lazy(() => import('./step-problems.tsx'))
const Changes = lazy(async () => ({ default: (await import('../versions/changes.tsx')).Changes }))

interface Props {
  agentId: string
  published: OpenConfig
  draft: OpenConfig
}

export default function PublishChanges({ agentId, published, draft }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [open, setOpen] = useState(false)
  const groups = useMemo(() => summaryOf(published, draft), [published, draft])
  const overview = useQuery(api.analytics.overview.queryOptions({ input: { agentId } })).data?.data
  if (groups.length === 0) return <Text size="sm">{t('home.publish.none')}</Text>
  return (
    <>
      {overview && (
        <Text size="sm" c="dimmed" mb="md">
          {overview.site ? t('home.publish.live', { site: hostOf(overview.site.origin) }) : t('home.publish.notLive')}
        </Text>
      )}
      {draft.enableNodes && draft.nodes.length > 0 && (
        <Suspense fallback={null}>
          <Problems config={draft} />
        </Suspense>
      )}
      <ul className={classes.groups}>
        {groups.map(({ group, items }) => (
          <li key={group} className={classes.group}>
            <Text fw={600} size="sm">
              {t(`home.publish.groups.${group}.title`)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`home.publish.groups.${group}.text`)}
            </Text>
            <ul className={classes.items}>
              {items.map(({ where, how }) => {
                const name = labelsOf(where, t).at(-1) ?? ''
                return (
                  <li key={where.map(({ text }) => text).join('/')}>
                    {where.length > 1 || how !== 'changed' ? t(`home.publish.${how}`, { name }) : name}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        className={classes.more}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'home.publish.hideDetails' : 'home.publish.details')}
      </Button>
      {open && (
        <div className={classes.details}>
          <Suspense fallback={<RowSkeletons rows={2} />}>
            <Changes from={published} to={draft} hint={t('home.publish.detailsHint')} none={t('home.publish.none')} />
          </Suspense>
        </div>
      )}
    </>
  )
}
