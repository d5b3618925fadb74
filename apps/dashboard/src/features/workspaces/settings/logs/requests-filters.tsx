// Filters of the request log, kept in the address.
import { REQUEST_METHODS, STATUS_CLASSES } from '@parlance/contract/request-log/schemas'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../../lib/link.tsx'
import { SearchInput } from '../../../../components/inputs/search-input.tsx'
import classes from '../keys/keys.module.css'
import { DayRangeInputs, FilterSelect, useDayRange } from './log-filters.tsx'
import { useKeys } from '../keys/use-keys.ts'

const SECRETS = ['workspace', 'agency', 'agent'] as const

/** As in the address, without invalid values. */
export function useRequestFilters() {
  const [search, setSearch] = useSearchParam('search')
  const [by, setBy] = useSearchParam('by')
  const [method, setMethod] = useSearchParam('method')
  const [status, setStatus] = useSearchParam('status')
  const { range, setFrom, setTo } = useDayRange()
  const kind = SECRETS.find((one) => one === by)
  const knownMethod = REQUEST_METHODS.find((one) => one === method)
  const knownStatus = STATUS_CLASSES.find((one) => one === status)
  const filters = {
    ...(search ? { search } : {}),
    ...(kind ? { kind } : by ? { key: by } : {}),
    ...(knownMethod ? { method: knownMethod } : {}),
    ...(knownStatus ? { status: knownStatus } : {}),
    ...range,
  }
  const clear = () => {
    for (const set of [setSearch, setBy, setMethod, setStatus, setFrom, setTo]) set(undefined)
  }
  return { filters, by, setSearch, setBy, setMethod, setStatus, setFrom, setTo, clear }
}
export type RequestFiltering = ReturnType<typeof useRequestFilters>

export function RequestFilterBar({ filters, by, ...set }: RequestFiltering) {
  const { t } = useTranslation()
  const keys = useKeys().data?.items ?? []
  const callers = [
    ...keys.map(({ id, name }) => ({ value: id, label: name })),
    ...SECRETS.map((value) => ({ value, label: t(`requests.secrets.${value}`) })),
  ]
  return (
    <search className={classes.filters} aria-label={t('audit.filters')}>
      <SearchInput value={filters.search ?? ''} onChange={set.setSearch} label={t('requests.search')} />
      <FilterSelect
        label={t('requests.key')}
        any={t('requests.anyKey')}
        data={callers}
        value={callers.find(({ value }) => value === by)?.value}
        onChange={set.setBy}
      />
      <FilterSelect
        label={t('requests.method')}
        any={t('requests.anyMethod')}
        data={REQUEST_METHODS.map((value) => ({ value, label: value }))}
        value={filters.method}
        onChange={set.setMethod}
      />
      <FilterSelect
        label={t('requests.status')}
        any={t('requests.anyStatus')}
        data={STATUS_CLASSES.map((value) => ({ value, label: t(`requests.statuses.${value}`) }))}
        value={filters.status}
        onChange={set.setStatus}
      />
      <DayRangeInputs from={filters.from} to={filters.to} setFrom={set.setFrom} setTo={set.setTo} />
    </search>
  )
}
