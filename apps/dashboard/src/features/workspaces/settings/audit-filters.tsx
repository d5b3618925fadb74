// What the log is narrowed to; all of it stands in the address.
import { Select, TextInput } from '@mantine/core'
import type { ActorKind } from '@parlance/contract/audit/schemas'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import classes from './keys.module.css'

const KINDS = [
  'session',
  'key',
  'workspace',
  'agent',
  'stranger',
  'support',
  'system',
] as const satisfies readonly ActorKind[]
const AREAS = [
  'agents',
  'knowledge',
  'crawler',
  'conversations',
  'evaluations',
  'tools',
  'workspaces',
  'events',
  'accounts',
  'access',
] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = (text: string) => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

export interface AuditFilters {
  who?: string
  kind?: ActorKind
  action?: string
  object?: string
  from?: string
  to?: string
}

/** As the address says; what it says wrongly is left out. */
export function useAuditFilters() {
  const [who, setWho] = useSearchParam('who')
  const [kind, setKind] = useSearchParam('by')
  const [action, setAction] = useSearchParam('what')
  const [object, setObject] = useSearchParam('about')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const known = KINDS.find((one) => one === kind)
  const filters: AuditFilters = {
    ...(who ? { who } : {}),
    ...(known ? { kind: known } : {}),
    ...(action ? { action } : {}),
    ...(object ? { object } : {}),
    ...(day(from) ? { from } : {}),
    ...(day(to) ? { to } : {}),
  }
  const clear = () => {
    for (const set of [setWho, setKind, setAction, setObject, setFrom, setTo]) set(undefined)
  }
  return { filters, setWho, setKind, setAction, setObject, setFrom, setTo, clear }
}
export type Filtering = ReturnType<typeof useAuditFilters>

export function AuditFilterBar({ filters, ...set }: Filtering) {
  const { t } = useTranslation()
  return (
    <search className={classes.filters} aria-label={t('audit.filters')}>
      <SearchInput value={filters.who ?? ''} onChange={set.setWho} label={t('audit.searchWho')} />
      <Select
        label={t('audit.kind')}
        placeholder={t('audit.allKinds')}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.allKinds') }}
        data={KINDS.map((value) => ({ value, label: t(`audit.kinds.${value}`) }))}
        value={filters.kind ?? null}
        onChange={(next) => set.setKind(next ?? undefined)}
      />
      <Select
        label={t('audit.area')}
        placeholder={t('audit.allAreas')}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.allAreas') }}
        data={AREAS.map((value) => ({ value, label: t(`audit.areas.${value}`) }))}
        value={AREAS.find((value) => value === filters.action) ?? null}
        onChange={(next) => set.setAction(next ?? undefined)}
      />
      <TextInput
        type="date"
        label={t('audit.from')}
        value={filters.from ?? ''}
        onChange={({ currentTarget: { value } }) => set.setFrom(value || undefined)}
      />
      <TextInput
        type="date"
        label={t('audit.to')}
        value={filters.to ?? ''}
        onChange={({ currentTarget: { value } }) => set.setTo(value || undefined)}
      />
    </search>
  )
}
