// Balance of the workspace, price of a credit, and its credit history.
import { Alert, Card, Group, List, SimpleGrid, Table, Text, Title } from '@mantine/core'
import type { CreditLogEntry } from '@parlance/contract/billing/schemas'
import { lacksFree, nextFree } from '@parlance/contract/billing/ledger'
import { FREE_CREDITS, toCredits } from '@parlance/contract/lib/money'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useCreditValue } from '../../lib/credit-value.ts'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useAccount, useSandbox } from '../../lib/session/session.ts'
import { PAGE_CHARS } from '../../lib/document-cost.ts'
import { CodeBox } from '../../components/inputs/copy-button.tsx'
import { CoinDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { wordLocale } from '../../components/content/locale.ts'
import { LoadMore } from '../../components/lists/load-more.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { usd } from '../../components/content/format-number.ts'
import { Invoices } from './invoices.tsx'
import { Subscription } from './subscription.tsx'
import { useBilling } from './use-billing.ts'

const Budgets = lazy(() => import('./budgets.tsx'))
const CreditFlow = lazy(() => import('./credit-flow/credit-flow.tsx'))
const Receipts = lazy(() => import('./receipts.tsx'))

export function BillingPage() {
  const { t, i18n } = useTranslation()
  usePageTitle(t('billing.title'))
  const { workspace } = useScope()
  const account = useAccount()
  const mayBill = useCan('admin')
  const ofInstallation = useCreditValue()
  const creditValue = useBilling().data?.creditValueUsd ?? ofInstallation
  const free = toCredits(FREE_CREDITS).toLocaleString(numberLocale(i18n.language))
  return (
    <Page
      help="models-and-credits"
      title={t('billing.title')}
      description={creditValue && t('billing.description', { one: 1, usd: usd(creditValue, i18n.language, 6) })}
    >
      {account && !account.emailVerified && workspace.loadTokens <= 0 && (
        <Alert mb="md">{t('billing.verifyFirst', { credits: free })}</Alert>
      )}
      <HadElsewhere />
      {mayBill ? (
        <Subscription />
      ) : (
        <Text c="dimmed" mb="md">
          {t('billing.adminsOnly')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="xl">
        <Card padding="lg">
          <Text size="sm" c="dimmed">
            {t('billing.balance')}
          </Text>
          <Group gap="xs" align="baseline">
            <Text fz={36} fw={600} lh={1.2} data-testid="balance">
              {workspace.loadTokens.toLocaleString(numberLocale(i18n.language))}
            </Text>
            {creditValue !== undefined && (
              <Text size="sm" c="dimmed">
                {t('billing.worth', { usd: usd(workspace.loadTokens * creditValue, i18n.language, 2) })}
              </Text>
            )}
          </Group>
          <Refill />
        </Card>
        <Card padding="lg">
          <Text size="sm" c="dimmed" mb={6}>
            {t('billing.how')}
          </Text>
          <List size="sm" spacing={6}>
            <List.Item>{t('billing.facts.turn')}</List.Item>
            <List.Item>{t('billing.facts.platformTurn')}</List.Item>
            <List.Item>
              {t('billing.facts.page', { chars: PAGE_CHARS.toLocaleString(numberLocale(i18n.language)) })}
            </List.Item>
            <List.Item>{t('billing.facts.limit')}</List.Item>
          </List>
        </Card>
      </SimpleGrid>
      {mayBill && (
        <>
          <Invoices />
          <Suspense fallback={<RowSkeletons height={40} />}>
            <Budgets />
            <CreditFlow />
            <Receipts />
          </Suspense>
        </>
      )}
      <Title order={2} mt="md" mb="sm">
        {t('billing.log')}
      </Title>
      <CreditLog />
    </Page>
  )
}

/** When free credits are renewed: on the free plan of a personal workspace. */
function Refill() {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const options = { input: { uid: workspace.uid }, staleTime: 60_000, enabled: workspace.personal }
  const plan = useQuery(api.workspaces.get.queryOptions(options)).data?.data.plan
  if (!workspace.personal) return <NoRefill />
  if (plan !== undefined && plan !== 'free') return null
  return (
    <Text size="sm" mt="sm">
      {t('billing.facts.refill', { credits: toCredits(FREE_CREDITS).toLocaleString(numberLocale(i18n.language)) })}
    </Text>
  )
}

/** Where credits of a shared workspace come from; a local installation shows the command. */
function NoRefill() {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  const isSandbox = useSandbox('mail')
  const command = `npx node apps/server/src/cli/grant.ts --workspace ${workspace.uid} --credits 500 --region ${region}`
  return (
    <>
      <Text size="sm" mt="sm">
        {t('billing.facts.notPersonal')}
      </Text>
      {isSandbox && (
        <>
          <Text size="xs" c="dimmed" mt="sm" mb={4}>
            {t('billing.facts.grant')}
          </Text>
          <CodeBox value={command} name={t('billing.facts.grant')} copyLabel={t('billing.facts.copyGrant')} />
        </>
      )}
    </>
  )
}

/** Why free credits were not renewed: another account of the same mailbox got them this month. */
function HadElsewhere() {
  const { t, i18n } = useTranslation()
  const { api, workspace } = useScope()
  const account = useAccount()
  const isSandbox = useSandbox('mail')
  const [now] = useState(() => new Date())
  const isMine = workspace.personal && workspace.role === 'owner'
  const isDue = isMine && (isSandbox || account?.emailVerified === true)
  // Only the full workspace has the time of the last credits.
  const options = api.workspaces.get.queryOptions({ input: { uid: workspace.uid }, staleTime: 60_000, enabled: isDue })
  const whole = useQuery(options).data?.data
  if (!isDue || !whole || whole.plan !== 'free' || !lacksFree(whole.freeLTsTS, now)) return null
  const format = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const date = nextFree(now).toLocaleDateString(wordLocale(i18n.language), format)
  return <Alert mb="md">{t('billing.hadElsewhere', { date })}</Alert>
}

function CreditLog() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const log = useInfiniteQuery(
    api.workspaces.creditLog.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, limit: 30, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  )
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  if (log.isPending) return <RowSkeletons height={40} />
  if (log.error) return <ErrorMessage text={errorText(log.error)} onRetry={() => void log.refetch()} />
  if (items.length === 0) {
    return <EmptyState drawing={<CoinDrawing />} title={t('billing.emptyTitle')} text={t('billing.emptyText')} />
  }
  return (
    <>
      <Table layout="fixed" verticalSpacing="xs" aria-label={t('billing.log')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('billing.cause')}</Table.Th>
            <Table.Th ta="end" w={{ base: 76, sm: 120 }}>
              {t('billing.amount')}
            </Table.Th>
            <Table.Th ta="end" w={{ base: 84, sm: 140 }}>
              {t('billing.time')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
      <LoadMore
        of="entries"
        shown={items.length}
        hasMore={log.hasNextPage}
        loading={log.isFetchingNextPage}
        onMore={() => void log.fetchNextPage()}
      />
    </>
  )
}

function Entry({ entry }: { entry: CreditLogEntry }) {
  const { t, i18n } = useTranslation()
  const { region } = useScope()
  const cause =
    entry.kind === 'turn'
      ? t('billing.answer', { agent: entry.causedBy })
      : translateMessage({ ...entry.causedByMessage, message: entry.causedBy })
  const up = entry.direction === 'increase'
  const amount = entry.amount.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 3 })
  return (
    <Table.Tr>
      <Table.Td>
        {/* Names of agents and documents may be long; the figures next to them wrap. */}
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {entry.agentId ? (
            <AppLink target={paths.agent(region, entry.agentId)} style={{ color: 'inherit' }}>
              {cause}
            </AppLink>
          ) : (
            cause
          )}
        </Text>
      </Table.Td>
      <Table.Td ta="end" c={up ? 'green' : undefined} fw={500}>
        <bdi>
          {up ? '+' : '−'}
          {amount}
        </bdi>
      </Table.Td>
      <Table.Td ta="end" c="dimmed">
        <RelativeTime at={entry.ts} />
      </Table.Td>
    </Table.Tr>
  )
}
