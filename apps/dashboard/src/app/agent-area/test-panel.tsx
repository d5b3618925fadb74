// The test panel next to an agent, which tests the current draft.
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { greetingOf } from '@parlance/contract/agents/greeting'
import TestPanel from '../../features/conversations/test-panel/test-panel.tsx'

export default function Testing({ onClose }: { onClose: () => void }) {
  const { agent, config, agentId, flush } = useDraft()
  return (
    <TestPanel
      agentId={agentId}
      greeting={greetingOf(config)}
      config={config}
      published={agent}
      beforeSend={flush}
      onClose={onClose}
    />
  )
}
