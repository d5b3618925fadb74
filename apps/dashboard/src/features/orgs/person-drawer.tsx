// Adds, invites or edits a client user. Added users get a password at once, invited ones set their own.
import { Alert, Button, Code, CopyButton, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import { type Client, MIN_CLIENT_PASSWORD, type Org } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { LimitNotice } from '../../components/payment/limit-notice.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AgentChoice } from './agent-choice.tsx'
import { useIsOwnOrg } from './org-viewer.ts'
import { isTooShort, PasswordChoice } from './password-choice.tsx'
import { TabChoice } from './tab-choice.tsx'
import { TabOrder } from './tab-order.tsx'

const TOO_SHORT = msg('password_too_short', { min: MIN_CLIENT_PASSWORD })

/** `invite`: mails a link instead of setting a password. */
export type Editing = { readonly person: Client } | { readonly person?: undefined; readonly invite: boolean }

interface Props {
  org: Org
  editing: Editing
  onClose: () => void
}

export function PersonDrawer({ org, editing, onClose }: Props) {
  const { t } = useTranslation()
  const [made, setMade] = useState('')
  const { person } = editing
  const isInvited = !person && editing.invite
  const [isDirty, setDirty] = useState(false)
  const close = useGuardedClose(isDirty, onClose)
  return (
    <SideDrawer title={t(person ? 'orgs.editUser' : isInvited ? 'orgs.inviteUser' : 'orgs.addUser')} onClose={close}>
      {made ? (
        <Made password={made} onClose={onClose} />
      ) : (
        <Form
          org={org}
          person={person}
          isInvited={isInvited}
          onDirty={setDirty}
          onMade={(password) => {
            setDirty(false)
            setMade(password)
          }}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  )
}

function Made({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Alert color="green" title={t('orgs.passwordTitle')}>
        <Stack gap="xs">
          <Text size="sm">{t('orgs.passwordOnce')}</Text>
          <Code fz="md">{password}</Code>
        </Stack>
      </Alert>
      <Group justify="flex-end">
        <CopyButton value={password}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'orgs.copied' : 'orgs.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </Stack>
  )
}

interface FormProps {
  org: Org
  person: Client | undefined
  isInvited: boolean
  /** Reports whether there are unsaved changes. */
  onDirty: (isDirty: boolean) => void
  onMade: (password: string) => void
  onClose: () => void
}

const draftOf = (org: Org, person: Client | undefined) => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
  widgetIDs: person?.widgetIDs ?? org.widgetIDs,
  canAccess: person?.canAccess ?? org.defaultClientAccess,
  clientTabOrder: person?.clientTabOrder ?? [],
  preferredLanguage: person?.preferredLanguage ?? org.preferredLanguage,
  isOrgAdmin: person?.isOrgAdmin ?? false,
  allowCreateAgents: person?.allowCreateAgents ?? false,
})

function Form({ org, person, isInvited, onDirty, onMade, onClose }: FormProps) {
  const { t } = useTranslation()
  const { api, workspace, client: viewer } = useScope()
  const client = useQueryClient()
  const isOwn = useIsOwnOrg()
  // Only what was edited is sent of a known person; the rest may have been changed by others meanwhile.
  const [edits, setEdits] = useState<Partial<ReturnType<typeof draftOf>>>({})
  const draft = { ...draftOf(org, person), ...edits }
  const set = (change: typeof edits) => {
    onDirty(true)
    setEdits((before) => ({ ...before, ...change }))
  }
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const options = {
    onSuccess: async ({ data }: { data: Client }) => {
      await client.invalidateQueries({ queryKey: api.orgs.key() })
      if (data.dashboardPassword) return onMade(data.dashboardPassword)
      notify.success(t(isInvited ? 'orgs.invited' : 'orgs.personSaved', { email: data.email }))
      onClose()
    },
    // A notice in the form says how to get more.
    onError: (error: Error) => !hasCode(error, 'PLAN_LIMIT') && notify.error(errorText(error)),
  }
  const add = useMutation(api.orgs.addClient.mutationOptions(options))
  const change = useMutation(api.orgs.updateClient.mutationOptions(options))
  const isNeeded = !person && !isInvited
  const isMissing = (text: string) => text.trim() === ''
  const tooShort = isTooShort(password) ? translateMessage(TOO_SHORT) : undefined
  const save = () => {
    setTried(true)
    if (isMissing(draft.name) || isMissing(draft.email) || (isNeeded && password === ''))
      return void notify.error(t('orgs.fillOut'))
    if (tooShort) return
    const { isOrgAdmin, allowCreateAgents, ...own } = draft
    const given = { uid: workspace.uid, orgId: org.ID, ...(password !== '' && { dashboardPassword: password }) }
    if (person) change.mutate({ clientId: person.ID, ...given, ...edits })
    else add.mutate({ ...given, ...own, ...(!isOwn && { isOrgAdmin, allowCreateAgents }) })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        {hasCode(add.error, 'PLAN_LIMIT') && (
          <LimitNotice text={errorText(add.error)} addOn="client_seat" buy={t('orgs.addSeats')} />
        )}
        <TextInput
          label={t('orgs.personName')}
          value={draft.name}
          error={isTried && isMissing(draft.name)}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('orgs.email')}
          type="email"
          value={draft.email}
          error={isTried && isMissing(draft.email)}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        {isInvited ? (
          <Text size="sm" c="dimmed">
            {t('orgs.inviteHint')}
          </Text>
        ) : (
          <PasswordChoice
            label={t(person ? 'orgs.newPassword' : 'orgs.passwordTitle')}
            description={t(person ? 'orgs.newPasswordHint' : 'orgs.passwordHint', { min: MIN_CLIENT_PASSWORD })}
            value={password}
            error={tooShort}
            onChange={(value) => {
              onDirty(true)
              setPassword(value)
            }}
          />
        )}
        <AgentChoice from={org.widgetIDs} value={draft.widgetIDs} onChange={(widgetIDs) => set({ widgetIDs })} />
        <TabChoice
          label={t('orgs.pages')}
          value={draft.canAccess}
          // An org's admins can't grant more than the org's defaults and their own pages.
          grantable={
            isOwn && viewer
              ? [...org.defaultClientAccess, ...viewer.client.canAccess, ...(person?.canAccess ?? [])]
              : undefined
          }
          onChange={(canAccess) => set({ canAccess })}
        />
        <TabOrder
          label={t('orgs.order')}
          description={t('orgs.ownOrderHint')}
          access={draft.canAccess}
          order={draft.clientTabOrder.length > 0 ? draft.clientTabOrder : org.defaultClientTabOrder}
          onChange={(clientTabOrder) => set({ clientTabOrder })}
        />
        <Select
          label={t('orgs.language')}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={draft.preferredLanguage}
          allowDeselect={false}
          onChange={(preferredLanguage) => preferredLanguage && set({ preferredLanguage })}
        />
        {!isOwn && (
          <>
            <Switch
              label={t('orgs.isAdmin')}
              description={t('orgs.isAdminHint')}
              checked={draft.isOrgAdmin}
              onChange={(event) => set({ isOrgAdmin: event.currentTarget.checked })}
            />
            <Switch
              label={t('orgs.createsAgents')}
              description={t('orgs.createsAgentsHint')}
              checked={draft.allowCreateAgents}
              onChange={(event) => set({ allowCreateAgents: event.currentTarget.checked })}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending || change.isPending}>
            {t(person ? 'common.save' : isInvited ? 'orgs.invite' : 'orgs.addUser')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
