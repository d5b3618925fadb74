// The client users of an organisation: add, change, invite, remove.
import {
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  MultiSelect,
  Stack,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import type { Client, Org } from '@parlance/contract/orgs/schemas'
import { IconMail, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { Face } from '../../components/layout/avatar.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { errorText } from '../../lib/errors.ts'
import { useCan } from '../../lib/permissions.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { TabChoice } from './tab-choice.tsx'
import classes from './orgs.module.css'

/** `onEdit` gets who is to be changed; undefined for somebody new. */
export function OrgPeople({ org, onEdit }: { org: Org; onEdit: (person?: Client) => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const people = useQuery(api.orgs.clients.queryOptions({ input: { uid: workspace.uid, orgId: org.ID } })).data?.items
  const builds = useCan('editor')
  return (
    <Stack>
      {builds && (
        <Group justify="flex-end">
          <Button leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => onEdit()}>
            {t('orgs.addUser')}
          </Button>
        </Group>
      )}
      {people?.length === 0 && <Text c="dimmed">{t('orgs.noPeople')}</Text>}
      <ul className={classes.list} aria-label={t('orgs.people', { count: people?.length ?? 0 })}>
        {people?.map((person) => (
          <Person key={person.ID} person={person} onEdit={() => onEdit(person)} canEdit={builds} />
        ))}
      </ul>
    </Stack>
  )
}

function Person({ person, onEdit, canEdit }: { person: Client; onEdit: () => void; canEdit: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const name = { uid: workspace.uid, orgId: person.orgId, clientId: person.ID }
  const run = async (call: Promise<unknown>, done: string) => {
    try {
      await call
      notify.success(done)
    } catch (error) {
      notify.error(errorText(error))
    }
    await client.invalidateQueries({ queryKey: api.orgs.key() })
  }
  const remove = async () => {
    const yes = await confirm({
      title: t('orgs.removeTitle', { name: person.name }),
      body: t('orgs.removeBody'),
      confirm: t('orgs.remove'),
    })
    if (yes) await run(api.orgs.deleteClient.call(name), t('orgs.removed', { name: person.name }))
  }
  return (
    <li className={classes.row}>
      <Face name={person.name} photo={person.squarePhotoURL} size={36} />
      <div className={classes.words}>
        <UnstyledButton className={`${classes.name} truncate`} dir="auto" onClick={onEdit} disabled={!canEdit}>
          {person.name}
        </UnstyledButton>
        <Text size="sm" c="dimmed" className="truncate">
          {person.email}
        </Text>
      </div>
      <div className={classes.facts}>{person.isOrgAdmin && <Badge>{t('orgs.admin')}</Badge>}</div>
      {canEdit && (
        <RowMenu
          className={classes.menu}
          label={t('orgs.more', { name: person.name })}
          actions={[
            {
              icon: IconMail,
              text: t('orgs.invite'),
              onClick: () => void run(api.orgs.inviteClient.call(name), t('orgs.invited', { email: person.email })),
            },
            { icon: IconTrash, text: t('orgs.remove'), danger: true, onClick: () => void remove() },
          ]}
        />
      )}
    </li>
  )
}

/** How a new person gets in: a link by mail, or a password that is handed over. */
export function PersonDrawer({ org, person, onClose }: { org: Org; person: Client | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [draft, setDraft] = useState({
    name: person?.name ?? '',
    email: person?.email ?? '',
    widgetIDs: person?.widgetIDs ?? org.widgetIDs,
    canAccess: person?.canAccess ?? org.defaultClientAccess,
    isOrgAdmin: person?.isOrgAdmin ?? false,
    allowCreateAgents: person?.allowCreateAgents ?? false,
  })
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }))
  const [byPassword, setByPassword] = useState(false)
  const [made, setMade] = useState('')
  const titles = useQuery(api.agents.list.queryOptions({ input: { uid: workspace.uid, limit: 100 } })).data?.items
  const options = {
    onSuccess: async ({ data }: { data: Client }) => {
      await client.invalidateQueries({ queryKey: api.orgs.key() })
      if (data.dashboardPassword) return setMade(data.dashboardPassword)
      notify.success(t(person ? 'orgs.personSaved' : 'orgs.invited', { email: data.email }))
      onClose()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  }
  const add = useMutation(api.orgs.addClient.mutationOptions(options))
  const change = useMutation(api.orgs.updateClient.mutationOptions(options))
  const at = { uid: workspace.uid, orgId: org.ID }
  const save = () => {
    if (!draft.name.trim() || !draft.email.trim()) return void notify.error(t('orgs.fillOut'))
    if (person)
      return change.mutate({ ...at, clientId: person.ID, ...draft, ...(byPassword ? { dashboardPassword: '' } : {}) })
    add.mutate({ ...at, ...draft, ...(byPassword ? { dashboardPassword: '' } : {}) })
  }
  return (
    <SideDrawer title={t(person ? 'orgs.editUser' : 'orgs.addUser')} onClose={onClose}>
      {made ? (
        <Stack>
          <Alert color="green" title={t('orgs.passwordTitle')}>
            <Stack gap="xs">
              <Text size="sm">{t('orgs.passwordOnce')}</Text>
              <Code fz="md">{made}</Code>
            </Stack>
          </Alert>
          <Group justify="flex-end">
            <CopyButton value={made}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? 'orgs.copied' : 'orgs.copy')}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>{t('common.close')}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <Stack>
            <TextInput
              label={t('orgs.personName')}
              value={draft.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              label={t('orgs.email')}
              type="email"
              value={draft.email}
              onChange={(event) => set({ email: event.currentTarget.value })}
            />
            <MultiSelect
              label={t('orgs.agents')}
              data={org.widgetIDs.map((id) => ({ value: id, label: titles?.find(({ ID }) => ID === id)?.title ?? id }))}
              value={draft.widgetIDs}
              onChange={(widgetIDs) => set({ widgetIDs })}
            />
            <TabChoice label={t('orgs.pages')} value={draft.canAccess} onChange={(canAccess) => set({ canAccess })} />
            <Switch
              label={t('orgs.isAdmin')}
              description={t('orgs.isAdminHint')}
              checked={draft.isOrgAdmin}
              onChange={(event) => set({ isOrgAdmin: event.currentTarget.checked })}
            />
            <Switch
              label={t(person ? 'orgs.newPassword' : 'orgs.givePassword')}
              description={t(person ? 'orgs.newPasswordHint' : 'orgs.givePasswordHint')}
              checked={byPassword}
              onChange={(event) => setByPassword(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={add.isPending || change.isPending}>
                {t(person ? 'common.save' : byPassword ? 'orgs.addUser' : 'orgs.addAndInvite')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </SideDrawer>
  )
}
