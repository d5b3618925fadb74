// Filters of sessions: agent, channel, state, and the day of the last message; kept in the address.
import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { CHANNELS, STATES } from './contract-constants.ts'
import { daysInput, type SessionFilters } from './session-days.ts'

/** Two per row on phones; agents and days, long in some languages, take a full row. */
const WIDTH = { base: 'calc(50% - 4px)', xs: 156 }
const WHOLE = { base: '100%', xs: 156 }
/** With its label in front. */
const DAY = { base: '100%', xs: 186 }

interface Props {
  filters: SessionFilters
  onChange: (patch: Partial<SessionFilters>) => void
}

export function SessionFilterFields(props: Props) {
  const { filters, onChange } = props
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  const agents = (summaries.data?.items ?? []).map(({ ID, title }) => ({ value: ID, label: title }))
  const unknown = filters.agent !== '' && !agents.some(({ value }) => value === filters.agent)
  const channels = CHANNELS.map((value) => ({ value, label: t(`conversations.channel.${value}`) }))
  const states = STATES.map((value) => ({ value, label: t(`conversations.sessions.states.${value}`) }))
  return (
    <Group component="fieldset" gap="xs" mb="md" p={0} m={0} bd="0" aria-label={t('conversations.sessions.filters')}>
      <Choice
        {...props}
        name="agent"
        any={t('conversations.sessions.anyAgent')}
        data={unknown ? [{ value: filters.agent, label: filters.agent }, ...agents] : agents}
      />
      <Choice {...props} name="channel" any={t('conversations.sessions.anyChannel')} data={channels} />
      <Choice {...props} name="state" any={t('conversations.sessions.anyState')} data={states} />
      <Day {...props} name="from" />
      <Day {...props} name="to" />
      {Object.values(filters).some(Boolean) && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => onChange({ agent: '', channel: '', state: '', from: '', to: '' })}
        >
          {t('conversations.sessions.clear')}
        </Button>
      )}
    </Group>
  )
}

interface ChoiceProps extends Props {
  name: 'agent' | 'channel' | 'state'
  /** Shown while nothing is chosen. */
  any: string
  data: { value: string; label: string }[]
}

function Choice({ filters, onChange, name, any, data }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      size="sm"
      w={name === 'agent' ? WHOLE : WIDTH}
      clearable
      searchable={name === 'agent'}
      aria-label={t(`conversations.sessions.${name}`)}
      placeholder={any}
      data={data}
      value={filters[name] || null}
      onChange={(value) => onChange({ [name]: value ?? '' })}
    />
  )
}

function Day({ filters, onChange, name }: Props & { name: 'from' | 'to' }) {
  const { t } = useTranslation()
  return (
    <TextInput
      size="sm"
      type="date"
      w={DAY}
      leftSection={<Text size="xs">{t(`conversations.sessions.${name}`)}</Text>}
      leftSectionWidth={60}
      leftSectionPointerEvents="none"
      aria-label={t(`conversations.sessions.${name}`)}
      {...daysInput(filters, name)}
      value={filters[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  )
}
