// Contradicting passages, and the scan that finds them.
import { Alert, Button, Progress, SegmentedControl, Text } from '@mantine/core'
import type { ConflictScan } from '@parlance/contract/gaps/schemas'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps } from '../../lib/paged-query.ts'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { ConflictCard } from './conflict-card.tsx'
import classes from './gaps.module.css'
import { useConflicts } from './use-gaps.ts'

const STATES = ['open', 'dismissed'] as const

export default function ConflictsView({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useSearchParam('status')
  const status = STATES.find((key) => key === wanted) ?? 'open'
  const conflicts = useConflicts(agentId, status)
  const items = conflicts.list.data?.pages.flatMap((page) => page.items) ?? []
  const put = (id: string, next: (typeof STATES)[number]) =>
    void conflicts.set(id, next).then(
      () => next === 'dismissed' && notify.info(t('conflicts.dismissed')),
      () => undefined,
    )
  return (
    <>
      <Text c="dimmed" size="sm" mb="md" maw={640}>
        {t('conflicts.intro')}
      </Text>
      <ScanBar scan={conflicts.scan} beginning={conflicts.beginning} onLook={conflicts.look} />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('conflicts.states')}
          data={STATES.map((key) => ({ value: key, label: t(`conflicts.state.${key}`) }))}
          value={status}
          onChange={(next) => setWanted(next === 'open' ? undefined : next)}
        />
      </div>
      <PagedList
        of="entries"
        shown={items.length}
        search=""
        onClearSearch={() => undefined}
        empty={<NoConflicts status={status} scan={conflicts.scan} />}
        {...listProps(conflicts.list)}
      >
        <ul className={classes.list} aria-label={t('conflicts.list')}>
          {items.map((conflict) => (
            <ConflictCard
              key={conflict.id}
              agentId={agentId}
              conflict={conflict}
              busy={conflicts.busy === conflict.id}
              onStatus={(next) => put(conflict.id, next)}
            />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

interface ScanProps {
  scan: ConflictScan | undefined
  beginning: boolean
  onLook: () => void
}

function ScanBar({ scan, beginning, onLook }: ScanProps) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const running = scan?.status === 'running'
  const { pairs = 0, total = 0 } = scan ?? {}
  return (
    <section className={classes.scan}>
      <output className={classes.told}>
        {scan && <ScanText scan={scan} />}
        {running && (
          <Progress
            mt={8}
            size="sm"
            animated
            striped
            value={total > 0 ? Math.max(4, (pairs / total) * 100) : 4}
            aria-label={t('conflicts.scan.progress')}
          />
        )}
      </output>
      <PermissionTooltip why={refusal}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.5} />}
          loading={beginning}
          disabled={running || !scan}
          onClick={onLook}
        >
          {t(scan?.ts === null ? 'conflicts.lookFirst' : 'conflicts.look')}
        </Button>
      </PermissionTooltip>
      {(scan?.status === 'failed' || scan?.status === 'paused') && (
        <Alert color={scan.status === 'failed' ? 'red' : 'yellow'} className={classes.broke}>
          {translateMessage({ ...scan.reasonMessage, message: scan.reason })}
        </Alert>
      )}
    </section>
  )
}

function ScanText({ scan: { status, pairs, total, byModel, ts } }: { scan: ConflictScan }) {
  const { t } = useTranslation()
  if (status === 'running')
    return (
      <Text size="sm">{total > 0 ? t('conflicts.scan.running', { pairs, total }) : t('conflicts.scan.starting')}</Text>
    )
  if (ts === null) return <Text size="sm">{t('conflicts.scan.never')}</Text>
  return (
    <Text size="sm" c="dimmed">
      {t('conflicts.scan.done', { count: pairs })} {t(byModel ? 'conflicts.scan.byModel' : 'conflicts.scan.byRules')}
      {' · '}
      <RelativeTime at={ts} />
    </Text>
  )
}

function NoConflicts({ status, scan }: { status: (typeof STATES)[number]; scan: ConflictScan | undefined }) {
  const { t } = useTranslation()
  if (status === 'dismissed') return <EmptyState drawing={<PagesDrawing />} title={t('conflicts.emptyDismissed')} />
  const title = scan?.ts === null ? t('conflicts.scan.never') : t('conflicts.emptyTitle')
  return <EmptyState drawing={<PagesDrawing />} title={title} text={t('conflicts.emptyText')} />
}
