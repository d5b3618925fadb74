// Rotates the workspace's secret wherever it is shown.
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { notify } from '../../../../components/feedback/notify.ts'

export function RenewSecret() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const renew = useMutation(
    api.workspaces.renewSecret.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.workspaces.get.key() })
        notify.success(t('keys.secret.renewed'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    const yes = await confirm({
      title: t('keys.secret.renewTitle'),
      body: t('keys.secret.renewBody'),
      confirm: t('keys.secret.renew'),
    })
    if (yes) renew.mutate({ uid: workspace.uid })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.5} />}
      loading={renew.isPending}
      onClick={() => void ask()}
    >
      {t('keys.secret.renew')}
    </Button>
  )
}
