// A conversation's assignee, and the user's own online status.
import { Select, Stack, Switch } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { keyOf, wantedBy } from './assign-choices.ts'
import { useAct, useReplyPermissions } from './use-inbox.ts'

/** Presence changes without an event. */
const PRESENCE_MS = 30_000

export function Assignee({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const { isOver } = useReplyPermissions(conversation)
  const { agentId, id: conversationId, inbox, state } = conversation
  const people = useQuery(api.conversations.assignees.queryOptions({ input: { agentId } }))
  const held = inbox?.assignee ?? null
  const present = useQuery(
    api.conversations.availability.queryOptions({ input: { agentId }, refetchInterval: PRESENCE_MS }),
  ).data?.data
  const known = people.data?.items ?? []
  const online = new Set(present?.team.filter(({ isOnline }) => isOnline).map(keyOf))
  const team = inbox?.team
  const offered = people.data?.teams ?? []
  const teams = team && !offered.some(({ id }) => id === team.id) ? [team, ...offered] : offered
  const all = held && !known.some((one) => keyOf(one) === keyOf(held)) ? [held, ...known] : known
  return (
    <Stack gap={8}>
      <Select
        size="sm"
        label={t('conversations.inbox.assignee')}
        placeholder={t('conversations.inbox.nobody')}
        disabled={isOver}
        searchable
        clearable={state !== 'human-chatting'}
        allowDeselect={false}
        description={held && team ? team.name : undefined}
        data={[
          {
            group: t('conversations.inbox.people'),
            items: all.map((one) => ({
              value: keyOf(one),
              label: online.has(keyOf(one)) ? `${one.name} · ${t('conversations.inbox.online')}` : one.name,
            })),
          },
          {
            group: t('conversations.inbox.teams'),
            items: teams.map(({ id, name }) => ({ value: keyOf({ kind: 'team', id }), label: name })),
          },
        ].filter(({ items }) => items.length > 0)}
        value={held ? keyOf(held) : team ? keyOf({ kind: 'team', id: team.id }) : null}
        onChange={(value) => {
          const assignee = wantedBy(value, { items: all, teams })
          void act(() => api.conversations.assign.call({ agentId, conversationId, assignee }))
        }}
      />
      {/* Client users have the status in their header. */}
      {present && !client && (
        <Switch
          size="xs"
          label={t('conversations.inbox.away')}
          description={t('conversations.inbox.awayHint')}
          checked={present.isAway}
          onChange={({ currentTarget }) =>
            void act(() => api.conversations.setAvailability.call({ agentId, isAway: currentTarget.checked }))
          }
        />
      )}
    </Stack>
  )
}
