// Shared filters of the audit log and the request log.
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../../lib/link.tsx'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = (text: string) => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

/** `from` and `to` of the address, without invalid days. */
export function useDayRange() {
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const range = { ...(day(from) ? { from } : {}), ...(day(to) ? { to } : {}) }
  return { range, setFrom, setTo }
}

/** The reader's days as points in time, both inclusive. */
export function instantsOf<Filters extends { from?: string; to?: string }>({ from, to, ...filters }: Filters) {
  const startOf = (text: string, later = 0) => {
    const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
    return new Date(year, month - 1, date + later)
  }
  return {
    ...filters,
    ...(from && { from: startOf(from).toISOString() }),
    ...(to && { to: new Date(startOf(to, 1).getTime() - 1).toISOString() }),
  }
}

interface DayRangeInputsProps {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly setFrom: (day: string | undefined) => void
  readonly setTo: (day: string | undefined) => void
}
export function DayRangeInputs({ from = '', to = '', setFrom, setTo }: DayRangeInputsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        type="date"
        label={t('audit.from')}
        value={from}
        onChange={({ currentTarget: { value } }) => setFrom(value || undefined)}
      />
      <TextInput
        type="date"
        label={t('audit.to')}
        value={to}
        onChange={({ currentTarget: { value } }) => setTo(value || undefined)}
      />
    </>
  )
}

interface FilterSelectProps<Value extends string> {
  readonly label: string
  /** Label of the empty choice. */
  readonly any: string
  readonly data: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}
export function FilterSelect<Value extends string>({ label, any, data, value, onChange }: FilterSelectProps<Value>) {
  return (
    <Select<Value>
      label={label}
      placeholder={any}
      clearable
      clearButtonProps={{ 'aria-label': any }}
      data={data}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
