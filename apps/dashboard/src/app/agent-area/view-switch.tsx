// Switches from steps as text to the canvas, whose menu leads back.
import { Button } from '@mantine/core'
import type { TabEntry } from '@parlance/contract/agents/tabs'
import { IconSchema } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './agent-area.module.css'
import { useKept } from './use-tabs.ts'

export default function ViewSwitch({ entries }: { entries: readonly TabEntry[] }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const kept = useKept()
  if (!entries.some((entry) => entry.path === 'prompt')) return null
  const label = t('area.view.canvas')
  return (
    <nav aria-label={label}>
      <Button
        size="xs"
        variant="default"
        className={classes.view}
        aria-label={label}
        leftSection={<IconSchema size={16} stroke={1.5} />}
        renderRoot={(props) => <AppLink target={paths.part(region, agentId, 'prompt', kept)} {...props} />}
      >
        <span className={classes.viewName}>{label}</span>
      </Button>
    </nav>
  )
}
