// Creates the modules in the order of modules/ORDER, each with its dependencies, and connects ports to adapters.
import { tmpdir } from 'node:os'
import { MIN_CHUNK_SIZE, VG_STARTER } from '@parlance/contract/agents/schemas'
import { type Region } from '@parlance/contract/lib/regions'
import { createLazyCss } from './adapters/css/lazy-css.ts'
import { createPageInspector } from './adapters/embed/inspect-page.ts'
import { createSentenceEmbedder } from './adapters/universal-sentence-encoder/embedder.ts'
import { createGeo } from './adapters/geo/geo.ts'
import { createNewAgentHook } from './adapters/hooks/new-agent-hook.ts'
import { createIngest } from './adapters/ingest/ingest.ts'
import { createAttachmentReader } from './adapters/ingest/read-attachment.ts'
import { createMcpClient } from './adapters/mcp/mcp.ts'
import { questionModel } from './adapters/models/question-model.ts'
import { createModels } from './adapters/models/models.ts'
import { createLazyOidc } from './adapters/oidc/lazy.ts'
import { createOpenAiEmbedder } from './adapters/openai/embeddings.ts'
import { createEndpoints } from './adapters/openai/endpoints.ts'
import { createTranscriber } from './adapters/openai/transcription.ts'
import { createPgvectorIndex } from './adapters/pgvector/pgvector.ts'
import { preferPgvector } from './adapters/pgvector/prefer-pgvector.ts'
import { createPictures, createPortraits } from './adapters/pictures/pictures.ts'
import { openEngine } from './adapters/usearch/engine.ts'
import { createVectorIndex } from './adapters/usearch/usearch.ts'
import { createVoiceflow } from './adapters/voiceflow/voiceflow.ts'
import { createCrawlerWeb } from './adapters/web/crawler-web.ts'
import { createSiteInspector } from './adapters/web/inspect-site.ts'
import { createPageReader } from './adapters/web/page-reader.ts'
import type { Ctx } from './lib/ctx.ts'
import { createDebounce } from './lib/debounce.ts'
import { type Infrastructure, SESSIONS_ENDED } from './infrastructure.ts'
import { originOf, ownOrigin } from './lib/origin.ts'
import { createGuardedFetch } from './lib/outbound/guarded-fetch.ts'
import { reasonFor } from './lib/outbound/reasons.ts'
import { type AccountRegions, createAccountsModule } from './modules/accounts/index.ts'
import { createAgenciesModule } from './modules/agencies/index.ts'
import { agentQueries, createAgentsModule } from './modules/agents/index.ts'
import { createAnalyticsModule, createTurnCounts } from './modules/analytics/index.ts'
import { createAssistantModule } from './modules/assistant/index.ts'
import { createAuditModule, type AuditActor } from './modules/audit/index.ts'
import { createBillingModule, METER_DEFAULTS, priceOf, turnHold } from './modules/billing/index.ts'
import { conversationQueries, createConversationsModule } from './modules/conversations/index.ts'
import { createCrawlerModule } from './modules/crawler/index.ts'
import { createEvaluationsModule, JUDGE_TOKENS as TEST_JUDGE_TOKENS, publishGate } from './modules/evaluations/index.ts'
import { createEventsModule, createFailureDigest, OUTBOUND_REASON_CODES } from './modules/events/index.ts'
import { assertWithinQuota, createFilesModule, type StorageQuota } from './modules/files/index.ts'
import { createGapsModule, JUDGE_TOKENS as GAP_JUDGE_TOKENS } from './modules/gaps/index.ts'
import { bytesOfOriginals, createCharge, createKnowledgeModule, vectorStore } from './modules/knowledge/index.ts'
import { contactOf, notificationMailer, notifiedMembers, pushOutbound } from './compose-notifications.ts'
import { createLeadsModule } from './modules/leads/index.ts'
import { createMetricsModule, METRIC_TOKENS } from './modules/metrics/index.ts'
import { createMessageSubscribers, createNotificationsModule } from './modules/notifications/index.ts'
import { createOnboardingModule } from './modules/onboarding/index.ts'
import { createClientMails, createFeedbackMails } from './compose-client-mails.ts'
import { createAgentPeople } from './compose-people.ts'
import { createOrgsModule } from './modules/orgs/index.ts'
import { createRequestLogModule } from './modules/request-log/index.ts'
import { createRetrievalEvalsModule } from './modules/retrieval-evals/index.ts'
import { createThemesModule } from './modules/themes/index.ts'
import { createToolsModule, McpFailure } from './modules/tools/index.ts'
import { bytesOfFiles, createTrashModule } from './modules/trash/index.ts'
import { createWidgetModule } from './modules/widget/index.ts'
import {
  accountMoved,
  createActsAsSupport,
  createWorkspacesModule,
  invitationDetails,
  workspaceLocks,
  isWorkspaceShared,
  workspacesOfMember,
} from './modules/workspaces/index.ts'
import type { ServerDeps } from './infrastructure.ts'
import { msg } from '@parlance/i18n/messages'

const OPERATOR: AuditActor = { kind: 'system', id: '', name: 'operator' }
const DEFAULT_WORKSPACE_BYTES = 2_000_000_000
const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1'
/** Timeout of a call to an MCP server, including the end of its session. */
const MCP_TIMEOUT_MS = 40_000
const MCP_MAX_BYTES = 1024 * 1024

export async function createModules({ settings, databases, log }: ServerDeps, infrastructure: Infrastructure) {
  const { bus, contexts, enqueue, guardedFetch, mail, node, recheckStreams, sandbox, storage, vault } = infrastructure
  const { creditValueUsd, outboundAllow: allow } = settings
  const publicUrl = () => settings.publicUrl
  const system = (region: Region) => contexts.system(region)
  const identity = databases.identity.db
  const geo = createGeo(log)

  const audit = createAuditModule(createActsAsSupport(settings.supportEmails ?? []))

  const accountRegions: AccountRegions = {
    regionContexts: () => settings.regions.map(system),
    storage,
    async onAddressChanged(move) {
      await Promise.all(settings.regions.map((region) => accountMoved(system(region), move)))
    },
    async recordExport(ctx, workspaceIds) {
      for (const workspaceId of workspaceIds)
        await audit.service.record(ctx, { workspaceId, action: 'accounts.exportData' })
    },
    async recordFactorReset(ctx, email) {
      const entry = { action: 'accounts.factorsReset', detail: { account: email }, who: OPERATOR }
      for (const workspaceId of await workspacesOfMember(ctx, email))
        await audit.service.record(ctx, { ...entry, workspaceId })
      bus.publish(ctx.region, SESSIONS_ENDED, {})
    },
    findInvitation: async ({ region, workspaceId: uid, email }) =>
      settings.regions.includes(region) ? invitationDetails(system(region), { uid, email }) : undefined,
  }
  const cropPhoto = createPortraits()
  const accounts = createAccountsModule({
    db: identity,
    settings,
    mailers: mail.mailers,
    sandboxMail: mail.isSandboxed,
    regions: accountRegions,
    providers: (settings.signInProviders ?? []).map((provider) => createLazyOidc(provider, log)),
    countryOf: geo.countryOf,
    cropPhoto,
  })

  /** Counts everything in the bucket, whichever module stored it. */
  const storageQuota: StorageQuota = {
    workspaceBytes: settings.workspaceBytes ?? DEFAULT_WORKSPACE_BYTES,
    otherBytes: async (ctx, workspaceId) =>
      (await bytesOfOriginals(ctx.db, workspaceId)) + (await bytesOfFiles(ctx.db, workspaceId)),
  }
  const attachmentReader = createAttachmentReader(log)
  const files = createFilesModule({
    storage,
    agentExists: async (ctx, agentId) => (await agentQueries.workspaceOf(ctx, agentId)) !== undefined,
    readText: attachmentReader.readText,
    redraw: createPictures(),
    storageQuota,
    signer: vault,
    origin: originOf(settings),
  })

  const billing = createBillingModule({ vault })

  const workspaces = createWorkspacesModule({
    settings,
    accounts: accounts.service,
    agentTitles: agentQueries.titles,
    audit: audit.service,
    billing: billing.service,
    checkAddress: infrastructure.checkAddress,
    contexts,
    creditsBeforeVerification: mail.isSandboxed,
    log,
    logos: files.service,
    mailers: mail.mailers,
    mailIsSandboxed: mail.isSandboxed,
    onAccessEnded: recheckStreams,
    onAccessEnds: infrastructure.streamRevalidation.recheckAt,
    vault,
  })

  const models = createModels({
    platform: settings.models,
    sandbox: sandbox.model,
    ownKey: workspaces.service.providerKey,
    guardedFetch,
    creditValueUsd,
  })
  const openAiFor = (simulated: typeof sandbox.model) =>
    createEndpoints({
      ownKey: workspaces.service.providerKey,
      platform: settings.models.openai,
      sandbox: simulated,
      guardedFetch,
    })

  const requestLog = createRequestLogModule({ contextFor: contexts.system, identity, log })

  const events = createEventsModule({
    vault,
    bus,
    log,
    regions: settings.regions,
    contextFor: system,
    runAsAdmin: workspaceLocks.runAsAdmin,
    outbound: {
      check: infrastructure.checkAddress,
      // Only the beginning of a response is read, whatever its declared length.
      fetch: createGuardedFetch({
        allow,
        maxBytes: Number.MAX_SAFE_INTEGER,
        onRefused: (reason) => log.info({ reason }, 'sending an event failed'),
      }),
      reason: (error) => msg(OUTBOUND_REASON_CODES[reasonFor(error)]),
    },
    findConversation: conversationQueries.eventPayload,
    async writeLog(ctx, { workspaceId, content: { message: content, ...contentMessage }, ...entry }) {
      const about = { userId: workspaceId, agentId: '', channel: '', withEmail: false }
      await workspaces.people.writeLog(ctx, { ...about, ...entry, content, contentMessage })
    },
    sendFailureDigest: createFailureDigest({
      accounts: accounts.service,
      mailers: mail.mailers,
      mailIsSandboxed: mail.isSandboxed,
      settings,
    }),
  })

  const trash = createTrashModule({ storage })

  const tools = createToolsModule({
    vault,
    guardedFetch,
    usedBy: agentQueries.functionsUse,
    mcp: createMcpClient({
      guardedFetch: createGuardedFetch({
        allow,
        timeoutMs: MCP_TIMEOUT_MS,
        maxBytes: MCP_MAX_BYTES,
        onRefused: (reason) => log.info({ reason }, 'a request to an MCP server failed'),
      }),
      failure: (reason, cause) => new McpFailure(reason, { cause }),
    }),
    checkAddress: infrastructure.checkAddress,
  })

  const themes = createThemesModule({ trash: trash.service })

  const agencies = createAgenciesModule({
    mailFeedback: createFeedbackMails(mail.mailers, (ctx, orgId) => orgs.service.nameOf(ctx, orgId)),
    vault,
    roleOf: workspaces.service.roleOf,
    runAsAdmin: workspaceLocks.runAsAdmin,
  })
  const { regions } = settings
  const orgs = createOrgsModule({
    cropPhoto,
    bus,
    regions,
    contextFor: contexts.system,
    audit: audit.service,
    agencies: agencies.service,
    agents: agentQueries,
    runAsAdmin: workspaceLocks.runAsAdmin,
    enqueue,
    mails: createClientMails(mail.mailers),
    roleOf: workspaces.service.roleOf,
    settings,
  })

  const newAgentHook =
    settings.newAgentHookUrl === undefined ? undefined : createNewAgentHook(settings.newAgentHookUrl, log)
  const agents = createAgentsModule({
    vault,
    settings,
    roleOf: workspaces.service.roleOf,
    personalOf: workspaces.personalWorkspace,
    runAsAdmin: workspaceLocks.runAsAdmin,
    keepWorkspace: workspaceLocks.shareLockWorkspace,
    libraryTools: tools.service.libraryTools,
    customCss: createLazyCss(() => ownOrigin(settings)),
    publishGate,
    makeAgentFor: orgs.service.makeAgentFor,
    ...(newAgentHook ? { newAgentHook: (agent) => newAgentHook({ agent }) } : {}),
  })
  const publishedAgent = (ctx: Ctx, agentId: string) => agents.service.forTurn(ctx, agentId, { draft: false })
  /** Undefined for an unknown agent, or if no key serves its model. */
  const agentModel = async (ctx: Ctx, agent: Awaited<ReturnType<typeof publishedAgent>>, maxTokens: number) => {
    const model = agent && (await models.open(ctx, ctx.workspaceId, agent.effective.model).catch(() => undefined))
    return model && questionModel(model, maxTokens)
  }

  const parser = createIngest()
  const pages = createPageReader({
    parsePage: parser.parsePage,
    allow,
    publicUrl,
    tempDir: tmpdir(),
    onRefused: (reason) => log.info({ reason }, 'fetching a page failed'),
  })
  const localEmbedder = createSentenceEmbedder()
  const vectorEngine = await openEngine((error) =>
    log.warn({ err: error }, 'vectors are compared without the native library'),
  )
  const backgroundCharge = createCharge(billing.service)
  /** For work that a person waits for, e.g. a transcript or a suggestion. */
  const waitingCharge = createCharge(billing.service, 'waiting')
  const available = async (ctx: Ctx, workspaceId: string) => (await billing.service.balance(ctx, workspaceId)).available
  const knowledge = createKnowledgeModule({
    parser,
    pages,
    storage,
    trash: trash.service,
    checkAddress: infrastructure.checkAddress,
    embedder: createOpenAiEmbedder({
      endpointFor: openAiFor(settings.embeddings === 'simulator' ? sandbox.model : undefined),
      model: settings.embeddingModel,
      otherwise: localEmbedder,
    }),
    vectors: preferPgvector(
      createPgvectorIndex({ store: vectorStore }),
      createVectorIndex({ store: vectorStore, engine: vectorEngine }),
    ),
    agents: {
      async settingsOf(ctx, agentId) {
        const { vgOptions, vg_kbDefaultDimension } = { ...VG_STARTER, ...(await publishedAgent(ctx, agentId))?.config }
        const maxChunkSize = vgOptions?.maxChunkSize ?? VG_STARTER.vgOptions.maxChunkSize
        return { maxChunkSize: Math.max(MIN_CHUNK_SIZE, maxChunkSize), dimensions: vg_kbDefaultDimension }
      },
      exists: async (ctx, agentId) => (await agents.service.workspaceOf(ctx, agentId)) === ctx.workspaceId,
      titles: agents.service.titles,
    },
    jobs: { enqueue },
    charge: backgroundCharge,
    assertStorageQuota: (tx, size) => assertWithinQuota(tx, { workspaceId: tx.workspaceId, size }, storageQuota),
  })

  const crawler = createCrawlerModule({
    web: createCrawlerWeb(pages, parser, allow),
    pageStore: knowledge.service,
    ownAgents: async (ctx, ids) => new Set((await agents.service.titles(ctx, ids)).keys()),
    billing: billing.service,
    permittedHosts: allow,
    permittedDelayMs: settings.crawlerOwnDelayMs,
    enqueue,
  })

  const retrievalEvals = createRetrievalEvalsModule({
    knowledge: knowledge.service,
    trash: trash.service,
    enqueue,
    // The sweep runs whatever is lost here.
    later: createDebounce(log, 'running due retrieval evals failed'),
  })

  const gaps = createGapsModule({
    knowledge: knowledge.service,
    conversationsLeft: conversationQueries.existing,
    judge: {
      ...backgroundCharge,
      creditValueUsd,
      // Without a key for the agent's model, passages are only compared by rules.
      open: async (ctx, agentId) => agentModel(ctx, await publishedAgent(ctx, agentId), GAP_JUDGE_TOKENS),
    },
    available,
    enqueue,
    log,
    later: createDebounce(log, 'grouping questions or comparing passages failed'),
  })

  const analytics = createAnalyticsModule({
    log,
    geo,
    existing: agents.service.existing,
    contextFor: system,
    own: () => ownOrigin(settings),
    counted: async (ctx, agentId) => (await publishedAgent(ctx, agentId))?.config,
    monthlyMessages: conversationQueries.monthlyMessages,
    ratings: conversationQueries.ratings,
    cameBy: conversationQueries.originOf,
    outcomes: conversationQueries.outcomes,
    agentsOfOrg: orgs.service.agentIds,
    isOwnAgent: async (ctx, agentId) => (await agentQueries.workspaceOf(ctx, agentId)) === ctx.workspaceId,
    unanswered: gaps.service.askedIn,
    openQuestions: gaps.service.openQuestions,
    known: {
      agentIds: agentQueries.ids,
      waiting: conversationQueries.waiting,
      openGaps: gaps.service.openCounts,
      hasDocuments: async (ctx, agentId) => (await knowledge.service.list(ctx, { agentId, limit: 1 })).items.length > 0,
      hasConversations: conversationQueries.hasAny,
      isShared: isWorkspaceShared,
    },
  })

  const subscribers = createMessageSubscribers({ bus, regions, contextFor: contexts.system, clients: orgs.notified })

  const conversations = createConversationsModule({
    turn: {
      forTurn: agents.service.forTurn,
      search: knowledge.service.passages,
      reportUnanswered: gaps.service.record,
      tools: tools.service,
      files: files.service,
      ledger: billing.service,
      count: createTurnCounts(() => ownOrigin(settings)),
      countHumanHandled: analytics.service.unanswered,
      emitIn: contexts.emitIn,
      wantsVisitorEvents: async (region, uid) =>
        (await events.service.wantsVisitorEvents(region, uid)) || subscribers.hasSubscribers(region, uid),
      models,
      dialogue: createVoiceflow({ ...sandbox.voiceflow, log }),
      dialogueKey: agents.service.dialogueKey,
      bus,
      metrics: infrastructure.metrics,
      log,
      node,
      creditValueUsd,
      smartHandoff: orgs.service.smartHandoff,
      contextFor: system,
      transactions: (region) => infrastructure.pipelinedTransactions[region],
    },
    attachments: {
      files: files.service,
      forTurn: agents.service.forTurn,
      transcriber: createTranscriber({
        endpointFor: openAiFor(sandbox.model),
        model: settings.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL,
      }),
      charge: waitingCharge,
      creditValueUsd,
      log,
    },
    bus,
    node,
    log,
    files: files.service,
    forTurn: agents.service.forTurn,
    available: billing.service.availableToVisitors,
    hasEverPaid: async (ctx, workspaceId) => (await workspaces.service.checkCredits(ctx, workspaceId)).hasEverPaid,
    agentTitles: agents.service.titles,
    visitors: {
      signingKey: agents.service.signingKey,
      sign: vault.sign,
      lockBalances: billing.service.lockBalances,
      moveUnsent: files.service.moveUnsent,
    },
    lockBalances: billing.service.lockBalances,
    orgProfile: orgs.service.profile,
    agentsOfOrg: orgs.service.agentIds,
    isOneThread: orgs.service.isOneThread,
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
    async agentOf(ctx) {
      const { data } = await agents.service.get(ctx, ctx.actor.kind === 'agent' ? ctx.actor.agentId : '')
      return { id: data.ID, created: data.ts }
    },
  })

  const leads = createLeadsModule({
    trash: trash.service,
    readVisitorDetails: conversationQueries.readVisitorDetails,
    ofContact: conversationQueries.ofContact,
    agentExists: async (ctx, agentId) => (await agents.service.workspaceOf(ctx, agentId)) === ctx.workspaceId,
  })
  const notifications = createNotificationsModule({
    bus,
    subscribers,
    vault,
    enqueue,
    conversations: { tell: conversationQueries.noticeOf },
    clients: orgs.notified,
    members: notifiedMembers(workspaces.people, accounts.service.languagesOf, mail.isSandboxed),
    agentTitle: async (ctx, agentId) => (await agents.service.titles(ctx, [agentId])).get(agentId),
    sendMail: notificationMailer(mail.mailers, log),
    outbound: pushOutbound({ check: infrastructure.checkAddress, allow, log }),
    contact: contactOf(settings.mail.from),
    origin: () => ownOrigin(settings),
  })

  const evaluations = createEvaluationsModule({
    trash: trash.service,
    copyOf: agents.service.forTurn,
    conversations: { ...conversations.service, turns: conversations.turns },
    enqueue,
    available,
    judge: {
      hold: backgroundCharge.hold,
      settle: backgroundCharge.settle,
      creditValueUsd,
      open: async (ctx, workspaceId, name) =>
        questionModel(await models.open(ctx, workspaceId, name), TEST_JUDGE_TOKENS),
    },
    async minimumCost(ctx, { workspaceId, effective }) {
      // Without a provider there is nothing to pay, and the turn reports it.
      const model = await models.open(ctx, workspaceId, effective.model).catch(() => undefined)
      if (!model) return 0
      return turnHold({
        paidBy: model.paidBy,
        price: priceOf(model.name),
        settings: { ...METER_DEFAULTS, creditValueUsd },
        estimatedInputTokens: Math.ceil(effective.instructions.length / 4),
        maxOutputTokens: effective.maxTokens,
      })
    },
  })

  const metrics = createMetricsModule({
    conversations: conversationQueries.ended,
    enqueue,
    hold: backgroundCharge.hold,
    settle: backgroundCharge.settle,
    creditValueUsd,
    open: async (ctx, agentId) => agentModel(ctx, await publishedAgent(ctx, agentId), METRIC_TOKENS),
  })

  const assistant = createAssistantModule({
    starters: { agents: agents.service, knowledge: knowledge.service, enqueue },
    hold: waitingCharge.hold,
    settle: waitingCharge.settle,
    creditValueUsd,
    open: async (ctx, agentId, maxTokens) =>
      agentModel(ctx, await agents.service.forTurn(ctx, agentId, { draft: true }), maxTokens),
  })

  const widget = createWidgetModule({
    agents: agents.service,
    sites: analytics.service.latestSites,
    inspectPage: createPageInspector({
      allow,
      publicUrl,
      onRefused: (reason) => log.info({ reason }, 'inspecting a page failed'),
    }),
    publicUrl,
    demo: {
      regions: settings.regions,
      contextFor: system,
      session: accounts.service.authenticate,
      roleOf: workspaces.service.roleOf,
      publishedAgent,
      models,
    },
  })

  const onboarding = createOnboardingModule({
    workspaces: workspaces.service,
    agents: agents.service,
    crawler: crawler.service,
    inspectSite: createSiteInspector({
      allow,
      publicUrl,
      onRefused: (reason) => log.info({ reason }, 'inspecting a site failed'),
    }),
  })

  const modules = {
    audit,
    accounts,
    files,
    billing,
    workspaces: { ...workspaces, router: workspaces.router(models) },
    requestLog,
    events,
    trash,
    tools,
    themes,
    agencies,
    orgs,
    agents,
    knowledge,
    crawler,
    retrievalEvals,
    gaps,
    analytics,
    conversations,
    leads,
    notifications,
    evaluations,
    metrics,
    assistant,
    widget,
    onboarding,
  }
  return {
    modules,
    async closeReaders() {
      subscribers.close()
      await knowledge.service.close()
      await parser.close()
      await localEmbedder.close()
      await attachmentReader.close()
    },
  }
}
export type Modules = Awaited<ReturnType<typeof createModules>>['modules']
