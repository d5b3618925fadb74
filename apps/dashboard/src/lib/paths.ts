// Every URL of the dashboard.
import type { Region } from '@parlance/contract/lib/regions'
import type { SettingsPage, TabKey, VoicePage } from '@parlance/contract/agents/tabs'
import { agencyHost } from './agency/host.ts'
import { stringifySearch, type Search } from './query-string.ts'

export interface Target {
  to: string
  search?: Search
}

/** Tabs of an agent, in display order. */
export const AGENT_TABS = [
  'overview',
  'voice',
  'nodes',
  'prompt',
  'kb',
  'tests',
  'convos',
  'analytics',
  'metrics',
  'channels',
  'tools',
  'integrations',
  'leads',
  'campaigns',
  'settings',
] as const satisfies readonly TabKey[]
export type AgentTab = (typeof AGENT_TABS)[number]
export const SETTINGS_PAGES = [
  'core',
  'ui',
  'language',
  'security',
  'notifications',
  'handoff',
  'technical',
  'analytics',
  'advanced',
  'integrations',
] as const satisfies readonly SettingsPage[]
export const VOICE_PAGES = [
  'voiceLibrary',
  'speechGen',
  'transcriber',
  'phoneNumbers',
  'testCall',
  'advanced',
] as const satisfies readonly VoicePage[]
export const DEFAULT_TAB: AgentTab = 'overview'

export const WORKSPACE_TABS = ['general', 'members', 'keys', 'requests', 'audit', 'danger'] as const
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number]

/** Steps of the first-run setup. */
export type OnboardingStep = 'use' | 'site' | 'review' | 'made'

export type AccountTab = 'profile' | 'security' | 'sessions' | 'data'

export const DEMO_PAGES = ['page1', 'page2', 'page3'] as const
export type DemoPage = (typeof DEMO_PAGES)[number]

const at = (to: string, search?: Search): Target => (search ? { to, search } : { to })

export const paths = {
  root: () => at('/'),
  /** `step`: where an interrupted sign-in continues. */
  login: (back?: string, step?: 'code') => at('/login', { redirect: back ?? '', step: step ?? '' }),
  /** `provider`: came from there without an account. */
  signUp: (back?: string, provider?: string) => at('/sign-up', { redirect: back ?? '', with: provider ?? '' }),
  forgotPassword: (back?: string) => at('/forgot-password', { redirect: back ?? '' }),
  /** Target of mailed confirmation links; the token is removed from the URL at once. */
  verifyEmail: () => at('/verify-email'),
  /** Target of mailed invitations; the token is removed too. */
  invitation: () => at('/invitation'),
  sandboxMail: () => at('/sandbox/mail'),
  notFound: () => at('/404'),
  /** `answers` stay in the URL until the agent is created. */
  onboarding: (region: Region, answers: Search = {}) => at('/onboarding', { region, ...answers }),
  region: (region: Region) => at(`/app/${region}`),
  clientSignIn: (region: Region, agencyId: string) =>
    agencyHost?.agencyId === agencyId ? at('/') : at(`/app/${region}/sign-in/${agencyId}`),
  agency: (region: Region, tab?: number) =>
    at(`/app/${region}/whitelabel/agency`, tab ? { activeTabIndex: String(tab) } : undefined),
  /** The preview frame of the agency settings. */
  agencyPreview: (region: Region) => at(`/app/${region}/agency-preview`),
  clients: (region: Region) => at(`/app/${region}/whitelabel/clients`),
  agents: (region: Region) => at(`/app/${region}/agents`),
  /** The older URL of the same list. */
  widgets: (region: Region) => at(`/app/${region}/widgets`),
  agent: (region: Region, agentId: string, tab: AgentTab = DEFAULT_TAB, search?: Search) =>
    at(`/app/${region}/agents/${agentId}/${tab}`, search),
  /** Redirects to the first tab. */
  agentHome: (region: Region, agentId: string) => at(`/app/${region}/agents/${agentId}`),
  /** A tab or page by its path below the agent. */
  part: (region: Region, agentId: string, path: string, search?: Search) =>
    at(`/app/${region}/agents/${agentId}/${path}`, search),
  /** The settings of one widget, of a new one without an id. */
  widget: (region: Region, agentId?: string) =>
    at(`/app/${region}/agents/widget`, agentId ? { vg_id: agentId } : undefined),
  /** The same for widgets that Voiceflow answers. */
  vfWidget: (region: Region, agentId?: string) =>
    at(`/app/${region}/agents/vf`, agentId ? { vg_id: agentId } : undefined),
  settings: (region: Region, agentId: string, page: (typeof SETTINGS_PAGES)[number]) =>
    at(`/app/${region}/agents/${agentId}/settings`, { tab: page }),
  voice: (region: Region, agentId: string, page: (typeof VOICE_PAGES)[number]) =>
    at(`/app/${region}/agents/${agentId}/voice`, { tab: page }),
  voiceChannel: (region: Region, agentId: string) => at(`/app/${region}/agents/${agentId}/channels/voice`),
  /** The tools of an agent with steps, which has no tab of their own: below its steps. */
  stepTools: (region: Region, agentId: string, search?: Search) =>
    at(`/app/${region}/agents/${agentId}/nodes/tools`, search),
  /** Its copies for clients, below its settings. */
  copies: (region: Region, agentId: string) => at(`/app/${region}/agents/${agentId}/settings/copies`),
  /** The public page of an agent. */
  share: (region: Region, agentId: string) => at(`/app/${region}/agents/${agentId}/share`),
  prototype: (region: Region, agentId: string) => at(`/app/${region}/prototype`, { vg_id: agentId }),
  /** The same on hosts of agencies. */
  publicPrototype: (region: Region, agentId: string) => at(`/${region}/prototype/${agentId}`),
  /** A sample web site that carries the widget. */
  demo: (region: Region, agentId: string, page: DemoPage = 'page1', render?: string) =>
    at(`/app/${region}/demo/${agentId}/${page}`, render ? { render } : undefined),
  conversation: (region: Region, agentId: string, conversationId: string) =>
    at(`/app/${region}/agents/${agentId}/convos`, { conversation: conversationId }),
  /** The library of tools. */
  functions: (region: Region) => at(`/app/${region}/integrations`),
  /** Pages at Meta that agents answer for. */
  metaPages: (region: Region) => at(`/app/${region}/meta-pages`),
  /** Numbers of WhatsApp that agents answer on. */
  whatsappNumbers: (region: Region) => at(`/app/${region}/whatsapp-numbers`),
  twilioNumbers: (region: Region) => at(`/app/${region}/twilio-numbers`),
  automations: (region: Region, search?: Search) => at(`/app/${region}/automations`, search),
  inbox: (region: Region, search?: Search) => at(`/app/${region}/inbox`, search),
  sessions: (region: Region) => at(`/app/${region}/sessions`),
  credentials: (region: Region) => at(`/app/${region}/credentials`),
  /** Deliveries to the workspace's own endpoint. */
  events: (region: Region) => at(`/app/${region}/events`),
  /** Settings of the workspace on screen; `invite` puts the cursor into the form for new members. */
  workspace: (region: Region, tab?: WorkspaceTab, invite?: boolean) =>
    at(`/app/${region}/workspace`, tab && { tab, ...(invite ? { invite: 'true' } : {}) }),
  account: (region: Region, tab?: AccountTab) => at(`/app/${region}/account`, { tab: tab ?? '' }),
  billing: (region: Region) => at(`/app/${region}/account/billing`),
}

/** As a URL, for links that open a new tab. */
export const hrefOf = ({ to, search }: Target): string => to + (search ? stringifySearch(search) : '')

/** Pages outside the dashboard, opened as ordinary links. */
export const API_DOCS = '/api/docs'
export const HELP = '/help'
export const helpArticle = (slug: HelpSlug): string => `${HELP}/${slug}`
export type HelpSlug =
  | 'add-to-website'
  | 'analytics'
  | 'channels'
  | 'clients'
  | 'copies'
  | 'conversations'
  | 'crawler'
  | 'design'
  | 'first-agent'
  | 'inbox'
  | 'leads'
  | 'metrics'
  | 'models-and-credits'
  | 'prompt'
  | 'settings'
  | 'teach'
  | 'team'
  | 'test'
  | 'tools'
  | 'webhooks'
