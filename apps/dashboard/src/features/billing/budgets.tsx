// Monthly budgets of agents and organizations: spending, alerts and limits.
import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Budget } from '@parlance/contract/billing/budgets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { BudgetBar } from '../../components/payment/budget-bar.tsx'
import type { BudgetSubject } from '../../components/payment/budget-dialog.tsx'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useBilling } from './use-billing.ts'

const BudgetDialog = lazy(() => import('../../components/payment/budget-dialog.tsx'))
const MOST = 100
const PAUSE_MS = 250
const LONGEST_SEARCH = 100

export default function Budgets() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const mayRead = useCan('admin')
  const [edited, setEdited] = useState<Budget | 'new'>()
  const found = useQuery(
    api.clientBilling.budgets.queryOptions({
      input: { uid: workspace.uid },
      staleTime: 10_000,
      enabled: mayRead,
    }),
  )
  if (!mayRead) return null
  const items = found.data?.items ?? []
  return (
    <>
      <Group justify="space-between" align="flex-end" mt="xl" mb="sm">
        <Title order={2}>{t('billing.budgets.title')}</Title>
        <Button variant="default" size="xs" disabled={!found.data} onClick={() => setEdited('new')}>
          {t('billing.budgets.add')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('billing.budgets.description')}
      </Text>
      {found.isPending && <RowSkeletons height={40} />}
      {found.error && <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('billing.budgets.none')}
        </Text>
      )}
      {items.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {items.map((one) => (
            <BudgetCard key={`${one.kind}:${one.subjectId}`} budget={one} onEdit={() => setEdited(one)} />
          ))}
        </SimpleGrid>
      )}
      {edited && (
        <Suspense>
          {edited === 'new' ? (
            <NewBudget taken={items} onClose={() => setEdited(undefined)} />
          ) : (
            <BudgetDialog
              subjects={[edited]}
              budget={edited}
              usdPerCredit={edited.limitUsd / edited.limit || undefined}
              onClose={() => setEdited(undefined)}
            />
          )}
        </Suspense>
      )}
    </>
  )
}

function BudgetCard({ budget, onEdit }: { budget: Budget; onEdit: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const name = budget.name || t('billing.receipts.other')
  return (
    <Card padding="md" withBorder>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} truncate dir="auto">
            {budget.kind === 'agent' ? (
              <AppLink target={paths.agent(region, budget.subjectId)} style={{ color: 'inherit' }}>
                {name}
              </AppLink>
            ) : (
              name
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`billing.budgets.kind.${budget.kind}`)}
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          aria-label={t('billing.budgets.editOf', { name })}
          style={{ flexShrink: 0 }}
          onClick={onEdit}
        >
          {t('billing.budgets.edit')}
        </Button>
      </Group>
      <BudgetBar budget={budget} label={t('billing.budgets.of', { name })} />
    </Card>
  )
}

/** For agents and self-paying organizations without a budget. */
function NewBudget({ taken, onClose }: { taken: readonly Budget[]; onClose: () => void }) {
  const { api, workspace } = useScope()
  const usdPerCredit = useBilling().data?.creditValueUsd
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, PAUSE_MS)
  const input = { uid: workspace.uid, limit: MOST, ...(search && { search: search.slice(0, LONGEST_SEARCH) }) }
  const options = { input, staleTime: 60_000, placeholderData: keepPreviousData }
  const agents = useQuery(api.agents.list.queryOptions(options))
  const orgs = useQuery(api.orgs.list.queryOptions({ ...options, input: { ...input, billing: 'enabled' } }))
  if (agents.isPending || orgs.isPending) return null
  const subjects: BudgetSubject[] = [
    ...(agents.data?.items ?? []).map(({ ID, title }) => ({ kind: 'agent' as const, subjectId: ID, name: title })),
    ...(orgs.data?.items ?? []).map(({ ID, name }) => ({ kind: 'org' as const, subjectId: ID, name })),
  ].filter((one) => !taken.some(({ kind, subjectId }) => kind === one.kind && subjectId === one.subjectId))
  const areMore = typed !== '' || search !== '' || [agents, orgs].some(({ data }) => data?.nextCursor)
  return (
    <BudgetDialog
      subjects={subjects}
      onSearch={areMore ? setTyped : undefined}
      usdPerCredit={usdPerCredit}
      onClose={onClose}
    />
  )
}
