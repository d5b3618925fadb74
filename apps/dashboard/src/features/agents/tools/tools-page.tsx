// The agent's tools: its own, library functions, and MCP servers.
import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchValues } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useToolCalls } from '../../../lib/tools.ts'
import { Page } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { FunctionsSection } from './functions-section.tsx'
import { McpSection } from './mcp-section.tsx'
import { OwnTools } from './own-tools.tsx'

export function ToolsPage() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const calls = useToolCalls()
  return (
    <ReadOnlyDraft>
      <Page
        help="tools"
        title={t('tools.agent.title')}
        description={config.enableNodes ? t('tools.agent.nodesNote') : undefined}
      >
        {config.enableNodes && <BackToSteps />}
        <OwnTools calls={calls} />
        <FunctionsSection />
        <McpSection calls={calls} />
      </Page>
    </ReadOnlyDraft>
  )
}

function BackToSteps() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const { showDebugger } = useSearchValues()
  const target = paths.agent(region, agentId, 'nodes', showDebugger ? { showDebugger } : undefined)
  return (
    <Anchor size="sm" renderRoot={(props) => <AppLink target={target} {...props} />}>
      <Group gap={4} component="span" mb="md">
        <IconArrowLeft size={16} stroke={1.5} aria-hidden />
        {t('tools.agent.back')}
      </Group>
    </Anchor>
  )
}
