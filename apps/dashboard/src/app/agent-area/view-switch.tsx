// Switches between steps as text and the canvas.
import { Button } from '@mantine/core'
import type { TabEntry } from '@parlance/contract/agents/tabs'
import { IconPrompt, IconSchema } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './agent-area.module.css'
import { useKept } from './use-tabs.ts'

interface Props {
  entries: readonly TabEntry[]
  current: 'nodes' | 'prompt'
}

export default function ViewSwitch({ entries, current }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const kept = useKept()
  const isCanvas = current === 'prompt'
  const other = isCanvas ? 'nodes' : 'prompt'
  if (!entries.some((entry) => entry.path === other)) return null
  const label = t(isCanvas ? 'area.view.prompt' : 'area.view.canvas')
  const Picture = isCanvas ? IconPrompt : IconSchema
  return (
    <nav aria-label={label}>
      <Button
        size="xs"
        variant="default"
        className={classes.view}
        aria-label={label}
        leftSection={<Picture size={16} stroke={1.5} />}
        renderRoot={(props) => <AppLink target={paths.part(region, agentId, other, kept)} {...props} />}
      >
        <span className={classes.viewName}>{label}</span>
      </Button>
    </nav>
  )
}
