// Pages of client users that edit their agent or what it knows: the workspace's own pages, with what is theirs to change.
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
  // The server asks for the page and not for a role: on pages that were given, they edit.
  const editing = useMemo(() => ({ ...scope, workspace: { ...scope.workspace, role: 'editor' as const } }), [scope])
  return (
    <ScopeContext value={editing}>
      <Suspense fallback={<RowSkeletons />}>
        {page === 'kb' ? <Knowledge agentId={agentId} /> : <Editor agentId={agentId} page={page} />}
      </Suspense>
    </ScopeContext>
  )
}
