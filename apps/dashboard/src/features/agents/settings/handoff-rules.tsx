// Working hours of the team, alternatives outside them, and routing.
import {
  ActionIcon,
  Badge,
  Button,
  Fieldset,
  Flex,
  Group,
  MultiSelect,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { MAX_HOLIDAYS, MAX_HOURS_A_DAY } from '@parlance/contract/agents/handoff-fields'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { isOpen, nextOpening, type Opening } from '@parlance/contract/conversations/handoff-hours'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateLocale } from '../../../components/content/locale.ts'
import { Section } from '../../../components/layout/page.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { ownTimeZone } from '../../../lib/own-time-zone.ts'
import { useDraft } from '../draft/draft.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import { nextFreeDay } from './next-free-day.ts'

type Hours = AgentConfig['handoffHours']

export default function HandoffRules() {
  const mayChange = useFieldAccess()
  return (
    <>
      <WorkingHours />
      {mayChange('handoffRouting') && <Routing />}
    </>
  )
}

function WorkingHours() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const hours = config.handoffHours
  const [isChosen, setChosen] = useState(false)
  const change = (part: Partial<Hours>) => edit({ handoffHours: { ...hours, ...part } })
  return (
    <Section title={t('handoff.title')}>
      <Select
        label={t('handoff.timeZone')}
        description={t('handoff.timeZoneHint')}
        searchable
        allowDeselect={false}
        data={[...new Set(['UTC', hours.timeZone, ...Intl.supportedValuesOf('timeZone')])]}
        value={hours.timeZone}
        onChange={(timeZone) => {
          if (!timeZone) return
          setChosen(true)
          change({ timeZone })
        }}
        maw={320}
      />
      <Switch
        label={t('handoff.limit')}
        description={t('handoff.limitHint')}
        checked={hours.enabled}
        onChange={({ currentTarget }) => {
          // New hours use the editor's time zone, unless they have just chosen UTC.
          const isUnset = currentTarget.checked && hours.timeZone === 'UTC' && !isChosen
          change({ enabled: currentTarget.checked, timeZone: isUnset ? ownTimeZone() : hours.timeZone })
        }}
      />
      {hours.enabled && (
        <>
          <OpenNow hours={hours} />
          <Stack gap={6}>
            {hours.days.map((openings, day) => (
              <Day
                key={dayNames()[day]}
                name={dayNames()[day] ?? ''}
                openings={openings}
                onChange={(next) => change({ days: hours.days.map((old, at) => (at === day ? next : old)) })}
              />
            ))}
          </Stack>
          <Holidays holidays={hours.holidays} onChange={(holidays) => change({ holidays })} />
          <Select
            label={t('handoff.after')}
            allowDeselect={false}
            data={[
              { value: 'form', label: t('handoff.form') },
              { value: 'note', label: t('handoff.note') },
            ]}
            value={config.handoffAfterHours}
            onChange={(value) => value && edit({ handoffAfterHours: value === 'note' ? 'note' : 'form' })}
            maw={320}
          />
        </>
      )}
    </Section>
  )
}

/** From Monday; 1 January 2024 was a Monday. */
const dayNames = () => {
  const format = new Intl.DateTimeFormat(dateLocale(), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))
}

function OpenNow({ hours }: { hours: Hours }) {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  const opens = nextOpening(hours, now)
  const time =
    opens === undefined
      ? ''
      : new Intl.DateTimeFormat(dateLocale(), {
          timeZone: hours.timeZone,
          weekday: 'long',
          day: 'numeric',
          month: 'short',
          hour: 'numeric',
          minute: '2-digit',
        }).format(opens)
  const isNow = isOpen(hours, now)
  return (
    <output>
      <Badge color={isNow ? 'green' : 'gray'} variant="light" tt="none" size="lg">
        {isNow
          ? t('handoff.openNow')
          : opens === undefined
            ? t('handoff.neverOpen')
            : t('handoff.closedUntil', { time })}
      </Badge>
    </output>
  )
}

interface DayProps {
  name: string
  openings: readonly Opening[]
  onChange: (openings: Opening[]) => void
}

function Day({ name, openings, onChange }: DayProps) {
  const { t } = useTranslation()
  const last = openings.at(-1)
  const next = !last ? { from: '09:00', to: '17:00' } : last.to < '23:00' ? { from: last.to, to: '24:00' } : undefined
  return (
    <Fieldset variant="unstyled" aria-label={name}>
      <Flex gap={{ base: 0, xs: 'xs' }} direction={{ base: 'column', xs: 'row' }}>
        <Text size="sm" w={110} pt={7}>
          {name}
        </Text>
        <Group gap={4} align="start">
          <Stack gap={6} miw={0}>
            {openings.length === 0 && (
              <Text size="sm" c="dimmed" pt={7}>
                {t('handoff.closed')}
              </Text>
            )}
            {openings.map((opening, at) => (
              <Interval
                // oxlint-disable-next-line react/no-array-index-key -- a changed interval keeps the focus
                key={`${openings.length}-${at}`}
                day={name}
                opening={opening}
                onChange={(changed) => onChange(openings.map((old, index) => (index === at ? changed : old)))}
                onRemove={() => onChange(openings.filter((_, index) => index !== at))}
              />
            ))}
          </Stack>
          {next && openings.length < MAX_HOURS_A_DAY && (
            <ActionIcon
              mt={1}
              aria-label={t('handoff.addHours', { day: name })}
              onClick={() => onChange([...openings, next])}
            >
              <IconPlus size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </Group>
      </Flex>
    </Fieldset>
  )
}

interface IntervalProps {
  day: string
  opening: Opening
  onChange: (opening: Opening) => void
  onRemove: () => void
}

/** Keeps an invalid interval here until corrected. */
function Interval({ day, opening, onChange, onRemove }: IntervalProps) {
  const { t } = useTranslation()
  const [invalid, setInvalid] = useState<Opening>()
  const typed = invalid ?? opening
  const change = (part: Partial<Opening>) => {
    const next = { ...typed, ...part }
    const fits = next.from !== '' && next.from < next.to
    setInvalid(fits ? undefined : next)
    if (fits) onChange(next)
  }
  return (
    <Group gap={6} align="start" wrap="nowrap">
      <TextInput
        type="time"
        flex={1}
        miw={0}
        aria-label={t('handoff.from', { day })}
        value={typed.from}
        error={invalid && t('handoff.order')}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <Text pt={6} aria-hidden="true">
        –
      </Text>
      <TextInput
        type="time"
        flex={1}
        miw={0}
        aria-label={t('handoff.to', { day })}
        // Time inputs show 24:00 as 00:00.
        value={typed.to === '24:00' ? '00:00' : typed.to}
        onChange={({ currentTarget }) =>
          change({ to: currentTarget.value === '00:00' ? '24:00' : currentTarget.value })
        }
      />
      <ActionIcon mt={1} aria-label={t('handoff.removeHours', { day })} onClick={onRemove}>
        <IconX size={16} stroke={1.5} />
      </ActionIcon>
    </Group>
  )
}

interface HolidaysProps {
  holidays: Hours['holidays']
  onChange: (holidays: Hours['holidays']) => void
}

const today = () => new Date().toISOString().slice(0, 10)

function Holidays({ holidays, onChange }: HolidaysProps) {
  const { t } = useTranslation()
  const dates = holidays.map(({ date }) => date)
  const set = (at: number, part: Partial<Hours['holidays'][number]>) =>
    onChange(holidays.map((holiday, index) => (index === at ? { ...holiday, ...part } : holiday)))
  return (
    <Fieldset variant="unstyled" legend={t('handoff.holidays')}>
      <Stack gap={6}>
        {holidays.map((holiday, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- dates may be the same while they are edited
          <Group key={at} gap={6} wrap="nowrap">
            <TextInput
              type="date"
              aria-label={t('handoff.holidayDate')}
              value={holiday.date}
              onChange={({ currentTarget }) => currentTarget.value !== '' && set(at, { date: currentTarget.value })}
            />
            <TextInput
              aria-label={t('handoff.holidayName')}
              placeholder={t('handoff.holidayName')}
              maxLength={60}
              value={holiday.name}
              onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
            />
            <ActionIcon
              aria-label={t('handoff.removeHoliday')}
              onClick={() => onChange(holidays.filter((_, index) => index !== at))}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        {holidays.length < MAX_HOLIDAYS && (
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => onChange([...holidays, { date: nextFreeDay(dates, today()), name: '' }])}
            >
              {t('handoff.addHoliday')}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}

const TEAM = 'team:'
const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}:${id}`

function Routing() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, config, edit } = useDraft()
  const { handoffRouting, handoffTeamId } = config
  const { to, people } = handoffRouting
  const found = useQuery(api.conversations.assignees.queryOptions({ input: { agentId } }))
  const known = found.data?.items ?? []
  const teams = found.data?.teams ?? []
  const hasTeam = teams.some(({ id }) => id === handoffTeamId)
  const isTeamGone = handoffTeamId !== '' && found.data !== undefined && !hasTeam
  const choices = [
    { value: 'everyone', label: t('handoff.everyone') },
    { value: 'named', label: t('handoff.named') },
  ]
  const choose = (value: string | null) => {
    if (value === null) return
    const isTeam = value.startsWith(TEAM)
    edit({
      handoffTeamId: isTeam ? value.slice(TEAM.length) : '',
      handoffRouting: { to: value === 'named' ? 'named' : 'everyone', people },
    })
  }
  return (
    <Section title={t('handoff.routing')} description={t('handoff.routingText')}>
      <Select
        label={t('area.fields.handoffRouting')}
        description={isTeamGone && t('handoff.teamGone')}
        allowDeselect={false}
        data={
          teams.length === 0
            ? choices
            : [
                { group: t('handoff.people'), items: choices },
                {
                  group: t('handoff.teams'),
                  items: teams.map(({ id, name }) => ({ value: `${TEAM}${id}`, label: name })),
                },
              ]
        }
        value={hasTeam ? `${TEAM}${handoffTeamId}` : handoffTeamId !== '' && found.isPending ? null : to}
        onChange={choose}
        maw={320}
      />
      {to === 'named' && !hasTeam && (
        <MultiSelect
          label={t('handoff.people')}
          searchable
          data={known.map((one) => ({ value: keyOf(one), label: one.name }))}
          value={people.map(keyOf).filter((key) => known.some((one) => keyOf(one) === key))}
          error={people.length === 0 && t('handoff.nobody')}
          onChange={(keys) =>
            edit({
              handoffRouting: {
                to: 'named',
                people: known.filter((one) => keys.includes(keyOf(one))).map(({ kind, id }) => ({ kind, id })),
              },
            })
          }
        />
      )}
    </Section>
  )
}
