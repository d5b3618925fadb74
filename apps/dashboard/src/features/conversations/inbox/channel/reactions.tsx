// Emoji reactions of the visitor, and of teammates to the visitor's messages.
import { ActionIcon, Group, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { REACTIONS } from '@parlance/contract/channels/reactions'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { IconMoodPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDelivery } from './use-delivery.ts'
import classes from './channel.module.css'

export default function Reactions({ conversation, message }: { conversation: Conversation; message: Message }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const queries = useQueryClient()
  const delivery = useDelivery(conversation)
  const of = { agentId: conversation.agentId, conversationId: conversation.id }
  const react = useMutation({
    mutationFn: (emoji: string) => api.channels.react.call({ ...of, seq: message.seq, emoji }),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.channels.delivery.key({ input: of }) }),
    onError: (error: Error) => notify.error(errorText(error)),
  })
  const found = delivery?.reactions.filter(({ seq }) => seq === message.seq) ?? []
  const own = found.find(({ by }) => by === 'workspace')
  const theirs = found.find(({ by }) => by === 'visitor')
  const canReact = delivery?.canReact === true && !delivery.isBlocked && message.from === 'user'
  if (!canReact && found.length === 0) return null
  return (
    <Group gap={4} mt={4}>
      {theirs && (
        <span className={classes.reaction}>
          <VisuallyHidden>{t('conversations.reactions.visitor', { emoji: theirs.emoji })}</VisuallyHidden>
          <span aria-hidden>{theirs.emoji}</span>
        </span>
      )}
      {own && (
        <UnstyledButton
          className={classes.reaction}
          disabled={!canReact}
          aria-label={t('conversations.reactions.takeBack', { emoji: own.emoji })}
          onClick={() => react.mutate('')}
        >
          {own.emoji}
        </UnstyledButton>
      )}
      {canReact && (
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              loading={react.isPending}
              aria-label={t('conversations.reactions.react')}
            >
              <IconMoodPlus size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <div className={classes.picker}>
              {REACTIONS.map((emoji) => (
                <Menu.Item key={emoji} className={classes.emoji} onClick={() => react.mutate(emoji)}>
                  {emoji}
                </Menu.Item>
              ))}
            </div>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
