// The monthly budget of a self-paying organization.
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BudgetBar } from '../../components/payment/budget-bar.tsx'
import BudgetDialog from '../../components/payment/budget-dialog.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'

interface Props {
  orgId: string
  name: string
  /** Dollars it pays per credit. */
  usdPerCredit: number | undefined
}

export default function OrgBudget({ orgId, name, usdPerCredit }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [isOpen, setOpen] = useState(false)
  const found = useQuery(
    api.clientBilling.budgets.queryOptions({ input: { uid: workspace.uid }, retry: false, staleTime: 10_000 }),
  )
  // Hidden without permission to read budgets.
  if (!found.data) return null
  const budget = found.data.items.find(({ kind, subjectId }) => kind === 'org' && subjectId === orgId)
  return (
    <Stack gap="xs" w="100%" align="stretch">
      <Title order={4} size="h5">
        {t('billing.budgets.monthly')}
      </Title>
      {budget ? (
        <BudgetBar budget={budget} label={t('billing.budgets.of', { name })} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('billing.budgets.noneOfOrg')}
        </Text>
      )}
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        {t(budget ? 'billing.budgets.edit' : 'billing.budgets.set')}
      </Button>
      {isOpen && (
        <BudgetDialog
          subjects={[{ kind: 'org', subjectId: orgId, name }]}
          budget={budget}
          usdPerCredit={usdPerCredit}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  )
}
