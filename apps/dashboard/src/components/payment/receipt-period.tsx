// The period of receipts: from one day to another, with this and the last month at hand.
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** UTC days, both inclusive; empty for an open end. */
interface ReceiptRange {
  readonly from: string
  readonly to: string
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
/** First and last day of a month relative to this one, in UTC like receipts. */
function monthAt(by: number): ReceiptRange {
  const now = new Date()
  const at = (months: number, day: number) =>
    dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)))
  return { from: at(by, 1), to: by === 0 ? '' : at(by + 1, 0) }
}
const MONTHS = { thisMonth: 0, lastMonth: -1 } as const

export const thisMonth = (): ReceiptRange => monthAt(MONTHS.thisMonth)

/** As the input of calls. */
export const daysOf = ({ from, to }: ReceiptRange) => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) })

export function ReceiptPeriod({ range, onChange }: { range: ReceiptRange; onChange: (range: ReceiptRange) => void }) {
  const { t } = useTranslation()
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`billing.receipts.${end}`)}
          value={range[end]}
          onChange={({ currentTarget: { value } }) => onChange({ ...range, [end]: value })}
        />
      ))}
      <Button.Group style={{ alignSelf: 'flex-end' }}>
        {(['thisMonth', 'lastMonth'] as const).map((name) => {
          const month = monthAt(MONTHS[name])
          const isChosen = month.from === range.from && month.to === range.to
          return (
            <Button
              key={name}
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChange(month)}
            >
              {t(`billing.receipts.${name}`)}
            </Button>
          )
        })}
      </Button.Group>
    </>
  )
}
