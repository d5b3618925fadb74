// Whether an organization pays for itself, and credit transfers with the workspace.
import { Button, Group, NumberInput, Select, Stack, Switch, Text, Title, Tooltip } from '@mantine/core'
import { useReadOnly } from '../../components/feedback/read-only.tsx'
import { clientCreditPrice } from '@parlance/contract/billing/client-purchase-rules'
import type { Org } from '@parlance/contract/orgs/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { balanceText } from '../../components/content/format-number.ts'
import { notify } from '../../components/feedback/notify.ts'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useRequestKey } from '../../lib/use-request-key.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { Recharge } from './org-recharge.tsx'

const OrgBudget = lazyWithTexts(() => import('./org-budget.tsx'), 'OrgBudget')
const OrgRecharge = lazyWithTexts(() => import('./org-recharge.tsx'), 'OrgRecharge')

interface Props {
  org: Org | undefined
  isAllowed: boolean
  onChange: (isAllowed: boolean) => void
  recharge: Partial<Recharge> | undefined
  onRecharge: (change: Partial<Recharge>) => void
  transfer: TransferDraft
  onTransfer: (change: Partial<TransferDraft>) => void
}

/** A transfer that is not sent yet; `amount` is what was typed. */
export interface TransferDraft {
  readonly source: 'workspace' | 'org'
  readonly amount: number | string
}

/** Requires a payout account of the agency. */
export function OrgBilling({ org, isAllowed, onChange, recharge, onRecharge, transfer, onTransfer }: Props) {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const { api, workspace, client } = useScope()
  // Not readable in the client dashboard.
  const isShown = client === undefined
  const billing = useQuery(
    api.clientBilling.agencyBilling.queryOptions({
      input: { uid: workspace.uid },
      retry: false,
      staleTime: 30_000,
      enabled: isShown,
    }),
  )
  const isConnected = billing.data?.isConnected === true
  const price = billing.data?.USDPerToken
  const usdPerCredit = billing.data && price != null ? clientCreditPrice(price, billing.data.creditValueUsd) : undefined
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={3} size="h4">
        {t('orgs.billing')}
      </Title>
      {isShown && (
        <Tooltip label={t('orgs.connectStripe')} refProp="rootRef" multiline maw={280} disabled={isConnected}>
          <Switch
            label={t('orgs.enableBilling')}
            description={isConnected ? undefined : t('orgs.connectStripe')}
            checked={isAllowed}
            disabled={readOnly || (!isConnected && !isAllowed)}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
        </Tooltip>
      )}
      {org?.allowBilling && (
        <Suspense>
          {isAllowed && <OrgRecharge org={org} edits={recharge} onChange={onRecharge} />}
          <OrgBudget orgId={org.ID} name={org.name} usdPerCredit={usdPerCredit} />
        </Suspense>
      )}
      {org && <Transfer org={org} draft={transfer} onChange={onTransfer} />}
    </Stack>
  )
}

interface TransferProps {
  org: Org
  draft: TransferDraft
  onChange: Props['onTransfer']
}

function Transfer({ org, draft: { source, amount }, onChange }: TransferProps) {
  const { t, i18n } = useTranslation()
  const { api, workspace, client: clientUser } = useScope()
  const queries = useQueryClient()
  const refused = useDeniedReason('admin')
  const request = useRequestKey()
  const transfer = useMutation({
    mutationFn: (wanted: TransferDraft & { amount: number }) =>
      api.clientBilling.transferCredits.call(
        { uid: workspace.uid, orgId: org.ID, ...wanted },
        { context: { headers: { 'idempotency-key': request.keyOf(wanted) } } },
      ),
    onSuccess: () => {
      request.renew()
      onChange({ amount: '' })
      notify.success(t('orgs.transfer.done'))
    },
    onError: (error) => {
      request.renewIfRefused(error)
      notify.error(
        hasCode(error, 'NOT_FOUND')
          ? t('orgs.transfer.notFound')
          : hasCode(error, 'CREDITS_EXHAUSTED')
            ? errorText(error)
            : t('orgs.transfer.failed'),
      )
    },
    // Also after a failure, as only the response may have been lost.
    onSettled: () =>
      Promise.all([api.orgs.key(), api.workspaces.key()].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const isRefused = !clientUser && refused !== ''
  const submit = () => {
    // It is a string while its text ends in a zero.
    const wanted = Number(amount)
    if (!(wanted > 0)) return void notify.error(t('orgs.transfer.invalid'))
    transfer.mutate({ source, amount: wanted })
  }
  return (
    <Stack gap="xs" w="100%">
      <Title order={4} size="h5">
        {t('orgs.transfer.title')}
      </Title>
      <Text size="sm">{t('orgs.transfer.balance', { credits: balanceText(org.loadTokens, i18n.language) })}</Text>
      <Group align="flex-end">
        <Select
          flex="1 1 260px"
          label={t('orgs.transfer.source')}
          data={[
            { value: 'workspace', label: t('orgs.transfer.fromWorkspace') },
            { value: 'org', label: t('orgs.transfer.fromOrg') },
          ]}
          value={source}
          allowDeselect={false}
          onChange={(value) => onChange({ source: value === 'org' ? 'org' : 'workspace' })}
        />
        <NumberInput
          label={t('orgs.transfer.amount')}
          value={amount}
          onChange={(value) => onChange({ amount: value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It would save the form around it.
            event.preventDefault()
            if (!isRefused) submit()
          }}
        />
        <PermissionTooltip why={isRefused ? refused : ''}>
          <Button variant="default" loading={transfer.isPending} onClick={submit}>
            {t('orgs.transfer.submit')}
          </Button>
        </PermissionTooltip>
      </Group>
    </Stack>
  )
}
