// The dashboard's texts, one file per namespace in locales/<language>. English defines the types.
import type account from '../locales/en/account.json'
import type accountData from '../locales/en/accountData.json'
import type accounts from '../locales/en/accounts.json'
import type agency from '../locales/en/agency.json'
import type agentSettings from '../locales/en/agentSettings.json'
import type agents from '../locales/en/agents.json'
import type analytics from '../locales/en/analytics.json'
import type calls from '../locales/en/calls.json'
import type area from '../locales/en/area.json'
import type assistant from '../locales/en/assistant.json'
import type audit from '../locales/en/audit.json'
import type billing from '../locales/en/billing.json'
import type campaigns from '../locales/en/campaigns.json'
import type channels from '../locales/en/channels.json'
import type client from '../locales/en/client.json'
import type common from '../locales/en/common.json'
import type conflicts from '../locales/en/conflicts.json'
import type conversations from '../locales/en/conversations.json'
import type crawler from '../locales/en/crawler.json'
import type credentials from '../locales/en/credentials.json'
import type debug from '../locales/en/debug.json'
import type demoSite from '../locales/en/demoSite.json'
import type embedCode from '../locales/en/embedCode.json'
import type errors from '../locales/en/errors.json'
import type evaluations from '../locales/en/evaluations.json'
import type events from '../locales/en/events.json'
import type fleet from '../locales/en/fleet.json'
import type gaps from '../locales/en/gaps.json'
import type handoff from '../locales/en/handoff.json'
import type home from '../locales/en/home.json'
import type goldens from '../locales/en/goldens.json'
import type items from '../locales/en/items.json'
import type keys from '../locales/en/keys.json'
import type knowledge from '../locales/en/knowledge.json'
import type leads from '../locales/en/leads.json'
import type liveCheck from '../locales/en/liveCheck.json'
import type metrics from '../locales/en/metrics.json'
import type notifications from '../locales/en/notifications.json'
import type onboarding from '../locales/en/onboarding.json'
import type orgs from '../locales/en/orgs.json'
import type outcomes from '../locales/en/outcomes.json'
import type panel from '../locales/en/panel.json'
import type phone from '../locales/en/phone.json'
import type preview from '../locales/en/preview.json'
import type requests from '../locales/en/requests.json'
import type sandboxMail from '../locales/en/sandboxMail.json'
import type shell from '../locales/en/shell.json'
import type studio from '../locales/en/studio.json'
import type themes from '../locales/en/themes.json'
import type tabSearch from '../locales/en/tabSearch.json'
import type tools from '../locales/en/tools.json'
import type upload from '../locales/en/upload.json'
import type versions from '../locales/en/versions.json'
import type voices from '../locales/en/voices.json'
import type widget from '../locales/en/widget.json'
import type workspaces from '../locales/en/workspaces.json'

export interface DashboardTexts {
  account: typeof account
  accountData: typeof accountData
  accounts: typeof accounts
  agency: typeof agency
  agentSettings: typeof agentSettings
  agents: typeof agents
  analytics: typeof analytics
  calls: typeof calls
  area: typeof area
  assistant: typeof assistant
  audit: typeof audit
  billing: typeof billing
  campaigns: typeof campaigns
  channels: typeof channels
  client: typeof client
  common: typeof common
  conflicts: typeof conflicts
  conversations: typeof conversations
  crawler: typeof crawler
  credentials: typeof credentials
  debug: typeof debug
  demoSite: typeof demoSite
  embedCode: typeof embedCode
  errors: typeof errors
  evaluations: typeof evaluations
  events: typeof events
  fleet: typeof fleet
  gaps: typeof gaps
  handoff: typeof handoff
  home: typeof home
  goldens: typeof goldens
  items: typeof items
  keys: typeof keys
  knowledge: typeof knowledge
  leads: typeof leads
  liveCheck: typeof liveCheck
  metrics: typeof metrics
  notifications: typeof notifications
  onboarding: typeof onboarding
  orgs: typeof orgs
  outcomes: typeof outcomes
  panel: typeof panel
  phone: typeof phone
  preview: typeof preview
  requests: typeof requests
  sandboxMail: typeof sandboxMail
  shell: typeof shell
  studio: typeof studio
  themes: typeof themes
  tabSearch: typeof tabSearch
  tools: typeof tools
  upload: typeof upload
  versions: typeof versions
  voices: typeof voices
  widget: typeof widget
  workspaces: typeof workspaces
}

export type DashboardNamespace = keyof DashboardTexts
