// Every call of the product, by noun. Routes, the typed client, the OpenAPI document and the access test come from here.
import { accountsApi } from './accounts/accounts.api.ts'
import { dataApi } from './accounts/data.api.ts'
import { invitationsApi } from './accounts/invitations.api.ts'
import { securityApi } from './accounts/security.api.ts'
import { agentsApi } from './agents/agents.api.ts'
import { analyticsApi } from './analytics/analytics.api.ts'
import { auditApi } from './audit/audit.api.ts'
import { attachmentsApi } from './conversations/attachments.api.ts'
import { conversationsApi } from './conversations/conversations.api.ts'
import { lifecycleApi } from './conversations/lifecycle.api.ts'
import { visitorsApi } from './conversations/visitors.api.ts'
import { crawlerApi } from './crawler/crawler.api.ts'
import { embedApi } from './embed/embed.api.ts'
import { evaluationsApi } from './evaluations/evaluations.api.ts'
import { eventsApi } from './events/events.api.ts'
import { filesApi } from './files/files.api.ts'
import { gapsApi } from './gaps/gaps.api.ts'
import { goldensApi } from './goldens/goldens.api.ts'
import { knowledgeApi } from './knowledge/knowledge.api.ts'
import { knowledgeSourcesApi } from './knowledge/sources.api.ts'
import { onboardingApi } from './onboarding/onboarding.api.ts'
import { platformApi } from './platform/platform.api.ts'
import { requestsApi } from './requests/requests.api.ts'
import { themesApi } from './themes/themes.api.ts'
import { toolsApi } from './tools/tools.api.ts'
import { keysApi } from './workspaces/keys.api.ts'
import { mailsApi } from './workspaces/mails.api.ts'
import { membersApi } from './workspaces/members.api.ts'
import { supportApi } from './workspaces/support.api.ts'
import { workspacesApi } from './workspaces/workspaces.api.ts'

export const contract = {
  platform: platformApi,
  accounts: { ...accountsApi, ...invitationsApi, ...securityApi, ...dataApi },
  files: filesApi,
  audit: auditApi,
  workspaces: { ...workspacesApi, ...membersApi, ...keysApi, ...mailsApi, ...supportApi },
  requests: requestsApi,
  events: eventsApi,
  onboarding: onboardingApi,
  tools: toolsApi,
  themes: themesApi,
  agents: agentsApi,
  knowledge: { ...knowledgeApi, ...knowledgeSourcesApi },
  crawler: crawlerApi,
  goldens: goldensApi,
  gaps: gapsApi,
  conversations: { ...conversationsApi, ...lifecycleApi, ...attachmentsApi, ...visitorsApi },
  evaluations: evaluationsApi,
  analytics: analyticsApi,
  embed: embedApi,
}
export type Contract = typeof contract
