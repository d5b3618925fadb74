// The foot of a form: what it costs, and the button that spends it.
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { PAGE_CHARS } from '../../lib/document-cost.ts'
import classes from './knowledge.module.css'

interface FootProps {
  label: string
  pending: boolean
  disabled: boolean
  /** What it costs, in words. */
  children?: React.ReactNode
  onCancel: () => void
}

export function FormFooter({ label, pending, disabled, children, onCancel }: FootProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.foot}>
      {children}
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={pending} disabled={disabled}>
        {label}
      </Button>
    </div>
  )
}

/** What a text costs, in whole credits, beside the button that spends it; of a change it is the most, for kept passages cost nothing. */
export function TextCost({ credits, change }: { credits: number; change: boolean }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  return (
    <Text size="xs" c="dimmed" className={classes.cost} component="p" m={0}>
      {credits > 0 && (
        <Text span size="sm" fw={500} c="bright" display="block">
          {t(change ? 'knowledge.form.changeCost' : 'knowledge.form.cost', { count: credits, credits: say(credits) })}
        </Text>
      )}
      {t(change ? 'knowledge.form.changePrice' : 'knowledge.form.price', { chars: say(PAGE_CHARS) })}
    </Text>
  )
}

/** What reading costs where the length is not known before. */
export function ReadingCost({ pages }: { pages: boolean }) {
  const { t, i18n } = useTranslation()
  const chars = PAGE_CHARS.toLocaleString(numberLocale(i18n.language))
  return (
    <Text size="xs" c="dimmed" className={classes.cost} component="p" m={0}>
      {t(pages ? 'knowledge.add.pagesPrice' : 'knowledge.form.price', { chars })}
    </Text>
  )
}
