// What the request log is narrowed to; all of it stands in the address.
import { Select, TextInput } from '@mantine/core'
import { REQUEST_METHODS, STATUS_CLASSES } from '@parlance/contract/requests/schemas'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import classes from './keys.module.css'
import { useKeys } from './use-keys.ts'

const SECRETS = ['workspace', 'agent'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = (text: string) => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

/** As the address says; what it says wrongly is left out. */
export function useRequestFilters() {
  const [search, setSearch] = useSearchParam('search')
  const [by, setBy] = useSearchParam('by')
  const [method, setMethod] = useSearchParam('method')
  const [status, setStatus] = useSearchParam('status')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const kind = SECRETS.find((one) => one === by)
  const knownMethod = REQUEST_METHODS.find((one) => one === method)
  const knownStatus = STATUS_CLASSES.find((one) => one === status)
  const filters = {
    ...(search ? { search } : {}),
    ...(kind ? { kind } : by ? { key: by } : {}),
    ...(knownMethod ? { method: knownMethod } : {}),
    ...(knownStatus ? { status: knownStatus } : {}),
    ...(day(from) ? { from } : {}),
    ...(day(to) ? { to } : {}),
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
      <Select
        label={t('requests.key')}
        placeholder={t('requests.anyKey')}
        clearable
        clearButtonProps={{ 'aria-label': t('requests.anyKey') }}
        data={callers}
        value={callers.find(({ value }) => value === by)?.value ?? null}
        onChange={(next) => set.setBy(next ?? undefined)}
      />
      <Select
        label={t('requests.method')}
        placeholder={t('requests.anyMethod')}
        clearable
        clearButtonProps={{ 'aria-label': t('requests.anyMethod') }}
        data={[...REQUEST_METHODS]}
        value={filters.method ?? null}
        onChange={(next) => set.setMethod(next ?? undefined)}
      />
      <Select
        label={t('requests.status')}
        placeholder={t('requests.anyStatus')}
        clearable
        clearButtonProps={{ 'aria-label': t('requests.anyStatus') }}
        data={STATUS_CLASSES.map((value) => ({ value, label: t(`requests.statuses.${value}`) }))}
        value={filters.status ?? null}
        onChange={(next) => set.setStatus(next ?? undefined)}
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
