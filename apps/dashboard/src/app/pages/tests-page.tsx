// The agent's tests, with the draft data they need.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { TestsPanel } from '../../features/evaluations/tests-panel.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'

export function TestsPage() {
  const { api, workspace } = useScope()
  const { agentId, config, edit, flush } = useDraft()
  const { tools, functionsIds, nodes, publishGuard } = config
  const library = useQuery(
    api.tools.list.queryOptions({ input: { uid: workspace.uid, limit: 100 }, enabled: functionsIds.length > 0 }),
  ).data
  const own = useMemo(() => {
    const used = library?.items.filter(({ id }) => functionsIds.includes(id)) ?? []
    return [...new Set([...tools, ...used].map(({ name }) => name))]
  }, [library, functionsIds, tools])
  const variables = useMemo(() => {
    const collected = nodes.flatMap((node) => node.variables)
    return [...new Set([...config.variables, ...collected].map(({ name }) => name))]
  }, [config.variables, nodes])
  return (
    <TestsPanel
      agentId={agentId}
      nodes={nodes.filter(({ type }) => type !== 'note')}
      tools={own}
      variables={variables}
      publishGuard={publishGuard}
      onPublishGuard={(guard) => edit({ publishGuard: guard })}
      beforeRun={flush}
    />
  )
}
