// Filters of the list, kept in the address.
import { ActionIcon, Button, Group, Indicator, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { InboxView } from '@parlance/contract/conversations/api'
import { IconFilter, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CHANNELS, INBOX_VIEWS } from '../contract-constants.ts'
import { daysInput } from '../session-days.ts'
import { SavedViews } from './saved-views.tsx'
import { useInboxCounts, useSelf } from './use-inbox.ts'
import { ASSIGNEE, filterValues, type Values } from './workspace-conversations.ts'

const MORE = ['tag', 'assignee', 'channel', 'from', 'to'] as const satisfies readonly (keyof Values)[]

export function useInboxFilters() {
  const [view, setView] = useSearchParam('view')
  const [agent, setAgent] = useSearchParam('agent')
  const [tag, setTag] = useSearchParam('tag')
  const [assignee, setAssignee] = useSearchParam('assignee')
  const [channel, setChannel] = useSearchParam('channel')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const set = {
    view: setView,
    agent: setAgent,
    tag: setTag,
    assignee: setAssignee,
    channel: setChannel,
    from: setFrom,
    to: setTo,
  }
  const values = filterValues({ view, agent, tag, assignee, channel, from, to })
  const change = (patch: Partial<Values>) => {
    for (const [name, value] of Object.entries(patch)) set[name as keyof Values](value)
  }
  return {
    values,
    change,
    clear: () => change({ view: '', agent: '', tag: '', assignee: '', channel: '', from: '', to: '' }),
    isNarrowed: Object.values(values).some((value) => value !== ''),
  }
}
export type InboxFiltersState = ReturnType<typeof useInboxFilters>

const given = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

interface Props {
  filters: InboxFiltersState
  /** Workspace inbox: offers agents and counts per view. */
  ofWorkspace: boolean
  /** The agent whose people can be assignees; empty for none. */
  agentId: string
  /** Starts selection mode; absent when there are no bulk actions. */
  onSelect: (() => void) | undefined
}

export function InboxFilters({ filters, ofWorkspace, agentId, onSelect }: Props) {
  const { t } = useTranslation()
  const { values, change } = filters
  const counts = useInboxCounts()
  const [search, setSearch] = useSearchParam('search')
  const open = (saved: Readonly<Record<string, string>>) => {
    change(Object.fromEntries(Object.keys(values).map((name) => [name, saved[name] ?? ''])))
    setSearch(saved['search'])
  }
  const label = (one: InboxView) => {
    const name = t(`conversations.inbox.views.${one}`)
    const count = ofWorkspace && counts && (one === 'waiting' || one === 'mine') ? counts[one] : 0
    return count > 0 ? `${name} (${count})` : name
  }
  return (
    <Stack gap={8} mb={8}>
      <Group gap={8} wrap="nowrap">
        <Select
          size="sm"
          flex={1}
          miw={0}
          aria-label={t('conversations.inbox.view')}
          allowDeselect={false}
          data={[
            { value: '', label: t('conversations.inbox.views.all') },
            ...INBOX_VIEWS.map((one) => ({ value: one, label: label(one) })),
          ]}
          value={values.view}
          onChange={(value) => change({ view: value ?? '' })}
        />
        <MoreFilters filters={filters} agentId={agentId} />
        <SavedViews current={{ ...given(values), ...(search && { search }) }} onOpen={open} />
        {onSelect && (
          <ActionIcon variant="default" size={36} aria-label={t('conversations.inbox.bulk.select')} onClick={onSelect}>
            <IconListCheck size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </Group>
      {ofWorkspace && <AgentChoice agent={values.agent} onChange={(agent) => change({ agent })} />}
    </Stack>
  )
}

function AgentChoice({ agent, onChange }: { agent: string; onChange: (agent: string) => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  const agents = (summaries.data?.items ?? []).map(({ ID, title }) => ({ value: ID, label: title }))
  if (agents.length < 2 && agent === '') return null
  return (
    <Select
      size="sm"
      clearable
      searchable
      aria-label={t('conversations.sessions.agent')}
      placeholder={t('conversations.sessions.anyAgent')}
      data={agents}
      value={agent || null}
      onChange={(value) => onChange(value ?? '')}
    />
  )
}

function MoreFilters({ filters, agentId }: Pick<Props, 'filters' | 'agentId'>) {
  const { t } = useTranslation()
  const count = MORE.filter((name) => filters.values[name] !== '').length
  const label = count > 0 ? t('conversations.inbox.filtersSet', { count }) : t('conversations.inbox.filters')
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus shadow="md" withinPortal>
      <Indicator label={count} size={16} disabled={count === 0}>
        <Popover.Target>
          <ActionIcon variant="default" size={36} aria-label={label}>
            <IconFilter size={18} stroke={1.5} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <Fields filters={filters} agentId={agentId} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Loads people only when they can be chosen. */
function Fields({ filters: { values, change }, agentId }: Pick<Props, 'filters' | 'agentId'>) {
  const { t } = useTranslation()
  const { api } = useScope()
  const self = useSelf()
  const people = useQuery(api.conversations.assignees.queryOptions({ input: { agentId }, enabled: agentId !== '' }))
  const mine = `${self.kind}:${self.id}`
  const others = (people.data?.items ?? []).map(({ kind, id, name }) => ({ value: `${kind}:${id}`, label: name }))
  const assignees = [
    { value: 'nobody', label: t('conversations.inbox.nobody') },
    { value: mine, label: t('conversations.inbox.me') },
    ...others.filter(({ value }) => value !== mine),
  ]
  const teams = (people.data?.teams ?? []).map(({ id, name }) => ({ value: `team:${id}`, label: name }))
  const unknown =
    ASSIGNEE.test(values.assignee) && ![...assignees, ...teams].some(({ value }) => value === values.assignee)
  // Debounced before it is applied.
  const [tag, setTag] = useState(values.tag)
  const changeTag = useDebouncedCallback((typed: string) => change({ tag: typed }), 300)
  const days = { agent: '', channel: '', state: '', from: values.from, to: values.to }
  return (
    <Stack gap="sm">
      <TextInput
        size="sm"
        label={t('conversations.inbox.tag')}
        placeholder={t('conversations.inbox.anyTag')}
        maxLength={50}
        value={tag}
        onChange={({ currentTarget }) => {
          setTag(currentTarget.value)
          changeTag(currentTarget.value.trim())
        }}
      />
      <Select
        size="sm"
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
        label={t('conversations.inbox.assignee')}
        placeholder={t('conversations.inbox.anybody')}
        data={[
          ...assignees,
          ...(unknown ? [{ value: values.assignee, label: t('conversations.inbox.somebody') }] : []),
          ...(teams.length > 0 ? [{ group: t('conversations.inbox.teams'), items: teams }] : []),
        ]}
        value={values.assignee || null}
        onChange={(value) => change({ assignee: value ?? '' })}
      />
      <Select
        size="sm"
        clearable
        comboboxProps={{ withinPortal: false }}
        label={t('conversations.sessions.channel')}
        placeholder={t('conversations.sessions.anyChannel')}
        data={CHANNELS.map((value) => ({ value, label: t(`conversations.channel.${value}`) }))}
        value={values.channel || null}
        onChange={(value) => change({ channel: value ?? '' })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          size="sm"
          type="date"
          label={t(`conversations.sessions.${name}`)}
          {...daysInput(days, name)}
          value={values[name]}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
      {MORE.some((name) => values[name] !== '') && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            setTag('')
            change({ tag: '', assignee: '', channel: '', from: '', to: '' })
          }}
        >
          {t('conversations.sessions.clear')}
        </Button>
      )}
    </Stack>
  )
}
