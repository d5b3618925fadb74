// The way from the Prompt and the Canvas view to the page of the agent's tools.
import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'

interface Props {
  /** An icon alone, where there is little room. */
  small?: boolean
}

export function ToolsLink({ small }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const target = paths.stepTools(region, agentId)
  const count = config.tools.length + config.functionsIds.length + config.mcpServers.length
  if (small)
    return (
      <Tooltip label={t('agents.prompt.tools')}>
        <ActionIcon
          variant="default"
          aria-label={t('agents.prompt.tools')}
          renderRoot={(props) => <AppLink target={target} {...props} />}
        >
          <IconTool size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    )
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
