// The workspace's plan: balance, status, next billing date, cost and usage.
import { Badge, Box, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import type { BillingOverview, PlanStatus } from '@parlance/contract/billing/payments'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { usd } from '../../components/content/format-number.ts'
import { wordLocale } from '../../components/content/locale.ts'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { numberLocale } from '../../i18n/number-locale.ts'
import { useDeniedReason } from '../../lib/permissions.ts'

/** Warning and alarm levels of credit usage. */
export const usageColor = (percent: number): 'red' | 'yellow' | 'iris' =>
  percent > 80 ? 'red' : percent > 50 ? 'yellow' : 'iris'

const STATUS_COLORS: Readonly<Record<PlanStatus, string>> = {
  active: 'green',
  trialing: 'green',
  pending: 'yellow',
  past_due: 'red',
  unpaid: 'red',
  cancelled: 'gray',
}

interface Props {
  overview: BillingOverview
  onTopUp: () => void
  onUpgrade: () => void
  onModify: () => void
  onEnterprise: () => void
  /** Absent without an overdue invoice. */
  onPayOverdue: (() => void) | undefined
}

export function PlanCard({ overview, onTopUp, onUpgrade, onModify, onEnterprise, onPayOverdue }: Props) {
  const { t, i18n } = useTranslation()
  const denied = useDeniedReason('admin')
  const { currentPlan, costThisMonth } = overview
  const { credits, status } = currentPlan
  const share = credits.total > 0 ? Math.min(100, (credits.used / credits.total) * 100) : 0
  const isFree = currentPlan.id === 'free'
  const isAgreed = !isFree && !currentPlan.hasSubscription
  const date = (seconds: number) =>
    new Date(seconds * 1000).toLocaleDateString(wordLocale(i18n.language), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
  const count = (value: number) => value.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 0 })
  return (
    <Card padding="lg" data-testid="plan">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" c="dimmed">
            {t('billing.plan.balance')}
          </Text>
          <Text fz={36} fw={600} lh={1.2} data-testid="usd-balance">
            {usd(currentPlan.usdBalance, i18n.language, 2)}
          </Text>
        </div>
        <PermissionTooltip why={denied || (isFree ? t('billing.plan.topUpNeedsPlan') : '')}>
          <Button variant="default" onClick={onTopUp}>
            {t('billing.plan.topUp')}
          </Button>
        </PermissionTooltip>
      </Group>
      <Stack gap={6} mt="md">
        <Group gap="xs">
          <Text fw={600}>{currentPlan.name}</Text>
          <Badge variant="light" color={STATUS_COLORS[status]}>
            {t(`billing.plan.status.${status}`)}
          </Badge>
        </Group>
        {isAgreed && <Text size="sm">{t('billing.plan.agreed')}</Text>}
        {currentPlan.cancels && currentPlan.cancelsAt !== null ? (
          <Text size="sm">{t('billing.plan.endsOn', { date: date(currentPlan.cancelsAt) })}</Text>
        ) : (
          currentPlan.renewalDate !== null && (
            <Text size="sm">{t('billing.plan.renewsOn', { date: date(currentPlan.renewalDate) })}</Text>
          )
        )}
        <Text size="sm">{t('billing.plan.costThisMonth', { usd: usd(costThisMonth, i18n.language, 2) })}</Text>
        <Progress
          value={Math.round(share)}
          color={usageColor(share)}
          aria-label={t('billing.plan.used')}
          mt={4}
          data-testid="usage"
        />
        <Text size="sm" c="dimmed">
          {t('billing.plan.usedOf', { used: count(credits.used), total: count(credits.total) })}
        </Text>
      </Stack>
      {onPayOverdue && (
        <Box mt="md">
          <AlertBox kind="danger">
            <Group justify="space-between">
              <Text size="sm" flex="1 1 200px">
                {t('billing.overdue.text')}
              </Text>
              <PermissionTooltip why={denied}>
                <Button onClick={onPayOverdue}>{t('billing.overdue.pay')}</Button>
              </PermissionTooltip>
            </Group>
          </AlertBox>
        </Box>
      )}
      <Group mt="md">
        <PermissionTooltip why={denied}>
          {isFree ? (
            <Button onClick={onUpgrade}>{t('billing.plan.upgrade')}</Button>
          ) : isAgreed ? (
            <Button variant="default" onClick={onEnterprise}>
              {t('billing.modify.askEnterprise')}
            </Button>
          ) : (
            <Button variant="default" onClick={onModify}>
              {t('billing.plan.modify')}
            </Button>
          )}
        </PermissionTooltip>
        {isFree && (
          <PermissionTooltip why={denied}>
            <Button variant="subtle" onClick={onEnterprise}>
              {t('billing.plan.enterprise')}
            </Button>
          </PermissionTooltip>
        )}
      </Group>
    </Card>
  )
}
