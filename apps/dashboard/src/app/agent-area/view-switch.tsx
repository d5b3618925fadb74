// From the steps of an agent as text to the same steps as a drawing, and back.
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

export default function ViewSwitch({ entries, current }: { entries: readonly TabEntry[]; current: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const kept = useKept()
  const other = current === 'nodes' ? 'prompt' : 'nodes'
  if (!entries.some((entry) => entry.path === other)) return null
  const ViewIcon = other === 'prompt' ? IconSchema : IconPrompt
  const label = other === 'prompt' ? t('area.view.canvas') : t('area.view.prompt')
  return (
    <nav aria-label={label}>
      <Button
        size="xs"
        variant="default"
        className={classes.view}
        aria-label={label}
        leftSection={<ViewIcon size={16} stroke={1.5} />}
        renderRoot={(props) => <AppLink target={paths.part(region, agentId, other, kept)} {...props} />}
      >
        <span className={classes.viewName}>{label}</span>
      </Button>
    </nav>
  )
}
