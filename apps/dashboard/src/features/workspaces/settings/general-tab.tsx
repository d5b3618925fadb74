// The workspace's name, logo and developer data.
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ACCEPTED_IMAGES, MAX_UPLOAD_MB } from '@parlance/contract/files/schemas'
import type { Workspace } from '@parlance/contract/workspaces/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { UnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { CopyButton } from '../../../components/inputs/copy-button.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Editing, ReadOnlyProvider } from '../../../components/feedback/read-only.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Upload, type SendFile } from '../../../components/inputs/upload/upload.tsx'
import { FormError } from '../../../components/feedback/form-error.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { dataUrl } from '../../../lib/files/data-url.ts'
import { postJson } from '../../../lib/files/upload-body.ts'
import { NAME_MAX } from '../texts.ts'
import { RenewSecret } from './keys/renew-secret.tsx'
import classes from './settings.module.css'
import { apiBase, type Region } from '@parlance/contract/lib/regions'

export default function GeneralTab() {
  const { api, workspace } = useScope()
  const whole = useQuery(api.workspaces.get.queryOptions({ input: { uid: workspace.uid } }))
  if (whole.isPending) return <RowSkeletons />
  if (!whole.data) return <ErrorMessage text={errorText(whole.error)} onRetry={() => void whole.refetch()} />
  return (
    <>
      <Profile workspace={whole.data.data} />
      <Facts workspace={whole.data.data} />
    </>
  )
}

function Profile({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const refusal = useDeniedReason('admin')
  const { workspaceName, workspacePhotoURL, uid } = workspace
  const form = useForm({
    initialValues: { workspaceName, workspacePhotoURL },
    validate: { workspaceName: (value) => (value.trim() ? null : t('workspaces.nameRequired')) },
  })
  const save = useSave((saved) => {
    form.setInitialValues({ workspaceName: saved.workspaceName, workspacePhotoURL: saved.workspacePhotoURL })
    form.reset()
  })
  const { value: logo, onChange: setLogo } = form.getInputProps('workspacePhotoURL') as {
    value: string
    onChange: (url: string) => void
  }
  return (
    <Section title={t('workspaces.profile')}>
      <UnsavedGuard dirty={form.isDirty()} />
      <ReadOnlyProvider why={refusal} as="part">
        <form onSubmit={form.onSubmit((values) => save.mutate({ uid, ...values }))} noValidate>
          <Stack gap="md">
            <FormError error={save.error} />
            <TextInput
              label={t('workspaces.name')}
              required={!refusal}
              description={
                form.values.workspaceName.length < NAME_MAX ? undefined : t('workspaces.nameFull', { max: NAME_MAX })
              }
              maxLength={NAME_MAX}
              {...form.getInputProps('workspaceName')}
            />
            <Editing>
              <Upload
                label={t('workspaces.logo')}
                description={t('workspaces.logoHint')}
                value={logo}
                onChange={setLogo}
                send={uploadLogo(region, uid)}
                maxMB={MAX_UPLOAD_MB}
                accept={ACCEPTED_IMAGES}
              />
              <div>
                <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                  {t('common.save')}
                </Button>
              </div>
            </Editing>
          </Stack>
        </form>
      </ReadOnlyProvider>
    </Section>
  )
}

function useSave(done: (saved: Workspace) => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation(
    api.workspaces.save.mutationOptions({
      onSuccess: async ({ data }) => {
        done(data)
        notify.success(t('workspaces.saved'))
        await client.invalidateQueries({ queryKey: api.workspaces.key() })
      },
      onError: () => notify.error(t('workspaces.saveFailed')),
    }),
  )
}

function Facts({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const { uid, workspaceSecret } = workspace
  return (
    <Section title={t('workspaces.facts')}>
      <div className={classes.copied}>
        <TextInput className={classes.grow} label={t('workspaces.uid')} readOnly variant="filled" value={uid} />
        <CopyButton value={uid} label={t('workspaces.copy', { what: t('workspaces.uid') })} />
      </div>
      {workspaceSecret === '' ? (
        <AlertBox kind="info">{t('workspaces.secretHidden')}</AlertBox>
      ) : (
        <>
          <div className={classes.copied}>
            <PasswordInput
              className={classes.grow}
              label={t('workspaces.secret')}
              description={t('workspaces.secretHint')}
              readOnly
              variant="filled"
              autoComplete="off"
              value={workspaceSecret}
              visibilityToggleButtonProps={{ 'aria-label': t('workspaces.showSecret') }}
            />
            <CopyButton value={workspaceSecret} label={t('workspaces.copy', { what: t('workspaces.secret') })} />
          </div>
          <div>
            <RenewSecret />
          </div>
        </>
      )}
    </Section>
  )
}

/** Uploads a logo and returns its address; shown once that is saved. */
const uploadLogo =
  (region: Region, uid: string): SendFile =>
  async (file, sending) => {
    try {
      const body = JSON.stringify({ base64Payload: await dataUrl(file), filename: file.name.slice(-200) })
      const path = `${apiBase(region)}/v2/workspaces/${uid}/logo`
      const { data } = (await postJson(path, body, sending)) as { data: { url: string } }
      return data.url
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }
