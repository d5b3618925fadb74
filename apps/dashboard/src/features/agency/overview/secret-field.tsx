// The agency's secret: revealed on request, copied, rotated.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { CopyButton } from '../../../components/inputs/copy-button.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import classes from '../agency.module.css'

export function SecretField() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { saved, refresh } = useAgencyDraft()
  const renew = useMutation(
    api.agencies.renewSecret.mutationOptions({
      onSuccess: async () => {
        await refresh()
        notify.success(t('agency.overview.secretRenewed'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    const yes = await confirm({
      title: t('agency.overview.renewTitle'),
      body: t('agency.overview.renewBody'),
      confirm: t('agency.overview.renew'),
    })
    if (yes) renew.mutate({ uid: workspace.uid })
  }
  return (
    <>
      <div className={classes.secret}>
        <TextInput
          className={classes.grow}
          label={t('agency.overview.agencyId')}
          readOnly
          variant="filled"
          value={saved.ID}
        />
        <CopyButton value={saved.ID} label={t('agency.overview.copy', { what: t('agency.overview.agencyId') })} />
      </div>
      {saved.secret === '' ? (
        <AlertBox kind="info">{t('agency.overview.secretHidden')}</AlertBox>
      ) : (
        <div className={classes.secret}>
          <PasswordInput
            className={classes.grow}
            label={t('agency.overview.secret')}
            readOnly
            variant="filled"
            autoComplete="off"
            value={saved.secret}
            visibilityToggleButtonProps={{ 'aria-label': t('agency.overview.showSecret') }}
          />
          <CopyButton value={saved.secret} label={t('agency.overview.copy', { what: t('agency.overview.secret') })} />
          <Editing>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.5} />}
              loading={renew.isPending}
              onClick={() => void ask()}
            >
              {t('agency.overview.renew')}
            </Button>
          </Editing>
        </div>
      )}
    </>
  )
}
