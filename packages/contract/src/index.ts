// Every call of the product, by noun: the source of routes, the typed client, the OpenAPI document and the access test.
import { accountsApi } from './accounts/api.ts'
import { dataApi } from './accounts/account-data-api.ts'
import { invitationsApi } from './accounts/invitations-api.ts'
import { securityApi } from './accounts/security-api.ts'
import { agenciesApi } from './agencies/api.ts'
import { domainsApi } from './domains/api.ts'
import { agentsApi } from './agents/api.ts'
import { analyticsApi } from './analytics/api.ts'
import { assistantApi } from './assistant/api.ts'
import { auditApi } from './audit/api.ts'
import { attachmentsApi } from './conversations/attachments-api.ts'
import { conversationsApi } from './conversations/api.ts'
import { inboxApi } from './conversations/inbox-api.ts'
import { lifecycleApi } from './conversations/lifecycle-api.ts'
import { savedViewsApi } from './conversations/saved-views-api.ts'
import { teamsApi } from './conversations/teams-api.ts'
import { transcriptsApi } from './conversations/transcripts-api.ts'
import { repliesApi } from './conversations/replies-api.ts'
import { contactsApi } from './conversations/contacts-api.ts'
import { visitorsApi } from './conversations/visitors-api.ts'
import { billingApi } from './billing/api.ts'
import { connectApi } from './billing/connect-api.ts'
import { crawlerApi } from './crawler/api.ts'
import { embedApi } from './widget/api.ts'
import { evaluationsApi } from './evaluations/api.ts'
import { fleetApi } from './fleet/api.ts'
import { eventsApi } from './events/api.ts'
import { filesApi } from './files/api.ts'
import { gapsApi } from './gaps/api.ts'
import { retrievalEvalsApi } from './retrieval-evals/api.ts'
import { knowledgeApi } from './knowledge/api.ts'
import { knowledgeSourcesApi } from './knowledge/sources-api.ts'
import { leadsApi } from './leads/api.ts'
import { metricsApi } from './metrics/api.ts'
import { notificationsApi } from './notifications/api.ts'
import { onboardingApi } from './onboarding/api.ts'
import { campaignsApi } from './campaigns/api.ts'
import { channelsApi } from './channels/api.ts'
import { numbersApi } from './channels/numbers-api.ts'
import { whatsappApi } from './channels/whatsapp-api.ts'
import { clientAccountApi } from './orgs/client-account-api.ts'
import { agentTemplatesApi } from './agents/templates-api.ts'
import { clientAgentsApi } from './orgs/client-agents-api.ts'
import { orgsApi } from './orgs/api.ts'
import { platformApi } from './platform/api.ts'
import { requestLogApi } from './request-log/api.ts'
import { themesApi } from './themes/api.ts'
import { toolsApi } from './tools/api.ts'
import { voiceApi } from './voice/api.ts'
import { keysApi } from './workspaces/keys-api.ts'
import { mailsApi } from './workspaces/mails-api.ts'
import { membersApi } from './workspaces/members-api.ts'
import { supportApi } from './workspaces/support-api.ts'
import { workspacesApi } from './workspaces/api.ts'

export const contract = {
  platform: platformApi,
  accounts: { ...accountsApi, ...invitationsApi, ...securityApi, ...dataApi },
  files: filesApi,
  audit: auditApi,
  workspaces: { ...workspacesApi, ...membersApi, ...keysApi, ...mailsApi, ...supportApi },
  billing: billingApi,
  clientBilling: connectApi,
  requests: requestLogApi,
  events: eventsApi,
  onboarding: onboardingApi,
  tools: toolsApi,
  themes: themesApi,
  agencies: agenciesApi,
  domains: domainsApi,
  orgs: orgsApi,
  clientAccount: clientAccountApi,
  clientAgents: clientAgentsApi,
  agentTemplates: agentTemplatesApi,
  agents: agentsApi,
  assistant: assistantApi,
  knowledge: { ...knowledgeApi, ...knowledgeSourcesApi },
  crawler: crawlerApi,
  goldens: retrievalEvalsApi,
  gaps: gapsApi,
  conversations: {
    ...conversationsApi,
    ...lifecycleApi,
    ...inboxApi,
    ...repliesApi,
    ...attachmentsApi,
    ...visitorsApi,
    ...savedViewsApi,
    ...teamsApi,
    ...transcriptsApi,
    ...contactsApi,
  },
  campaigns: campaignsApi,
  channels: channelsApi,
  whatsapp: whatsappApi,
  numbers: numbersApi,
  voice: voiceApi,
  leads: leadsApi,
  evaluations: evaluationsApi,
  fleet: fleetApi,
  notifications: notificationsApi,
  analytics: analyticsApi,
  metrics: metricsApi,
  embed: embedApi,
}
export type Contract = typeof contract
