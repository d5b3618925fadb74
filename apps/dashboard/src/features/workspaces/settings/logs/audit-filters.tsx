// Filters of the log, kept in the address.
import type { ActorKind } from '@parlance/contract/audit/schemas'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../../lib/link.tsx'
import { SearchInput } from '../../../../components/inputs/search-input.tsx'
import classes from '../keys/keys.module.css'
import { DayRangeInputs, FilterSelect, useDayRange } from './log-filters.tsx'

const KINDS = [
  'session',
  'key',
  'workspace',
  'agency',
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

export interface AuditFilters {
  who?: string
  kind?: ActorKind
  action?: string
  object?: string
  from?: string
  to?: string
}

/** As in the address, without invalid values. */
export function useAuditFilters() {
  const [who, setWho] = useSearchParam('who')
  const [kind, setKind] = useSearchParam('by')
  const [action, setAction] = useSearchParam('what')
  const [object, setObject] = useSearchParam('about')
  const { range, setFrom, setTo } = useDayRange()
  const known = KINDS.find((one) => one === kind)
  const filters: AuditFilters = {
    ...(who ? { who } : {}),
    ...(known ? { kind: known } : {}),
    ...(action ? { action } : {}),
    ...(object ? { object } : {}),
    ...range,
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
      <FilterSelect
        label={t('audit.kind')}
        any={t('audit.allKinds')}
        data={KINDS.map((value) => ({ value, label: t(`audit.kinds.${value}`) }))}
        value={filters.kind}
        onChange={set.setKind}
      />
      <FilterSelect
        label={t('audit.area')}
        any={t('audit.allAreas')}
        data={AREAS.map((value) => ({ value, label: t(`audit.areas.${value}`) }))}
        value={AREAS.find((value) => value === filters.action)}
        onChange={set.setAction}
      />
      <DayRangeInputs from={filters.from} to={filters.to} setFrom={set.setFrom} setTo={set.setTo} />
    </search>
  )
}
