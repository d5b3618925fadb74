import { Alert, List, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useRedirectAfterLeaving } from '../use-redirect-after-leaving.ts'

/** Names what is lost; requires typing the workspace's name. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { uid, workspaceName: name } = workspace
  const redirectAfterLeaving = useRedirectAfterLeaving()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: async () => {
      await api.workspaces.delete.call({ uid })
      await redirectAfterLeaving()
    },
    onSuccess: () => notify.success(t('workspaces.remove.done')),
    onError: () => notify.error(t('workspaces.remove.failed')),
  })
  const sure = typed.trim() === name.trim()
  return (
    <DialogForm
      title={t('workspaces.remove.question', { name })}
      error={remove.error}
      submit={t('workspaces.remove.action')}
      danger
      disabled={!sure}
      pending={remove.isPending}
      onSubmit={() => {
        if (sure) remove.mutate()
      }}
      onClose={onClose}
    >
      <Alert color="red" icon={<IconAlertTriangle stroke={1.5} />} title={t('workspaces.remove.warning')}>
        <Lost />
      </Alert>
      <TextInput
        label={t('workspaces.remove.type', { name })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function Lost() {
  const { t, i18n } = useTranslation()
  const credits = Math.floor(useScope().workspace.loadTokens)
  const shown = credits.toLocaleString(numberLocale(i18n.language))
  return (
    <>
      <Text size="sm">{t('workspaces.remove.lost')}</Text>
      <List size="sm" mt={4}>
        <List.Item>{t('workspaces.remove.lostAgents')}</List.Item>
        <List.Item>{t('workspaces.remove.lostChats')}</List.Item>
        <List.Item>{t('workspaces.remove.lostPeople')}</List.Item>
        {credits > 0 && <List.Item>{t('workspaces.remove.lostCredits', { count: credits, shown })}</List.Item>}
      </List>
    </>
  )
}
