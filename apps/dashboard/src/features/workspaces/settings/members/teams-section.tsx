// Teams: groups of people who get conversations assigned.
import { Button, Group, MultiSelect, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import {
  MAX_TEAM_MEMBERS,
  MAX_TEAM_NAME_CHARS,
  MAX_TEAMS,
  type Team,
  type TeamCandidate,
} from '@parlance/contract/conversations/teams-api'
import { msg } from '@parlance/i18n/messages'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../../../components/content/locale.ts'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { RowMenu } from '../../../../components/overlay/row-menu.tsx'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useCan } from '../../../../lib/permissions.ts'
import { useOrgChoices, useOrgName } from '../../../../lib/use-org-choices.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import classes from '../settings.module.css'

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}:${id}`
export function TeamsSection() {
  const { t } = useTranslation()
  const mayEdit = useCan('editor')
  const { api, workspace } = useScope()
  const teams = useQuery(api.conversations.teams.queryOptions({ input: { uid: workspace.uid }, enabled: mayEdit }))
  const [edited, setEdited] = useState<Team | 'new'>()
  if (!mayEdit) return null
  return (
    <section className={classes.support} aria-labelledby="teams">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h3" id="teams">
            {t('workspaces.teams.title')}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t('workspaces.teams.text')}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          disabled={!teams.data || teams.data.items.length >= MAX_TEAMS}
          onClick={() => setEdited('new')}
        >
          {t('workspaces.teams.add')}
        </Button>
      </Group>
      {teams.isPending && <RowSkeletons />}
      {teams.error && <ErrorMessage text={errorText(teams.error)} onRetry={() => void teams.refetch()} />}
      {teams.data?.items.length === 0 && <Text size="sm">{t('workspaces.teams.none')}</Text>}
      {teams.data && teams.data.items.length > 0 && (
        <ul className={classes.list} aria-labelledby="teams">
          {teams.data.items.map((team) => (
            <TeamRow key={team.id} team={team} onEdit={() => setEdited(team)} />
          ))}
        </ul>
      )}
      {edited && teams.data && (
        <TeamDialog
          team={edited === 'new' ? undefined : edited}
          people={teams.data.people}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

/** Teams are shown wherever conversations are. */
function useChanged() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.conversations.key() })
}

function TeamRow({ team, onEdit }: { team: Team; onEdit: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const changed = useChanged()
  const { id, name, orgId, members } = team
  const org = useOrgName(orgId)
  const remove = async () => {
    const isSure = await confirm({
      title: t('workspaces.teams.deleteTitle', { name }),
      body: t('workspaces.teams.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    })
    if (!isSure) return
    try {
      await api.conversations.deleteTeam.call({ uid: workspace.uid, teamId: id })
      notify.success(t('workspaces.teams.deleted'))
    } catch (error) {
      notify.error(errorText(error))
    }
    await changed()
  }
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <Text fw={500} className="truncate" dir="auto">
          {org ? `${name} · ${org}` : name}
        </Text>
        <Text size="sm" c="dimmed" className={classes.breaking}>
          {members.length > 0 ? listOf(members.map((one) => one.name)) : t('workspaces.teams.empty')}
        </Text>
      </div>
      <RowMenu
        label={t('workspaces.teams.actions', { name })}
        actions={[
          { text: t('workspaces.teams.edit'), icon: IconEdit, onClick: onEdit },
          { text: t('common.delete'), icon: IconTrash, danger: true, onClick: () => void remove() },
        ]}
      />
    </li>
  )
}

interface DialogProps {
  /** Undefined for a new one. */
  team: Team | undefined
  people: readonly TeamCandidate[]
  onClose: () => void
}

function TeamDialog({ team, people, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const changed = useChanged()
  const [name, setName] = useState(team?.name ?? '')
  const [orgId, setOrgId] = useState(team?.orgId ?? '')
  const { choices, count, nameOf, onSearch } = useOrgChoices(orgId, [
    { value: '', label: t('workspaces.teams.everywhere') },
  ])
  const [chosen, setChosen] = useState<string[]>(() => (team?.members ?? []).map(keyOf))
  const [error, setError] = useState('')
  const [saving, setSaving] = useState(false)
  const labelOf = ({ name: person, orgId: of = '' }: { name: string; orgId?: string }) => {
    const org = of && nameOf(of)
    return org ? `${person} · ${org}` : person
  }
  const offered = people.filter((one) => orgId === '' || one.orgId === '' || one.orgId === orgId)
  // Current members may be missing from the offered people.
  const others = (team?.members ?? []).filter((one) => !people.some((other) => keyOf(other) === keyOf(one)))
  const data = [...offered, ...others].map((one) => ({ value: keyOf(one), label: labelOf(one) }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    if (name.trim() === '') return setError(translateMessage(msg('team_name_required')))
    const members = [...offered, ...others]
      .filter((one) => chosen.includes(keyOf(one)))
      .map(({ kind, id }) => ({ kind, id }))
    const input = { uid: workspace.uid, name, members }
    setSaving(true)
    try {
      if (team) await api.conversations.updateTeam.call({ ...input, teamId: team.id })
      else await api.conversations.createTeam.call({ ...input, ...(orgId && { orgId }) })
      notify.success(t('workspaces.teams.saved'))
      await changed()
      onClose()
    } catch (problem) {
      setError(errorText(problem))
    }
    setSaving(false)
  }
  return (
    <Dialog onClose={onClose} title={team ? t('workspaces.teams.edit') : t('workspaces.teams.add')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            data-autofocus
            label={t('workspaces.teams.name')}
            maxLength={MAX_TEAM_NAME_CHARS}
            value={name}
            error={error}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value)
              setError('')
            }}
          />
          {!team && count > 0 && (
            <Select
              label={t('workspaces.teams.of')}
              allowDeselect={false}
              searchable
              data={choices}
              value={orgId}
              onSearchChange={onSearch}
              onChange={(value) => setOrgId(value ?? '')}
            />
          )}
          <MultiSelect
            label={t('workspaces.teams.members')}
            searchable
            maxValues={MAX_TEAM_MEMBERS}
            data={data}
            value={chosen.filter((key) => data.some(({ value }) => value === key))}
            onChange={setChosen}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={saving}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
