import { NOTICES, type NoticeKind } from '@parlance/contract/conversations/lifecycle'
import { Badge, Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import type { Target } from '../../lib/paths.ts'
import { Avatar } from '../../components/layout/avatar.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './conversations.module.css'
import type { Found, Listed } from './listed.ts'
import { useAnswering } from './live.tsx'
import { ConversationStatus } from './conversation-status.tsx'
import { VisitorName } from './visitor-name.tsx'
import { VisitorPresence } from './visitor-presence.tsx'

interface Props {
  conversation: Listed
  target: Target
  current?: boolean
  /** Three lines instead of two, with the subject, the channel and the message count. */
  detailed?: boolean
  /** Set in selection mode. */
  choice?: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined
  /** Props of the list item in virtual lists. */
  item?: ComponentProps<'li'>
}

/** A conversation in a list: visitor, time, last message and status. */
export function ConversationRow({ conversation, target, current, detailed, choice, item }: Props) {
  const { t } = useTranslation()
  // Live events are newer than the list.
  const answering = useAnswering(conversation.id) ?? conversation.answering
  const { signed, inbox, title } = conversation
  const responsible = inbox?.assignee ?? inbox?.team
  const last = conversation.found ? (
    <FoundIn {...conversation.found} isShort={!detailed} />
  ) : (
    <span className={`${classes.preview} truncate`} data-answering={answering || undefined}>
      {answering ? t('conversations.answering') : <Preview conversation={conversation} />}
    </span>
  )
  const marks = (
    <>
      <ConversationStatus conversation={conversation} />
      {(detailed || conversation.channel !== 'web-chat') && (
        <Badge size="sm" color={conversation.channel === 'web-chat' ? 'iris' : 'gray'}>
          {t(`conversations.channel.${conversation.channel}`)}
        </Badge>
      )}
    </>
  )
  const agent = conversation.agentTitle && <span className="truncate">{conversation.agentTitle}</span>
  const words = (
    <span className={classes.rowWords}>
      <span className={classes.rowHead}>
        <span className={classes.rowTitle} data-unread={conversation.unread || undefined}>
          <VisitorName conversation={conversation} />
        </span>
        {detailed ? (
          <bdi className={`${classes.subject} truncate`}>{title || t('conversations.newConversation')}</bdi>
        ) : (
          <span className={classes.rowAside}>
            <VisitorPresence conversation={conversation} isDot />
            {agent}
          </span>
        )}
        <RelativeTime at={conversation.lastMessageAt} short={!detailed} />
        {conversation.unread && (
          <span className={classes.unread}>
            <span className="visually-hidden">{t('conversations.inbox.unread')}</span>
          </span>
        )}
      </span>
      {detailed ? (
        <>
          {last}
          <span className={classes.rowFoot}>
            {marks}
            <VisitorPresence conversation={conversation} />
            {responsible && <span className="truncate">{responsible.name}</span>}
            {agent}
            <span className={classes.count}>{t('conversations.messages', { count: conversation.messageCount })}</span>
          </span>
        </>
      ) : (
        <span className={classes.rowTail}>
          {last}
          {marks}
          {responsible && <span className={`${classes.responsible} truncate`}>{responsible.name}</span>}
        </span>
      )}
    </span>
  )
  const name = signed ? signed.name || signed.email : ''
  return (
    <li {...item}>
      {choice ? (
        <label className={classes.row}>
          <Checkbox checked={choice.isChosen} onChange={choice.onToggle} className={classes.choice} />
          {words}
        </label>
      ) : (
        <AppLink
          target={target}
          className={classes.row}
          aria-current={current ? 'true' : undefined}
          title={detailed ? undefined : title}
        >
          <Avatar name={name} size={32} />
          {words}
        </AppLink>
      )}
    </li>
  )
}

/** System messages are shown in the reader's language. */
function Preview({ conversation: { preview } }: { conversation: Listed }) {
  const { t } = useTranslation()
  const kind = (Object.keys(NOTICES) as NoticeKind[]).find((one) => NOTICES[one] === preview)
  if (!kind || kind === 'human-joined') return preview
  return t(`conversations.notices.${kind}`, { name: '' })
}

/** How much of what comes before a hit fits into one line. */
const LEAD = 20

function FoundIn({ from, excerpt, isShort }: Found & { isShort: boolean }) {
  const { t } = useTranslation()
  const shown = excerpt.map(({ text, hit }, index) =>
    isShort && index === 0 && !hit && text.length > LEAD ? { text: `…${text.slice(-LEAD)}`, hit } : { text, hit },
  )
  return (
    <span className={`${classes.preview} ${isShort ? 'truncate' : classes.found}`}>
      {t('conversations.saidBy', { who: t(`conversations.from.${from}`) })}{' '}
      {shown.map(({ text, hit }, index) => {
        const Tag = hit ? 'mark' : 'span'
        // Parts of one text are identified by their order.
        // oxlint-disable-next-line react/no-array-index-key
        return <Tag key={index}>{text}</Tag>
      })}
    </span>
  )
}

/** The message a row links to: a search result, otherwise the end. */
export const messageOf = ({ found }: Listed): Record<string, string> => (found ? { message: String(found.seq) } : {})
