import { IconAdjustments, IconBook, IconMessages, IconPalette, IconPrompt, type Icon } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../link.tsx'
import { AGENT_TABS, paths, type AgentTab } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { useScrollRow } from '../ui/scroll-row.ts'
import classes from './agent-area.module.css'

const ICONS: Record<AgentTab, Icon> = {
  overview: IconPalette,
  nodes: IconPrompt,
  kb: IconBook,
  convos: IconMessages,
  settings: IconAdjustments,
}

/** The parts of an agent; an open test panel stays open from one to the other. */
export function AgentTabs({ agentId, testing }: { agentId: string; testing: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const row = useScrollRow(pathname)
  return (
    <nav ref={row} className={`${classes.tabs} scroll-row`} aria-label={t('shell.tabs.label')}>
      <ul className={classes.tabList}>
        {AGENT_TABS.map((tab) => {
          const target = paths.agent(region, agentId, tab, testing ? { showDebugger: 'true' } : undefined)
          const TabIcon = ICONS[tab]
          return (
            <li key={tab}>
              <AppLink
                target={target}
                className={classes.tab}
                aria-current={pathname === target.to ? 'page' : undefined}
              >
                <TabIcon size={16} stroke={1.5} aria-hidden />
                {t(`shell.tabs.${tab}`)}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
