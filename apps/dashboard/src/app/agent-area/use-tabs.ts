// The current agent's tabs as arranged by the user, and the open one.
import { useLocalStorage } from '@mantine/hooks'
import { NO_MEMORY, tabsOf, type TabEntry, type TabMemory } from '@parlance/contract/agents/tabs'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { useSearchValues } from '../../lib/link.tsx'
import { AGENT_TABS, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { Search } from '../../lib/query-string.ts'
import { readTabMemory, TAB_MEMORY_KEY } from './tab-memory.ts'

export interface AreaTabs {
  entries: readonly TabEntry[]
  /** Path of the open tab below the agent; '' for none. */
  current: string
  memory: TabMemory
  remember: (memory: TabMemory) => void
}

export function useTabs(): AreaTabs {
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const { agentPlatform, enableNodes } = config
  const [memory, remember] = useLocalStorage({
    key: TAB_MEMORY_KEY,
    defaultValue: NO_MEMORY,
    deserialize: readTabMemory,
    getInitialValueInEffect: false,
  })
  const base = `${paths.agents(region).to}/${agentId}/`
  const current = useRouterState({
    select: ({ location: { pathname } }) =>
      pathname.startsWith(base) ? (pathname.slice(base.length).split('/')[0] ?? '') : '',
  })
  const entries = useMemo(
    () => tabsOf({ agent: { agentPlatform, enableNodes }, viewer: 'owner', built: AGENT_TABS, memory }),
    [agentPlatform, enableNodes, memory],
  )
  return { entries, current, memory, remember }
}

/** A tab's name. */
export function useTabName() {
  const { t } = useTranslation()
  return (entry: TabEntry): string => (entry.key ? t(`area.tabs.${entry.key}`) : (entry.custom?.label ?? entry.path))
}

const KEPT = ['showDebugger', 'light'] as const
/** Address parameters kept across tabs: an open test panel, and a view without navigation. */
export function useKept(): Search {
  const search = useSearchValues()
  return Object.fromEntries(KEPT.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
}
