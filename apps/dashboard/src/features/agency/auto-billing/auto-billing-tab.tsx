import { Badge, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import type { AgencyBilling } from '@parlance/contract/billing/client-billing'
import {
  clientCreditPrice,
  creditsForUsd,
  DEFAULT_USD_PER_CREDIT,
  MAX_USD_PER_CREDIT,
  PREVIEW_USD,
} from '@parlance/contract/billing/client-purchase-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { separators } from '../../../components/content/format-number.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { useCan } from '../../../lib/permissions.ts'
import { useUnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { PlanEditor } from './plan-editor.tsx'

const WhatIf = lazyWithTexts(() => import('./what-if.tsx'), 'WhatIf')

export default function AutoBillingTab() {
  const { t } = useTranslation()
  return useCan('admin') ? <AutoBilling /> : <Text size="sm">{t('agency.autoBilling.adminsOnly')}</Text>
}

function AutoBilling() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const found = useQuery(api.clientBilling.agencyBilling.queryOptions({ input: { uid: workspace.uid } }))
  const [returned, setReturned] = useSearchParam('connected')
  const told = useRef(false)
  const isConnected = found.data?.isConnected
  useEffect(() => {
    if (!returned || !isConnected || told.current) return
    told.current = true
    notify.success(t('agency.autoBilling.connected'))
    setReturned(undefined)
  }, [returned, isConnected, setReturned, t])
  if (found.isPending) return <RowSkeletons />
  if (!found.data)
    return (
      <ErrorMessage
        text={hasCode(found.error, 'NOT_FOUND') ? t('agency.autoBilling.noWorkspace') : errorText(found.error)}
        onRetry={() => void found.refetch()}
      />
    )
  return (
    <>
      <Account billing={found.data} />
      <Price billing={found.data} />
      <Plans billing={found.data} />
      <Suspense>
        <WhatIf />
      </Suspense>
    </>
  )
}

interface Props {
  billing: AgencyBilling
}

function useRefresh() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.clientBilling.key() })
}

function Account({ billing }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefresh()
  const onError = (error: unknown) => notify.error(errorText(error))
  const create = useMutation(api.clientBilling.createAccount.mutationOptions({ onSuccess: refresh, onError }))
  const link = useMutation(
    api.clientBilling.accountLink.mutationOptions({
      onSuccess: ({ redirectUrl }) => globalThis.location.assign(redirectUrl),
      onError,
    }),
  )
  const hasAccount = billing.accountId !== ''
  return (
    <>
      <Section title={t('agency.autoBilling.step1')} description={t('agency.autoBilling.step1Hint')}>
        <Group>
          {hasAccount ? (
            <Text size="sm">{billing.email}</Text>
          ) : (
            <Button loading={create.isPending} onClick={() => create.mutate({ workspace: workspace.uid })}>
              {t('agency.autoBilling.create')}
            </Button>
          )}
        </Group>
      </Section>
      <Section title={t('agency.autoBilling.step2')} description={t('agency.autoBilling.step2Hint')}>
        <Group>
          {billing.isConnected && <Badge color="green">{t('agency.autoBilling.connected')}</Badge>}
          {hasAccount && (
            <Badge color={billing.payouts_enabled ? 'green' : 'gray'}>
              {t(billing.payouts_enabled ? 'agency.autoBilling.payoutsEnabled' : 'agency.autoBilling.payoutsDisabled')}
            </Badge>
          )}
          {!(billing.isConnected && billing.payouts_enabled) && (
            <Button
              disabled={!hasAccount}
              loading={link.isPending}
              onClick={() => link.mutate({ workspace: workspace.uid })}
            >
              {t('agency.autoBilling.complete')}
            </Button>
          )}
        </Group>
      </Section>
    </>
  )
}

function Price({ billing }: Props) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefresh()
  const stored = billing.USDPerToken ?? DEFAULT_USD_PER_CREDIT
  const [price, setPrice] = useState<number | string>(stored)
  // It is a string while its text ends in a zero.
  const typed = price === '' ? Number.NaN : Number(price)
  useUnsavedGuard(typed !== stored)
  const value = typed >= 0 && typed <= MAX_USD_PER_CREDIT ? typed : undefined
  const save = useMutation(
    api.clientBilling.saveAgencyBilling.mutationOptions({
      onSuccess: async () => {
        await refresh()
        notify.success(t('agency.autoBilling.saved'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const isClosed = value === undefined || billing.accountId === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isClosed && !save.isPending) save.mutate({ uid: workspace.uid, USDPerToken: value })
  }
  return (
    <Section title={t('agency.autoBilling.step3')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NumberInput
            label={t('agency.autoBilling.usdPerCredit')}
            description={t('agency.autoBilling.usdHint', { base: billing.creditValueUsd })}
            step={0.001}
            allowNegative={false}
            clampBehavior="none"
            decimalSeparator={separators().decimalSeparator}
            value={price}
            error={value === undefined && t('agency.autoBilling.invalidNumber')}
            onChange={setPrice}
          />
          {value !== undefined && (
            <Text size="sm">
              {t('agency.autoBilling.preview', {
                credits: creditsForUsd(PREVIEW_USD, clientCreditPrice(value, billing.creditValueUsd)),
              })}
            </Text>
          )}
          <Group>
            <Button type="submit" disabled={isClosed} loading={save.isPending}>
              {t('agency.autoBilling.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function Plans({ billing }: Props) {
  const { t } = useTranslation()
  const [isOpen, open] = useState(false)
  const isReady = billing.isConnected && billing.USDPerToken !== null
  return (
    <Section title={t('agency.autoBilling.plans')}>
      {isOpen && isReady ? (
        <PlanEditor billing={billing} />
      ) : (
        <Group>
          <Button
            variant="default"
            onClick={() => (isReady ? open(true) : notify.error(t('agency.autoBilling.stepsFirst')))}
          >
            {t('agency.autoBilling.setUpPlans')}
          </Button>
        </Group>
      )}
    </Section>
  )
}
