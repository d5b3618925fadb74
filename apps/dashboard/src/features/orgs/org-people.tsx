// Client users of an organization: add, edit, invite, remove.
import { Badge, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Client, Org } from '@parlance/contract/orgs/schemas'
import { IconLink, IconMail, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { NothingFound } from '../../components/feedback/nothing-found.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { CodeBox } from '../../components/inputs/copy-button.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { Avatar } from '../../components/layout/avatar.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { errorText } from '../../lib/errors.ts'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { Editing } from './person-drawer.tsx'
import classes from './orgs.module.css'

/** Shows a search from more than these on. */
const SEARCHABLE = 6

export function OrgPeople({ org, onEdit }: { org: Org; onEdit: (editing: Editing) => void }) {
  const { t } = useTranslation()
  const { api, workspace, client } = useScope()
  const found = useQuery(api.orgs.clients.queryOptions({ input: { uid: workspace.uid, orgId: org.ID } }))
  const isEditor = useCan('editor')
  // Client users who get here are admins.
  const builds = isEditor || client !== undefined
  return (
    <Stack>
      {builds && (
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            leftSection={<IconMail size={16} stroke={1.5} />}
            onClick={() => onEdit({ invite: true })}
          >
            {t('orgs.inviteUser')}
          </Button>
          <Button leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => onEdit({ invite: false })}>
            {t('orgs.addUser')}
          </Button>
        </Group>
      )}
      {found.isPending && <RowSkeletons />}
      {found.error && !found.data && (
        <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.data && <People people={found.data.items} canEdit={builds} onEdit={(person) => onEdit({ person })} />}
    </Stack>
  )
}

interface PeopleProps {
  people: readonly Client[]
  canEdit: boolean
  onEdit: (person: Client) => void
}

function People({ people, canEdit, onEdit }: PeopleProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = search.toLowerCase()
  const shown = people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
  if (people.length === 0) return <Text c="dimmed">{t('orgs.noPeople')}</Text>
  return (
    <>
      {(people.length > SEARCHABLE || search !== '') && (
        <SearchInput value={search} onChange={setSearch} label={t('orgs.searchPeople')} />
      )}
      {shown.length === 0 ? (
        <NothingFound title={t('common.nothingFound', { search })} onClear={() => setSearch('')} />
      ) : (
        <ul className={classes.list} aria-label={t('orgs.people', { count: shown.length })}>
          {shown.map((person) => (
            <Person key={person.ID} person={person} onEdit={() => onEdit(person)} canEdit={canEdit} />
          ))}
        </ul>
      )}
    </>
  )
}

function Person({ person, onEdit, canEdit }: { person: Client; onEdit: () => void; canEdit: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const isAdmin = useCan('admin')
  const [link, setLink] = useState('')
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
  const createLink = async () => {
    try {
      setLink((await api.orgs.createSignInLink.call(name)).data.url)
    } catch (error) {
      notify.error(errorText(error))
    }
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
      <Avatar name={person.name} photo={person.squarePhotoURL} size={36} />
      <div className={classes.words}>
        <UnstyledButton className={`${classes.name} truncate`} dir="auto" onClick={onEdit} disabled={!canEdit}>
          {person.name}
        </UnstyledButton>
        <Text size="sm" c="dimmed" className="truncate">
          {person.email}
        </Text>
      </div>
      <div>{person.isOrgAdmin && <Badge>{t('orgs.admin')}</Badge>}</div>
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
            ...(isAdmin
              ? [{ icon: IconLink, text: t('orgs.createSignInLink'), onClick: () => void createLink() }]
              : []),
            { icon: IconTrash, text: t('orgs.remove'), danger: true, onClick: () => void remove() },
          ]}
        />
      )}
      {link !== '' && (
        <Dialog title={t('orgs.signInLink', { name: person.name })} onClose={() => setLink('')}>
          <Stack>
            <Text size="sm">{t('orgs.signInLinkHint', { name: person.name })}</Text>
            <CodeBox value={link} name={t('orgs.signInLink', { name: person.name })} copyLabel={t('orgs.copy')} />
          </Stack>
        </Dialog>
      )}
    </li>
  )
}
