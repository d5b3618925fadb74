// Tells users with workspaces in both regions that each has its own data, until dismissed.
import { CloseButton, Group, Text } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useAccount } from '../../lib/session/session.ts'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { regionsQuery } from '../layout/use-other-region.ts'
import classes from './verify-banner.module.css'

export function RegionWarning() {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const account = useAccount()
  const client = useQueryClient()
  const known = useQuery(regionsQuery).data
  const other = known?.items.some((one) => one.exists && one.region !== region)
  const hidden = known?.doubleAccountWarningHidden ?? true
  const hide = useMutation(
    api.workspaces.hideDoubleAccountWarning.mutationOptions({
      onSuccess: () =>
        client.setQueryData(regionsQuery.queryKey, (known) => known && { ...known, doubleAccountWarningHidden: true }),
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  if (!other || !account || hidden) return null
  return (
    <Group component="section" className={classes.banner} gap="xs" wrap="nowrap" aria-label={t('shell.region.label')}>
      <IconWorld size={18} stroke={1.5} aria-hidden />
      <Text size="sm">{t('shell.region.warning')}</Text>
      <CloseButton
        className={classes.close}
        size="sm"
        aria-label={t('shell.region.hide')}
        disabled={hide.isPending}
        onClick={() => hide.mutate({ userId: account.id, bucket: region })}
      />
    </Group>
  )
}
