// The cost of saving a document, in words.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { PAGE_CHARS } from '../../lib/document-cost.ts'

export function TextCost({ credits, change }: { credits: number; change: boolean }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  return (
    <>
      {credits > 0 && (
        <Text span size="sm" fw={500} c="bright" display="block">
          {t(change ? 'knowledge.form.changeCost' : 'knowledge.form.cost', { count: credits, credits: say(credits) })}
        </Text>
      )}
      {t(change ? 'knowledge.form.changePrice' : 'knowledge.form.price', { chars: say(PAGE_CHARS) })}
    </>
  )
}

/** For sources of unknown length. */
export function ReadingCost({ pages }: { pages: boolean }) {
  const { t, i18n } = useTranslation()
  const chars = PAGE_CHARS.toLocaleString(numberLocale(i18n.language))
  return t(pages ? 'knowledge.add.pagesPrice' : 'knowledge.form.price', { chars })
}
