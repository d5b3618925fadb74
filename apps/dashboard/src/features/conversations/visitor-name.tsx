// The visitor's name: generated, or verified by their site with a badge.
import { Tooltip } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import classes from './visitor-name.module.css'

type Of = Pick<Conversation, 'visitor' | 'visitorMessage' | 'signed'>

/** The generated name in the page's language. */
export const anonymousName = ({ visitor, visitorMessage }: Of): string =>
  translateMessage({ ...visitorMessage, message: visitor })

/** The verified name, or the generated one. */
export const shownName = (of: Of): string => of.signed?.name || of.signed?.email || anonymousName(of)

/** With a badge when verified. */
export function VisitorName({ conversation }: { conversation: Of }) {
  const { t } = useTranslation()
  const { signed } = conversation
  if (!signed) return <bdi className={`${classes.name} truncate`}>{anonymousName(conversation)}</bdi>
  return (
    <span className={classes.name} title={signed.email || undefined}>
      <bdi className="truncate">{shownName(conversation)}</bdi>
      <Tooltip label={t('conversations.signedHint')}>
        <span className={classes.mark}>
          <IconRosetteDiscountCheck size={14} stroke={1.75} aria-hidden="true" />
          <span className="visually-hidden">{t('conversations.signed')}</span>
        </span>
      </Tooltip>
    </span>
  )
}
