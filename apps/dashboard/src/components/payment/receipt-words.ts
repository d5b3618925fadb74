// Texts and amounts of receipts.
import type { Currency } from '@parlance/contract/billing/plans'
import type { ClientReceipt } from '@parlance/contract/billing/receipts'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { wordLocale } from '../content/locale.ts'
import { currencyText, usd } from '../content/format-number.ts'

/** Receipts contain fractions of a cent. */
const DECIMALS = 6

export function useReceiptWords() {
  const { t, i18n } = useTranslation()
  const dollars = (amount: number) => usd(amount, i18n.language, DECIMALS)
  const money = (amount: number, currency: Currency) =>
    currencyText(amount, currency, i18n.language, { maximumFractionDigits: DECIMALS })
  return {
    dollars,
    money,
    day: (day: string) =>
      new Date(`${day}T00:00:00Z`).toLocaleDateString(wordLocale(i18n.language), {
        dateStyle: 'medium',
        timeZone: 'UTC',
      }),
    channel: (id: string) => (id === '' ? t('billing.receipts.noChannel') : t(`billing.receipts.channels.${id}`, id)),
    cause: ({ kind, causedBy, causedByMessage }: Pick<ClientReceipt, 'kind' | 'causedBy' | 'causedByMessage'>) =>
      kind === 'turn'
        ? t('billing.answer', { agent: causedBy })
        : translateMessage({ ...causedByMessage, message: causedBy }),
    /** An invoice's part covered by a charge. */
    shareOf: ({ invoice }: Pick<ClientReceipt, 'invoice'>) =>
      invoice
        ? [
            { label: t('billing.receipts.ofInvoice'), value: money(invoice.total, invoice.currency) },
            ...(invoice.tax > 0
              ? [{ label: t('billing.receipts.tax'), value: money(invoice.tax, invoice.currency) }]
              : []),
          ]
        : [],
  }
}
