// The versions kept of an agent: when and by whom, what they changed, how they looked, and the way back to one.
import { Button, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AgentVersion } from '@parlance/contract/agents/schemas'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { TalkDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { useDraft } from '../draft/draft.tsx'
import { VersionDetail } from './version-detail.tsx'
import classes from './versions.module.css'

export default function VersionDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [chosen, choose] = useState('')
  const versions = useQuery(api.agents.versions.queryOptions({ input: { agentId }, staleTime: 0 }))
  const items = versions.data?.items ?? []
  // On a wide screen there is always one to look at.
  const at = items.findIndex(({ id }) => id === chosen)
  const shown = items[at] ?? (phone ? undefined : items[0])
  const before = items[(at < 0 ? 0 : at) + 1]
  return (
    <SideDrawer title={t('area.versions.title')} onClose={onClose} size={phone ? '100%' : 960}>
      {versions.isPending && <RowSkeletons />}
      {versions.error && !versions.data && (
        <ErrorMessage text={errorText(versions.error)} onRetry={() => void versions.refetch()} />
      )}
      {versions.data && items.length === 0 && (
        <EmptyState drawing={<TalkDrawing />} title={t('area.versions.empty')} text={t('area.versions.emptyText')} />
      )}
      {items.length > 0 && (
        <div className={classes.panes}>
          {!(phone && shown) && <List items={items} current={shown?.id} onChoose={choose} />}
          {shown && (
            <div className={classes.detail}>
              {phone && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  mb="xs"
                  leftSection={<IconArrowLeft size={16} stroke={1.5} />}
                  onClick={() => choose('')}
                >
                  {t('area.versions.back')}
                </Button>
              )}
              <VersionDetail key={shown.id} version={shown} before={before} onRestored={onClose} />
            </div>
          )}
        </div>
      )}
    </SideDrawer>
  )
}

interface ListProps {
  items: readonly AgentVersion[]
  current: string | undefined
  onChoose: (id: string) => void
}

function List({ items, current, onChoose }: ListProps) {
  const { t } = useTranslation()
  return (
    <ol className={classes.list} aria-label={t('area.versions.list')}>
      {items.map(({ id, ts, author, title }, index) => (
        <li key={id}>
          <UnstyledButton
            className={classes.version}
            aria-current={id === current || undefined}
            onClick={() => onChoose(id)}
          >
            <span className={classes.when}>
              <RelativeTime at={ts} />
              {index === 0 && <span className={classes.newest}>{t('area.versions.newest')}</span>}
            </span>
            <span className={classes.author}>{t('area.versions.by', { author })}</span>
            <span className={`${classes.author} truncate`}>{title}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}
