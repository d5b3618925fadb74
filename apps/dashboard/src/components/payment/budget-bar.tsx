// A monthly budget's use in credits and money, and what happens at its end.
import { Badge, Group, Progress, Stack, Text } from '@mantine/core'
import type { ClientBudget } from '@parlance/contract/billing/budgets'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { usd } from '../content/format-number.ts'

const WARNS_FROM = 80

interface Props {
  budget: ClientBudget
  /** The bar's label. */
  label: string
}

export function BudgetBar({ budget, label }: Props) {
  const { t, i18n } = useTranslation()
  const number = (credits: number) => credits.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 1 })
  const { limit, spent, action, alerts } = budget
  const percent = Math.floor((spent / limit) * 100)
  const percents = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
    [...alerts, 100].map((one) => (one / 100).toLocaleString(numberLocale(i18n.language), { style: 'percent' })),
  )
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t('billing.budgets.spent', {
            spent: number(spent),
            limit: number(limit),
            spentUsd: usd(budget.spentUsd, i18n.language, 2),
            limitUsd: usd(budget.limitUsd, i18n.language, 2),
          })}
        </Text>
        {budget.isStopped && (
          <Badge color="red" variant="light">
            {t('billing.budgets.stopped')}
          </Badge>
        )}
      </Group>
      <Progress
        value={Math.min(100, percent)}
        color={percent >= 100 ? 'red' : percent >= WARNS_FROM ? 'yellow' : 'iris'}
        aria-label={label}
      />
      <Text size="xs" c="dimmed">
        {t(action === 'stop' ? 'billing.budgets.stopsAt' : 'billing.budgets.warnsAt', { percents })}
      </Text>
    </Stack>
  )
}
