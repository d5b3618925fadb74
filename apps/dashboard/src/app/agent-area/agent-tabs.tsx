import type { TabEntry } from '@parlance/contract/agents/tabs'
import {
  IconAddressBook,
  IconAdjustments,
  IconBook,
  IconChartBar,
  IconChecklist,
  IconGauge,
  IconMessages,
  IconPalette,
  IconPhone,
  IconPlug,
  IconPrompt,
  IconSchema,
  IconTool,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths, type AgentTab } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useScrollRow } from '../../components/lists/scroll-row.ts'
import classes from './agent-area.module.css'
import { usePreloadedPages } from '../layout/preload-pages.ts'
import { useKept, useTabName } from './use-tabs.ts'

/** Of the parts that have a page. */
const ICONS: Record<AgentTab, Icon> = {
  overview: IconPalette,
  voice: IconPhone,
  nodes: IconPrompt,
  prompt: IconSchema,
  kb: IconBook,
  tests: IconChecklist,
  convos: IconMessages,
  analytics: IconChartBar,
  metrics: IconGauge,
  channels: IconWorld,
  tools: IconTool,
  integrations: IconPlug,
  leads: IconAddressBook,
  settings: IconAdjustments,
}

interface Props {
  agentId: string
  entries: readonly TabEntry[]
  current: string
}

/** The parts of an agent; an open test panel stays open from one to the other. */
export function AgentTabs({ agentId, entries, current }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  const name = useTabName()
  const kept = useKept()
  const row = useScrollRow<HTMLElement>(current)
  // The canvas is a program of its own: whoever points at it fetches it.
  const usual = entries.filter((entry) => !entry.hidden && entry.path !== 'prompt')
  usePreloadedPages(usual.map((entry) => paths.part(region, agentId, entry.path)))
  return (
    <nav ref={row} className={`${classes.tabs} scroll-row`} aria-label={t('area.label')}>
      <ul className={classes.tabList}>
        {/* What was put away and is open all the same stands there while it is. */}
        {entries
          .filter((entry) => !entry.hidden || entry.path === current)
          .map((entry) => {
            const TabIcon = ICONS[entry.key as AgentTab] ?? IconWorld
            return (
              <li key={entry.path}>
                <AppLink
                  target={paths.part(region, agentId, entry.path, kept)}
                  className={classes.tab}
                  aria-current={entry.path === current ? 'page' : undefined}
                >
                  <TabIcon size={16} stroke={1.5} aria-hidden />
                  <span>{name(entry)}</span>
                </AppLink>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
