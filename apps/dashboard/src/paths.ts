// Every address of the dashboard; screens link only to what is made here.
import type { Region } from '@parlance/core/kit/regions'
import type { Search } from './search.ts'

export interface Target {
  to: string
  search?: Search
}

export const AGENT_TABS = ['overview', 'nodes', 'kb', 'convos', 'settings'] as const
export type AgentTab = (typeof AGENT_TABS)[number]
export const DEFAULT_TAB: AgentTab = 'overview'

const at = (to: string, search?: Search): Target => (search ? { to, search } : { to })

export const paths = {
  root: () => at('/'),
  login: (back?: string) => at('/login', back ? { redirect: back } : undefined),
  signUp: (back?: string) => at('/sign-up', back ? { redirect: back } : undefined),
  forgotPassword: () => at('/forgot-password'),
  sandboxMail: () => at('/sandbox/mail'),
  notFound: () => at('/404'),
  region: (region: Region) => at(`/app/${region}`),
  agents: (region: Region) => at(`/app/${region}/agents`),
  /** The older address of the same list. */
  widgets: (region: Region) => at(`/app/${region}/widgets`),
  agent: (region: Region, agentId: string, tab: AgentTab = DEFAULT_TAB, search?: Search) =>
    at(`/app/${region}/agents/${agentId}/${tab}`, search),
  conversation: (region: Region, agentId: string, conversationId: string) =>
    at(`/app/${region}/agents/${agentId}/convos`, { conversation: conversationId }),
  sessions: (region: Region) => at(`/app/${region}/sessions`),
  credentials: (region: Region) => at(`/app/${region}/credentials`),
  account: (region: Region) => at(`/app/${region}/account`),
  billing: (region: Region) => at(`/app/${region}/account/billing`),
}

/** Pages served beside the dashboard, opened as ordinary links. */
export const API_DOCS = '/api/docs'
