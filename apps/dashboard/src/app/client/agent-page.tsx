// Client pages that edit the agent, its channels or its knowledge: the workspace's pages with permitted fields.
import { Suspense, useMemo } from 'react'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import type { AGENT_PAGES } from '../../features/client/client-tabs.ts'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { ScopeContext, useScope } from '../../lib/workspace-scope.tsx'

const Editor = lazyWithTexts(() => import('./agent-editor.tsx'), 'ClientAgentEditor')
const Knowledge = lazyWithTexts(() => import('./client-knowledge.tsx'), 'ClientKnowledge')

interface Props {
  agentId: string
  page: (typeof AGENT_PAGES)[number]
}

export default function AgentPage({ agentId, page }: Props) {
  const scope = useScope()
  // The server checks the granted page, not a role: on granted pages client users edit.
  const editing = useMemo(() => ({ ...scope, workspace: { ...scope.workspace, role: 'editor' as const } }), [scope])
  return (
    <ScopeContext value={editing}>
      <Suspense fallback={<RowSkeletons />}>
        {page === 'kb' ? <Knowledge agentId={agentId} /> : <Editor agentId={agentId} page={page} />}
      </Suspense>
    </ScopeContext>
  )
}
