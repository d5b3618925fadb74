// Which conversations the list shows; in the address, like all that narrows a list.
import { Group, Select } from '@mantine/core'
import { INBOX_VIEWS, type InboxView } from '@parlance/contract/conversations/api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../lib/link.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useInboxCounts } from './use-inbox.ts'

const isView = (value: string): value is InboxView => (INBOX_VIEWS as readonly string[]).includes(value)

export function useInboxFilters() {
  const [view, setView] = useSearchParam('view')
  const [agent, setAgent] = useSearchParam('agent')
  return { view: isView(view) ? view : undefined, setView, agent, setAgent }
}

interface Props {
  filters: ReturnType<typeof useInboxFilters>
  /** Of the whole workspace: agents can be chosen, and the views say how many they hold. */
  ofWorkspace: boolean
}

export function InboxFilters({ filters: { view, setView, agent, setAgent }, ofWorkspace }: Props) {
  const { t } = useTranslation()
  const counts = useInboxCounts()
  const label = (one: InboxView) => {
    const name = t(`conversations.inbox.views.${one}`)
    const count = ofWorkspace && counts && (one === 'waiting' || one === 'mine') ? counts[one] : 0
    return count > 0 ? `${name} (${count})` : name
  }
  return (
    <Group gap={8} mb={8} grow wrap="nowrap">
      <Select
        size="sm"
        aria-label={t('conversations.inbox.view')}
        allowDeselect={false}
        data={[
          { value: '', label: t('conversations.inbox.views.all') },
          ...INBOX_VIEWS.map((one) => ({ value: one, label: label(one) })),
        ]}
        value={view ?? ''}
        onChange={(value) => setView(value ?? '')}
      />
      {ofWorkspace && <AgentChoice agent={agent} onChange={setAgent} />}
    </Group>
  )
}

function AgentChoice({ agent, onChange }: { agent: string; onChange: (agent: string) => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  const agents = (summaries.data?.items ?? []).map(({ ID, title }) => ({ value: ID, label: title }))
  if (agents.length < 2 && agent === '') return null
  return (
    <Select
      size="sm"
      clearable
      searchable
      aria-label={t('conversations.sessions.agent')}
      placeholder={t('conversations.sessions.anyAgent')}
      data={agents}
      value={agent || null}
      onChange={(value) => onChange(value ?? '')}
    />
  )
}
