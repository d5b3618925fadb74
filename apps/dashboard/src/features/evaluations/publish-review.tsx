// Reviews a draft before publishing: changes for visitors, and its protected tests compared with the published version.
import { Alert, Button, Group, Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import classes from './evaluations.module.css'
import type { PublishGuard } from './parts.ts'
import { RunBar } from './run-bar.tsx'
import { stateOf } from './state-badge.tsx'
import { useLocalRuns } from './use-tests.ts'

interface Props {
  agentId: string
  /** `off`: no tests to review. */
  guard: PublishGuard
  /** Changes for visitors; absent when only tests are reviewed. */
  changes?: ReactNode
  beforeRun: () => Promise<boolean>
  onAnswer: (publish: boolean) => void
}
interface Compared {
  readonly testId: string
  readonly name: string
  readonly protected: boolean
  readonly draft?: boolean | undefined
  readonly published?: boolean | undefined
}

export default function PublishReview(props: Props) {
  const { t } = useTranslation()
  const { changes, guard, onAnswer } = props
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      size="lg"
      title={t(changes ? 'home.publish.title' : 'evaluations.review.title')}
    >
      {changes && <Suspense fallback={<RowSkeletons rows={3} />}>{changes}</Suspense>}
      {guard === 'off' ? (
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('common.cancel')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(true)}>
            {t('evaluations.review.publish')}
          </Button>
        </Group>
      ) : (
        <Tests {...props} />
      )}
    </Dialog>
  )
}

function Tests({ agentId, guard, changes, beforeRun, onAnswer }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const comparison = useQuery(api.evaluations.comparison.queryOptions({ input: { agentId }, staleTime: 0 }))
  const runs = useLocalRuns(agentId, beforeRun)
  const items = comparison.data?.items.filter((item) => item.protected) ?? []
  const { worse = [], missing = [] } = comparison.data ?? {}
  const bad = worse.length + missing.length > 0
  const busy = runs.running || runs.starting
  return (
    <>
      {changes && (
        <Title order={3} size="h4" mt="lg" mb={4}>
          {t('evaluations.review.title')}
        </Title>
      )}
      {comparison.isPending && <RowSkeletons rows={3} />}
      {comparison.error && (
        <ErrorMessage text={errorText(comparison.error)} onRetry={() => void comparison.refetch()} />
      )}
      {comparison.data && (
        <>
          <Verdict items={items} refuse={guard === 'refuse'} />
          <ComparisonTable items={items} />
        </>
      )}
      {runs.run && (
        <div className={classes.below}>
          <RunBar run={runs.run} onCancel={() => runs.cancel()} onContinue={() => runs.continue()} />
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant="default"
          className={classes.first}
          loading={busy}
          onClick={() => runs.start({ copy: 'draft', testIds: items.map(({ testId }) => testId) })}
          disabled={items.length === 0}
        >
          {t('evaluations.review.run')}
        </Button>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('common.cancel')}
        </Button>
        <Button disabled={busy || (guard === 'refuse' && (bad || !comparison.data))} onClick={() => onAnswer(true)}>
          {bad && guard !== 'refuse' ? t('evaluations.review.anyway') : t('evaluations.review.publish')}
        </Button>
      </Group>
    </>
  )
}

function Verdict({ items, refuse }: { items: readonly Compared[]; refuse: boolean }) {
  const { t } = useTranslation()
  const worse = items.filter((item) => markOf(item) === 'worse').length
  const failing = items.filter(({ draft, published }) => draft === false && published === undefined).length
  const missing = items.filter(({ draft }) => draft === undefined).length
  if (worse + failing + missing === 0)
    return (
      <Alert color="green" mb="sm">
        {t(items.every(({ draft }) => draft) ? 'evaluations.review.passed' : 'evaluations.review.fine')}
      </Alert>
    )
  return (
    <Alert color={worse + failing > 0 ? 'red' : 'yellow'} mb="sm">
      {worse > 0 && <p className={classes.line}>{t('evaluations.review.worse', { count: worse })}</p>}
      {failing > 0 && <p className={classes.line}>{t('evaluations.review.failing', { count: failing })}</p>}
      {missing > 0 && <p className={classes.line}>{t('evaluations.review.missing', { count: missing })}</p>}
      {refuse && <p className={classes.line}>{t('evaluations.review.refused')}</p>}
    </Alert>
  )
}

/** Compares two results only: a test without a run on one copy is neither better nor worse. */
function markOf({ draft, published }: Compared) {
  if (draft === undefined || published === undefined) return 'none'
  if (draft === published) return 'same'
  return draft ? 'better' : 'worse'
}

function ComparisonTable({ items }: { items: readonly Compared[] }) {
  const { t } = useTranslation()
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('evaluations.review.test')}</Table.Th>
          <Table.Th>{t('evaluations.copy.published')}</Table.Th>
          <Table.Th>{t('evaluations.copy.draft')}</Table.Th>
          <Table.Th>{t('evaluations.review.change')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => {
          const mark = markOf(item)
          return (
            <Table.Tr key={item.testId}>
              <Table.Td className={classes.cut}>{item.name}</Table.Td>
              <Table.Td>{t(`evaluations.state.${stateOf(item.published)}`)}</Table.Td>
              <Table.Td>{t(`evaluations.state.${stateOf(item.draft)}`)}</Table.Td>
              <Table.Td className={classes.mark} data-mark={mark}>
                {t(`evaluations.review.mark.${mark}`)}
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
