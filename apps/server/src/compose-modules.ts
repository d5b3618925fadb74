// Creates the modules in the order of modules/ORDER, each with what it needs of the earlier ones.
import { composeAccounts } from './compose/accounts.ts'
import { composeAgents } from './compose/agents.ts'
import { composeAnalytics } from './compose/analytics.ts'
import { createBase, type Module } from './compose/base.ts'
import { composeCampaigns } from './compose/campaigns.ts'
import { composeChannels } from './compose/channels.ts'
import { composeAssistant } from './compose/assistant.ts'
import { composeConversations } from './compose/conversations.ts'
import { composeDomains } from './compose/domains.ts'
import { composeCrawler } from './compose/crawler.ts'
import { composeEvaluations } from './compose/evaluations.ts'
import { composeEvents } from './compose/events.ts'
import { composeFiles } from './compose/files.ts'
import { composeFleet } from './compose/fleet.ts'
import { composeGaps } from './compose/gaps.ts'
import { composeInboundMail, EMAIL_WEBHOOK } from './compose/inbound-mail.ts'
import { composeKnowledge } from './compose/knowledge.ts'
import { composeLeads } from './compose/leads.ts'
import { composeMetrics } from './compose/metrics.ts'
import { composeModels } from './compose/models.ts'
import { composeNotifications } from './compose/notifications.ts'
import { composeOrgs } from './compose/orgs.ts'
import { composePayments } from './compose/payments.ts'
import { composeProviderWebhooks } from './compose/provider-webhooks.ts'
import { composeRetrievalEvals } from './compose/retrieval-evals.ts'
import { composeTools } from './compose/tools.ts'
import { composeVoice } from './compose/voice.ts'
import { composeWidget } from './compose/widget.ts'
import { composeWorkspaces } from './compose/workspaces.ts'
import type { Infrastructure, ServerDeps } from './infrastructure.ts'
import { createAuditModule } from './modules/audit/index.ts'
import { createBillingModule } from './modules/billing/index.ts'
import { createMessageSubscribers } from './modules/notifications/index.ts'
import { composeOnboarding } from './compose/onboarding.ts'
import type { createPaymentsModule } from './modules/payments/index.ts'
import { createRequestLogModule } from './modules/request-log/index.ts'
import { createThemesModule } from './modules/themes/index.ts'
import { createTrashModule } from './modules/trash/index.ts'
import { createActsAsSupport } from './modules/workspaces/index.ts'

export async function createModules(deps: ServerDeps, infrastructure: Infrastructure) {
  const base = createBase(deps, infrastructure)
  const { settings, log } = base
  const { bus, contexts, storage, vault } = infrastructure

  const audit = createAuditModule(createActsAsSupport(settings.supportEmails ?? []))
  const accounts = composeAccounts(base, { audit })
  const { files, storageQuota, attachmentReader } = composeFiles(base)
  const billing = createBillingModule({ vault })
  const workspaces = composeWorkspaces(base, { accounts, audit, billing, files })
  const { models, keyCheck, openAiFor } = composeModels(base, { workspaces })
  const requestLog = createRequestLogModule({ contextFor: contexts.system, identity: deps.databases.identity.db, log })
  const providerWebhooks = composeProviderWebhooks(base)
  const events = composeEvents(base, { accounts, workspaces })
  const trash = createTrashModule({ storage })
  const tools = composeTools(base)
  const themes = createThemesModule({ trash: trash.service })
  let figuresOf: ReturnType<typeof composeAnalytics>['service']['figuresOf']
  let clientBilling: Module<typeof createPaymentsModule>['clientBilling']
  const { agencies, orgs } = composeOrgs(base, { audit, workspaces, clientBilling: () => clientBilling })
  const domains = composeDomains(base, { accounts, agencies, workspaces })
  const payments = composePayments(base, { accounts, billing, orgs, providerWebhooks, workspaces })
  clientBilling = payments.clientBilling
  const { agents, publishedAgent, agentModel } = composeAgents(base, {
    files,
    workspaces,
    tools,
    orgs,
    models,
    figures: (ctx, agentIds) => figuresOf(ctx, agentIds),
  })
  const { knowledge, pages, parser, localEmbedder } = await composeKnowledge(base, {
    billing,
    trash,
    agents,
    publishedAgent,
    openAiFor,
    storageQuota,
    workspaces,
  })
  const crawler = composeCrawler(base, { billing, agents, knowledge, pages, parser })
  const retrievalEvals = composeRetrievalEvals(base, { knowledge, publishedAgent, trash })
  const gaps = composeGaps(base, { billing, knowledge, publishedAgent, agentModel })
  const analytics = composeAnalytics(base, { orgs, gaps, agents, publishedAgent, knowledge })
  figuresOf = analytics.service.figuresOf
  const subscribers = createMessageSubscribers({
    bus,
    regions: settings.regions,
    contextFor: contexts.system,
    clients: orgs.notified,
  })
  const conversations = composeConversations(base, {
    accounts,
    agencies,
    agents,
    analytics,
    billing,
    events,
    files,
    gaps,
    knowledge,
    models,
    openAiFor,
    orgs,
    payments,
    publishedAgent,
    subscribers,
    tools,
    workspaces,
  })
  const leads = composeLeads({ agents, trash })
  const channels = composeChannels(base, {
    agencies,
    agents,
    analytics,
    conversations,
    files,
    providerWebhooks,
    workspaces,
  })
  const { voice, closeSpeech } = composeVoice(base, {
    agents,
    billing,
    channels,
    conversations,
    files,
    openAiFor,
    payments,
    providerWebhooks,
    workspaces,
  })
  const notifications = composeNotifications(base, { accounts, agents, orgs, subscribers, workspaces })
  const evaluations = composeEvaluations(base, { agents, billing, conversations, models, trash })
  const fleet = composeFleet(base, { agents, evaluations, orgs })
  const campaigns = composeCampaigns(base, { agencies, billing, channels, payments, voice })
  const metrics = composeMetrics(base, { agentModel, billing, campaigns, publishedAgent })
  const assistant = composeAssistant(base, { agents, agentModel, billing, knowledge })
  const widget = composeWidget(base, { accounts, agents, analytics, models, publishedAgent, workspaces })
  const onboarding = composeOnboarding(base, { agents, crawler, workspaces })
  const modules = {
    audit,
    accounts,
    files,
    billing,
    workspaces: { ...workspaces, router: workspaces.router({ ...models, ...keyCheck }) },
    requestLog,
    providerWebhooks,
    events,
    trash,
    tools,
    themes,
    agencies,
    domains,
    orgs,
    payments,
    agents,
    knowledge,
    crawler,
    retrievalEvals,
    gaps,
    analytics,
    conversations,
    leads,
    campaigns,
    // All mail arrives through one webhook.
    channels: { ...channels, webhooks: channels.webhooks.filter(({ provider }) => provider !== EMAIL_WEBHOOK) },
    inboundMail: composeInboundMail(base, {
      conversations,
      channel: channels.webhooks.find(({ provider }) => provider === EMAIL_WEBHOOK),
    }),
    voice,
    notifications,
    evaluations,
    fleet,
    metrics,
    assistant,
    widget,
    onboarding,
  }
  return {
    modules,
    async closeReaders() {
      subscribers.close()
      await closeSpeech()
      await knowledge.service.close()
      await parser.close()
      await localEmbedder.close()
      await attachmentReader.close()
    },
  }
}
export type Modules = Awaited<ReturnType<typeof createModules>>['modules']
