// A client user's account: name, language and password.
import { Button, Divider, PasswordInput, Select, Stack, TextInput, Title } from '@mantine/core'
import { LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { type Client, MIN_CLIENT_PASSWORD } from '@parlance/contract/orgs/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { PhotoUpload } from '../../components/inputs/upload/photo-upload.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { FormError } from '../../components/feedback/form-error.tsx'
import { errorText } from '../../lib/errors.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useClientSession } from './use-client.ts'

export default function ClientAccountDrawer({ session, onClose }: { session: Client; onClose: () => void }) {
  const { t } = useTranslation()
  const { agency } = useClientSession()
  const [isProfileEdited, setProfileEdited] = useState(false)
  const [isPasswordEdited, setPasswordEdited] = useState(false)
  const close = useGuardedClose(isProfileEdited || isPasswordEdited, onClose)
  return (
    <SideDrawer title={t('client.account.title')} onClose={close}>
      <Stack gap="xl">
        <Photo session={session} />
        <Profile
          session={session}
          isPasswordTyped={isPasswordEdited}
          onEdit={() => setProfileEdited(true)}
          onSaved={() => (isPasswordEdited ? setProfileEdited(false) : onClose())}
        />
        {!agency.settings.disablePasswordLogin && (
          <>
            <Divider />
            <Password email={session.email} onEdit={setPasswordEdited} />
          </>
        )}
      </Stack>
    </SideDrawer>
  )
}

/** Saved at once, like every account photo. */
function Photo({ session }: { session: Client }) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const client = useQueryClient()
  const saved = () => {
    void client.invalidateQueries({ queryKey: ['client-session', region] })
    notify.success(t('client.account.saved'))
  }
  const remove = useMutation(
    api.clientAccount.removePhoto.mutationOptions({
      onSuccess: saved,
      onError: () => notify.error(t('client.account.failed')),
    }),
  )
  return (
    <PhotoUpload<{ data: ClientSession }>
      label={t('client.account.photo')}
      value={session.squarePhotoURL}
      path={`/api/${region}/client/me/photo`}
      onSent={({ data }) => {
        saved()
        return data.client.squarePhotoURL
      }}
      onRemove={() => remove.mutate({})}
    />
  )
}

interface ProfileProps {
  session: Client
  /** There is a new password, which this form does not save. */
  isPasswordTyped: boolean
  onEdit: () => void
  onSaved: () => void
}

function Profile({ session, isPasswordTyped, onEdit, onSaved }: ProfileProps) {
  const { t, i18n } = useTranslation()
  const { api, region } = useScope()
  const client = useQueryClient()
  const [name, setName] = useState(session.name)
  const [language, setLanguage] = useState(session.preferredLanguage)
  const save = useMutation(
    api.clientAccount.updateMe.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: ['client-session', region] })
        // In the newly chosen language.
        if (isPasswordTyped) notify.info(i18n.t('client.account.savedWithoutPassword'))
        else notify.success(i18n.t('client.account.saved'))
        onSaved()
      },
      onError: () => notify.error(t('client.account.failed')),
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ name, preferredLanguage: language })
      }}
    >
      <Stack>
        <TextInput
          label={t('client.account.name')}
          value={name}
          onChange={(event) => {
            onEdit()
            setName(event.currentTarget.value)
          }}
        />
        <TextInput label={t('client.signIn.email')} value={session.email} readOnly variant="filled" />
        <Select
          label={t('client.account.language')}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => {
            onEdit()
            if (value) setLanguage(value)
          }}
        />
        <FormError error={save.error} />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}

function Password({ email, onEdit }: { email: string; onEdit: (isEdited: boolean) => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const toggle = { 'aria-label': t('client.signIn.show'), tabIndex: 0, 'aria-hidden': false }
  const change = useMutation(
    api.clientAccount.changePassword.mutationOptions({
      onSuccess: () => {
        notify.success(t('client.password.changed'))
        onEdit(false)
        setPassword('')
        setNewPassword('')
      },
    }),
  )
  const mailLink = useMutation(
    api.clientAccount.mailPasswordLink.mutationOptions({
      onSuccess: () => notify.success(t('orgs.passwordLinkSent', { email })),
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ password, newPassword })
      }}
    >
      <Stack>
        <Title order={3} size="h4">
          {t('client.password.change')}
        </Title>
        <PasswordInput
          label={t('client.password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          value={password}
          error={change.error && errorText(change.error)}
          onChange={(event) => {
            onEdit(`${event.currentTarget.value}${newPassword}` !== '')
            setPassword(event.currentTarget.value)
          }}
        />
        <PasswordInput
          label={t('client.password.new')}
          description={t('client.password.hint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          value={newPassword}
          onChange={(event) => {
            onEdit(`${password}${event.currentTarget.value}` !== '')
            setNewPassword(event.currentTarget.value)
          }}
        />
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={!password || newPassword.length < MIN_CLIENT_PASSWORD}
        >
          {t('client.password.change')}
        </Button>
        <Button variant="subtle" loading={mailLink.isPending} onClick={() => mailLink.mutate({})}>
          {t('orgs.mailPasswordLink')}
        </Button>
      </Stack>
    </form>
  )
}
