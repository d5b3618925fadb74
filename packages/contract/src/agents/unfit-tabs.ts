import { CLIENT_TABS, type ClientTab } from '../lib/client-tabs.ts'
import { type TabKey, type TabsOf, tabFits } from './tabs.ts'

/** Tabs of client users that don't fit an agent of this platform. */
export const unfitTabs = (agentPlatform: TabsOf['agent']['agentPlatform']): ClientTab[] =>
  CLIENT_TABS.filter((tab) => !tabFits(tab.slice(1) as TabKey, { agentPlatform, enableNodes: false }))
