// Why a form was refused and, where the plan is the reason, the way to a larger one.
import { Anchor, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { FormError } from '../feedback/form-error.tsx'

export function PlanError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { region, client } = useScope()
  const mayBuy = useCan('admin')
  if (!error) return null
  return (
    <Stack gap={4}>
      <FormError error={error} />
      {!client && mayBuy && hasCode(error, 'PLAN_LIMIT') && (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <AppLink target={paths.billing(region)} {...props} />}
        >
          {t('common.seePlans')}
        </Anchor>
      )}
    </Stack>
  )
}
