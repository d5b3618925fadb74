// Links from the Prompt view to the agent's tools.
import { Badge, Button } from '@mantine/core'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'

export const toolCount = ({ tools, functionsIds, mcpServers }: AgentConfig): number =>
  tools.length + functionsIds.length + mcpServers.length

export function ToolsLink() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const target = paths.stepTools(region, agentId)
  const count = toolCount(config)
  return (
    <Button
      variant="default"
      leftSection={<IconTool size={16} stroke={1.5} aria-hidden />}
      rightSection={count > 0 ? <Badge color="gray">{count}</Badge> : undefined}
      renderRoot={(props) => <AppLink target={target} {...props} />}
    >
      {t('agents.prompt.tools')}
    </Button>
  )
}
