// Who the visitor is: a short made-up name, or what their site has sworn to, with a mark that says so.
import { Anchor, Tooltip } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import classes from './visitor-name.module.css'

type Of = Pick<Conversation, 'visitor' | 'visitorMessage' | 'signed'>

/** The made-up name in the language of the page. */
export const anonymousName = ({ visitor, visitorMessage }: Of): string =>
  translateMessage({ ...visitorMessage, message: visitor })

/** What their site has sworn to, or the made-up name. */
export const shownName = (of: Of): string => of.signed?.name || of.signed?.email || anonymousName(of)

/** The e-mail address stands beside the name where there is room for it; a line of a list is a link already. */
export function VisitorName({ conversation, full }: { conversation: Of; full?: boolean }) {
  const { t } = useTranslation()
  const { signed } = conversation
  if (!signed) return <span className={classes.name}>{anonymousName(conversation)}</span>
  const { email } = signed
  const shown = shownName(conversation)
  return (
    <span className={classes.name} title={full ? undefined : email || undefined}>
      <bdi className="truncate">{shown}</bdi>
      <Tooltip label={t('conversations.signedHint')}>
        <span className={classes.mark}>
          <IconRosetteDiscountCheck size={14} stroke={1.75} aria-hidden="true" />
          <span className={full ? undefined : 'visually-hidden'}>{t('conversations.signed')}</span>
        </span>
      </Tooltip>
      {full && email !== '' && email !== shown && (
        <Anchor href={`mailto:${email}`} size="xs" className="truncate">
          {email}
        </Anchor>
      )}
    </span>
  )
}
