import { isMessagingChannel } from '@parlance/contract/channels/list'
import { questionModel } from '../adapters/models/question-model.ts'
import { createTranscriber } from '../adapters/openai/transcription.ts'
import { createVoiceflow } from '../adapters/voiceflow/voiceflow.ts'
import { EVENT_HANDLERS } from '../event-handlers.ts'
import type { createAccountsModule } from '../modules/accounts/index.ts'
import type { createAgenciesModule } from '../modules/agencies/index.ts'
import { type createAnalyticsModule, createTurnCounts } from '../modules/analytics/index.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { channelQueries } from '../modules/channels/index.ts'
import { createConversationsModule, type MessageHandler } from '../modules/conversations/index.ts'
import type { createEventsModule } from '../modules/events/index.ts'
import type { createFilesModule } from '../modules/files/index.ts'
import type { createGapsModule } from '../modules/gaps/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import type { createMessageSubscribers } from '../modules/notifications/index.ts'
import type { createOrgsModule } from '../modules/orgs/index.ts'
import type { createPaymentsModule } from '../modules/payments/index.ts'
import type { createToolsModule } from '../modules/tools/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import { createAgentPeople } from './agent-people.ts'
import type { Base, Module } from './base.ts'
import { createMailBrand } from './mail-brand.ts'
import type { Agents } from './agents.ts'
import type { Knowledge } from './knowledge.ts'
import type { Models } from './models.ts'

const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1'

/** The jobs of `message.stored` in event-handlers.ts, each with a filter for the messages it wants. */
const messageHandlers = (wants: Readonly<Record<string, MessageHandler['wants']>>): MessageHandler[] =>
  (EVENT_HANDLERS['message.stored'] ?? []).map((job) => {
    const wanted = wants[job]
    if (!wanted) throw new Error(`nothing says which stored messages ${job} wants`)
    return { job, wants: wanted }
  })

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly agencies: Module<typeof createAgenciesModule>
  readonly analytics: Module<typeof createAnalyticsModule>
  readonly billing: Module<typeof createBillingModule>
  readonly events: Module<typeof createEventsModule>
  readonly files: Module<typeof createFilesModule>
  readonly gaps: Module<typeof createGapsModule>
  readonly orgs: Module<typeof createOrgsModule>
  readonly payments: Module<typeof createPaymentsModule>
  readonly tools: Module<typeof createToolsModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
  readonly agents: Agents['agents']
  readonly publishedAgent: Agents['publishedAgent']
  readonly knowledge: Knowledge['knowledge']
  readonly models: Models['models']
  readonly openAiFor: Models['openAiFor']
  readonly subscribers: ReturnType<typeof createMessageSubscribers>
}

export function composeConversations(
  { settings, log, appOrigin, system, infrastructure }: Base,
  {
    accounts,
    agencies,
    analytics,
    billing,
    events,
    files,
    gaps,
    orgs,
    payments,
    tools,
    workspaces,
    agents,
    publishedAgent,
    knowledge,
    models,
    openAiFor,
    subscribers,
  }: Needs,
) {
  const { bus, contexts, inboundMail, mail, node, sandbox, vault } = infrastructure
  const { creditValueUsd } = settings
  const { payers, exhausted } = payments.clientBilling
  const waitingCharge = createCharge(billing.service, 'waiting')
  return createConversationsModule({
    turn: {
      forTurn: agents.service.forTurn,
      search: knowledge.service.passages,
      reportUnanswered: gaps.service.record,
      tools: tools.service,
      files: files.service,
      ledger: billing.service,
      payerOf: payers.payerOf,
      creditsExhausted: exhausted.refused,
      count: createTurnCounts(appOrigin),
      countHumanHandled: analytics.service.unanswered,
      emitIn: contexts.emitIn,
      models,
      dialogue: createVoiceflow({ ...sandbox.voiceflow, log }),
      dialogueKey: agents.service.dialogueKey,
      bus,
      metrics: infrastructure.metrics,
      log,
      node,
      now: infrastructure.clock.now,
      creditValueUsd,
      smartHandoff: orgs.service.smartHandoff,
      allowsHandoff: orgs.service.allowsHandoff,
      contextFor: system,
      transactions: (region) => infrastructure.pipelinedTransactions[region],
    },
    messages: {
      handlers: messageHandlers({
        // Owners who test their agent don't count as visitors.
        'events.heard': (region, { from, channel, workspaceId }) =>
          from === 'user' && channel !== 'test' && events.service.wantsVisitorEvents(region, workspaceId),
        'notifications.heard': (region, { from, channel, workspaceId }) =>
          from === 'user' && channel !== 'test' && subscribers.hasSubscribers(region, workspaceId),
        'channels.message-stored': (_region, { from, channel }) => from !== 'user' && isMessagingChannel(channel),
        'conversations.plan-reply-mail': (_region, { from }) => from === 'human',
      }),
      contextFor: system,
      enqueue: infrastructure.enqueue,
    },
    attachments: {
      files: files.service,
      forTurn: agents.service.forTurn,
      transcriber: createTranscriber({
        endpointFor: openAiFor(sandbox.model),
        model: settings.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL,
      }),
      charge: waitingCharge,
      payerOf: payers.payerOf,
      creditValueUsd,
      log,
    },
    bus,
    node,
    log,
    files: files.service,
    forTurn: agents.service.forTurn,
    available: billing.service.availableToVisitors,
    isStopped: billing.budgets.isStopped,
    payerOf: payers.payerOf,
    hasEverPaid: async (ctx, workspaceId) =>
      (await workspaces.service.checkCredits(ctx, workspaceId)).hasEverPaid ||
      (await workspaces.service.entitlements(ctx, workspaceId)).customBranding,
    agentTitles: agents.service.titles,
    visitors: {
      signingKey: agents.service.signingKey,
      sign: vault.sign,
      lockBalances: billing.service.lockBalances,
      moveUnsent: files.service.moveUnsent,
    },
    hasThread: channelQueries.hasThread,
    lockBalances: billing.service.lockBalances,
    orgProfile: orgs.service.profile,
    agentsOfOrg: orgs.service.agentIds,
    isOneThread: orgs.service.isOneThread,
    allowsHandoff: orgs.service.allowsHandoff,
    clientStatus: orgs.service,
    ...createAgentPeople({
      colleagues: workspaces.people.colleagues,
      orgs: orgs.service,
      photoOfUser: accounts.service.photoOf,
      photoOfClient: orgs.pictures.photoOf,
    }),
    briefs: {
      hold: waitingCharge.hold,
      settle: waitingCharge.settle,
      creditValueUsd,
      async open(ctx, agentId, maxTokens) {
        const agent = await publishedAgent(ctx, agentId)
        return agent && questionModel(await models.open(ctx, ctx.workspaceId, agent.effective.model), maxTokens)
      },
    },
    suggestions: {
      search: knowledge.service.passages,
      openModel: async (ctx, model, maxTokens) =>
        questionModel(await models.open(ctx, ctx.workspaceId, model), maxTokens, { isText: true }),
    },
    mailers: mail.mailers,
    inboundMail,
    mailBrand: createMailBrand(agencies, settings.site?.operator.email ?? ''),
    async agentOf(ctx) {
      const { data } = await agents.service.get(ctx, ctx.actor.kind === 'agent' ? ctx.actor.agentId : '')
      return { id: data.ID, created: data.ts }
    },
  })
}
