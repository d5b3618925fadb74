// Asks for the assignee of several conversations.
import { Button, Group, Select } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { keyOf, sharedBy, type Wanted, wantedBy } from './assign-choices.ts'

interface Props {
  agentIds: readonly string[]
  onClose: () => void
  onAssign: (wanted: Wanted) => void
}

export function AssignDialog({ agentIds, onClose, onAssign }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [key, setKey] = useState<string | null>(null)
  const asked = useQueries({
    queries: agentIds.map((agentId) => api.conversations.assignees.queryOptions({ input: { agentId } })),
  })
  const failed = asked.find(({ error }) => error !== null)
  const isReady = asked.every(({ data }) => data !== undefined)
  const offered = sharedBy(isReady ? asked.flatMap(({ data }) => data ?? []) : [])
  const wanted = wantedBy(key, offered)
  return (
    <Dialog onClose={onClose} size="sm" title={t('conversations.inbox.bulk.assignTo')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted) onAssign(wanted)
        }}
      >
        {failed && <ErrorMessage text={errorText(failed.error)} onRetry={() => void failed.refetch()} />}
        <Select
          data-autofocus
          searchable
          label={t('conversations.inbox.assignee')}
          placeholder={t('conversations.inbox.nobody')}
          disabled={!isReady}
          data={[
            {
              group: t('conversations.inbox.people'),
              items: offered.items.map((one) => ({ value: keyOf(one), label: one.name })),
            },
            {
              group: t('conversations.inbox.teams'),
              items: offered.teams.map(({ id, name }) => ({ value: keyOf({ kind: 'team', id }), label: name })),
            },
          ].filter(({ items }) => items.length > 0)}
          value={key}
          onChange={setKey}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!wanted}>
            {t('conversations.inbox.bulk.assignTo')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
