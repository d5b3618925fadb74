// A conversation's status: who is awaited, whether it has ended, its rating and left message.
import { Anchor, Badge, Text } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './conversation-status.module.css'

const STARS = 5

function stateOf({
  state,
  handoffAt,
  endedAt,
  missed,
}: Conversation): { name: 'waiting' | 'people' | 'ended' | 'missed'; color: string } | undefined {
  if (handoffAt !== null) return { name: 'waiting', color: 'yellow' }
  if (state === 'human-chatting') return { name: 'people', color: 'green' }
  if (endedAt !== null || state === 'ended_chat') return { name: 'ended', color: 'gray' }
  return missed ? { name: 'missed', color: 'yellow' } : undefined
}

export function Stars({ score }: { score: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stars}>
      <span className="visually-hidden">{t('conversations.stars', { score })}</span>
      <span aria-hidden="true">
        {'★'.repeat(score)}
        <span className={classes.rest}>{'★'.repeat(STARS - score)}</span>
      </span>
    </span>
  )
}

/** For a list row or a header; empty while agent and visitor just talk. */
export function ConversationStatus({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const state = stateOf(conversation)
  const { leftMessage, rating } = conversation
  if (!state && !leftMessage && !rating) return null
  return (
    <span className={classes.marks}>
      {state && (
        <Badge size="sm" color={state.color}>
          {t(`conversations.standing.${state.name}`)}
        </Badge>
      )}
      {leftMessage && (
        <Badge size="sm" color="yellow">
          {t('conversations.standing.left')}
        </Badge>
      )}
      {rating && <Stars score={rating.score} />}
    </span>
  )
}

/** The visitor's message about the conversation, shown above it. */
export function MessageLeft({ conversation: { rating, leftMessage, handoffAt } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  if (!handoffAt && !leftMessage && !rating?.comment) return null
  return (
    <div className={classes.left}>
      {handoffAt && (
        <Text size="sm">
          {t('conversations.waits')} <RelativeTime at={handoffAt} />
        </Text>
      )}
      {leftMessage && (
        <section aria-label={t('conversations.standing.left')}>
          <Text size="sm" fw={600}>
            {t('conversations.standing.left')} ·{' '}
            <Anchor href={`mailto:${leftMessage.email}`}>{leftMessage.email}</Anchor> ·{' '}
            <RelativeTime at={leftMessage.at} />
          </Text>
          <Text size="sm" className={classes.words} dir="auto">
            {leftMessage.message}
          </Text>
        </section>
      )}
      {rating?.comment && (
        <section aria-label={t('conversations.rating')}>
          <Text size="sm" fw={600}>
            {t('conversations.rating')} · <Stars score={rating.score} /> · <RelativeTime at={rating.at} />
          </Text>
          <Text size="sm" className={classes.words} dir="auto">
            {rating.comment}
          </Text>
        </section>
      )}
    </div>
  )
}
