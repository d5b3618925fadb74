// Automatic recharge of a self-paying organization, set by the agency.
import { Stack, Switch, Title } from '@mantine/core'
import { useReadOnly } from '../../components/feedback/read-only.tsx'
import type { Org } from '@parlance/contract/orgs/schemas'
import { useTranslation } from 'react-i18next'
import { RechargeSliders } from '../../components/payment/recharge-sliders.tsx'

export type Recharge = Pick<Org, 'automaticBilling' | 'autochargeThreshold' | 'autochargeAmount'>

interface Props {
  org: Org
  edits: Partial<Recharge> | undefined
  onChange: (change: Partial<Recharge>) => void
}

export default function OrgRecharge({ org, edits, onChange }: Props) {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const draft: Recharge = { ...org, ...edits }
  const needsCard = org.stripeCustomerId === '' && !org.automaticBilling
  return (
    <Stack gap="sm" w="100%">
      <Title order={4} size="h5">
        {t('billing.recharge.title')}
      </Title>
      <Switch
        label={t('billing.recharge.text')}
        description={needsCard && t('billing.client.recharge.clientNeedsMethod')}
        checked={draft.automaticBilling}
        disabled={readOnly || needsCard}
        onChange={({ currentTarget }) => onChange({ automaticBilling: currentTarget.checked })}
      />
      {draft.automaticBilling && (
        <RechargeSliders
          value={{ threshold: draft.autochargeThreshold, amount: draft.autochargeAmount }}
          onChange={({ threshold, amount }) =>
            onChange({
              ...(threshold !== undefined && { autochargeThreshold: threshold }),
              ...(amount !== undefined && { autochargeAmount: amount }),
            })
          }
        />
      )}
    </Stack>
  )
}
