// Automatic recharge of a self-paying organization, set by the agency.
import { Button, Stack, Switch, Title } from '@mantine/core'
import type { Org } from '@parlance/contract/orgs/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { RechargeSliders } from '../../components/payment/recharge-sliders.tsx'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export default function OrgRecharge({ org }: { org: Org }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const stored = { isOn: org.automaticBilling, threshold: org.autochargeThreshold, amount: org.autochargeAmount }
  const [changed, change] = useState<typeof stored>()
  const draft = changed ?? stored
  const save = useMutation(
    api.orgs.update.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.orgs.key() })
        change(undefined)
        notify.success(t('billing.recharge.saved'))
      },
      onError: (error) => {
        change(undefined)
        notify.error(errorText(error))
      },
    }),
  )
  const needsCard = org.stripeCustomerId === '' && !stored.isOn
  return (
    <Stack gap="sm" w="100%">
      <Title order={4} size="h5">
        {t('billing.recharge.title')}
      </Title>
      <Switch
        label={t('billing.recharge.text')}
        description={needsCard && t('billing.client.recharge.clientNeedsMethod')}
        checked={draft.isOn}
        disabled={needsCard}
        onChange={({ currentTarget }) => change({ ...draft, isOn: currentTarget.checked })}
      />
      {draft.isOn && <RechargeSliders value={draft} onChange={(part) => change({ ...draft, ...part })} />}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={JSON.stringify(draft) === JSON.stringify(stored)}
        loading={save.isPending}
        onClick={() =>
          save.mutate({
            uid: workspace.uid,
            orgId: org.ID,
            automaticBilling: draft.isOn,
            autochargeThreshold: draft.threshold,
            autochargeAmount: draft.amount,
          })
        }
      >
        {t('billing.recharge.save')}
      </Button>
    </Stack>
  )
}
