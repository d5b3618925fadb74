// The only file (with wiring.knowledge.ts) where a port meets an adapter: builds every face in the order of modules/ORDER.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { createLazyCss } from './adapters/css/lazy.ts'
import { createHook } from './adapters/hooks/hooks.ts'
import { createModels } from './adapters/models/models.ts'
import { createVoiceflow } from './adapters/voiceflow/voiceflow.ts'
import type { AppDeps } from './app.ts'
import { type Agents, createAgents } from './modules/agents/service.ts'
import { type Billing, createBilling } from './modules/billing/service.ts'
import type { Models } from './modules/conversations/ports.ts'
import { type Conversations, createConversations } from './modules/conversations/service.ts'
import { createTurns } from './modules/conversations/turn/turns.ts'
import type { Analytics } from './modules/analytics/service.ts'
import { createTurnCounts } from './modules/analytics/count-turns.ts'
import type { Events } from './modules/events/service.ts'
import type { Files } from './modules/files/service.ts'
import { createRequests } from './modules/requests/service.ts'
import { createThemes } from './modules/themes/service.ts'
import type { Tools } from './modules/tools/service.ts'
import { createWorkspaces, type Workspaces } from './modules/workspaces/service.ts'
import { createContexts } from './lib/context.ts'
import { createVault } from './lib/crypto.ts'
import type { Ctx } from './lib/ctx.ts'
import type { Databases } from './lib/db/databases.ts'
import type { Guard } from './lib/http/access.ts'
import { createIdempotency } from './lib/http/idempotency.ts'
import { createLimits } from './lib/http/limits.ts'
import { createPlaces } from './lib/http/places.ts'
import { createWatch } from './lib/http/watch.ts'
import { type Jobs, startJobs } from './lib/jobs/jobs.ts'
import { createOutbox } from './lib/jobs/outbox.ts'
import type { Logger } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import { checkAddress, createGuardedFetch } from './lib/outbound/guarded-fetch.ts'
import { createHealth } from './lib/db/health.ts'
import { openQuick, type Quick } from './lib/db/quick.ts'
import { createBus } from './lib/realtime/bus.ts'
import type { Settings } from './lib/settings.ts'
import { startSandbox } from './sandbox.ts'
import { HEARERS } from './subscriptions.ts'
import { regionsOfAccounts, wireAccounts } from './wiring.accounts.ts'
import { servedFiles, wireFiles } from './wiring.files.ts'
import { wireStorage } from './wiring.storage.ts'
import { recoverKnowing, wireKnowing } from './wiring.knowing.ts'
import { wireAnalytics } from './wiring.analytics.ts'
import { wireAudit } from './wiring.audit.ts'
import { wireGaps } from './wiring.gaps.ts'
import { handlersOf, SESSIONS_ENDED } from './wiring.handlers.ts'
import { wireEvaluations } from './wiring.evaluations.ts'
import { wireEvents } from './wiring.events.ts'
import { jobKinds } from './wiring.jobs.ts'
import { wireMail } from './wiring.mail.ts'
import { originOf, ownOrigin } from './wiring.origins.ts'
import { wireTools } from './wiring.tools.ts'
import { heldWorkspaces, holdWorkspace, personAtHome, wirePeople } from './wiring.workspaces.ts'

export interface WireDeps {
  readonly settings: Settings
  readonly databases: Databases
  readonly log: Logger
  /** False once the server is closing. */
  readonly open: () => boolean
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

export async function wire(deps: WireDeps) {
  const base = await wireBase(deps)
  const faces = await wireFaces(deps, base)
  const { settings } = deps
  const stops = settings.regions.flatMap((region) => [
    base.bus.subscribe(region, 'stop', ({ turnId }: { turnId: string }) => void faces.turns.stop(turnId)),
    base.bus.subscribe(region, SESSIONS_ENDED, () => void base.watch.recheck()),
    base.watch.stop,
  ])
  let stopCarrying = async () => {}
  let stopWatching: readonly (() => Promise<void>)[] = []
  return {
    app: appDeps(deps, base, faces),
    sandboxed: base.sandbox.names,
    faces,
    contexts: base.contexts,
    /** After the server listens: ends what an earlier process left, then begins with jobs and schedules. */
    async start() {
      await startRegions(deps, base, faces)
      stopWatching = settings.regions.map((region) => faces.conversations.watchLeases(base.contexts.system(region)))
      stopCarrying = base.outbox.carry(base.jobs)
      await faces.events.start((region) => settings.databases[region] === undefined)
    },
    drain: faces.turns.drain,
    async close() {
      for (const stop of stops) stop()
      await Promise.all([stopCarrying(), ...stopWatching.map((stop) => stop())])
      await Promise.all([faces.crawler.close(), faces.events.close(), faces.closeAudit(), faces.requests.close()])
      await Promise.all([faces.gaps.settle(), faces.analytics.settle()])
      await Promise.all([...base.jobs.values()].map((one) => one.close()))
      await faces.closeKnowledge()
      await faces.closeFiles()
      await faces.accounts.settled()
      await Promise.all(Object.values(base.quick).map((quick) => quick.close()))
      await base.bus.close()
      base.closeMail()
      await base.closeStorage()
      await base.sandbox.close()
    },
  }
}

async function wireBase({ settings, databases, log }: WireDeps) {
  const served = settings.regions.map((region) => ({
    region,
    pool: databases.region[region].pool,
    url: databases.region[region].url,
    // The built-in database is locked to this process.
    alone: settings.databases[region] === undefined,
    ...(settings.redisUrls?.[region] ? { redisUrl: settings.redisUrls[region] } : {}),
  }))
  const outbox = createOutbox(databases.identity.pool, log)
  const vault = createVault(settings.masterKey, settings.previousMasterKeys)
  const jobs = new Map<Region, Jobs>()
  const [sandbox, bus] = await Promise.all([startSandbox(settings), createBus(served, log)])
  return {
    /** Names this process wherever it takes a lease. */
    node: randomUUID(),
    vault,
    metrics: createMetrics(),
    contexts: createContexts({ databases, hearers: HEARERS, outbox, log, now: () => new Date() }),
    outbox,
    jobs,
    quick: Object.fromEntries(
      served.map(({ region, url }) => [
        region,
        openQuick(url, {
          max: 8,
          onIdleError: ({ message }) => log.debug({ region, reason: message }, 'a connection for turns broke'),
        }),
      ]),
    ) as Record<Region, Quick>,
    sandbox,
    bus,
    watch: createWatch(log, settings.streamCheckMs),
    /** For addresses that people typed. Answers of models take as long as they take; the turn has its own deadlines. */
    guardedFetch: createGuardedFetch({
      allow: settings.outboundAllow,
      timeoutMs: 300_000,
      onRefused: (reason) => log.info({ reason }, 'an outgoing call was refused'),
    }),
    ...wireStorage(settings),
    ...wireMail(settings, { sandboxUrl: sandbox.smtpUrl, vault, jobs, log }),
  }
}
export type Base = Awaited<ReturnType<typeof wireBase>>

async function wireFaces({ settings, databases, log }: WireDeps, base: Base) {
  const { guardedFetch, vault } = base
  const regions = regionsOfAccounts(base, settings, () => ({ people, ...keeping }))
  const accounts = wireAccounts({ ...base, db: databases.identity.db, settings, log, regions })
  const billing = createBilling(base)
  const keeping = wireAudit({ settings, log, accounts }, base)
  const workspaces = createWorkspaces({
    audit: keeping.audit,
    billing,
    support: keeping.support,
    vault,
    creditsAtOnce: base.mailIsSandboxed,
    checkAddress: (address) => checkAddress(address, { allow: settings.outboundAllow }),
  })
  const personalOf = async (ctx: Ctx) => workspaces.ensurePersonal(ctx, personAtHome(ctx))
  const tools = wireTools({
    settings,
    log,
    vault,
    guardedFetch,
    usedBy: (ctx, ...of) => agents.functionsUse(ctx, ...of),
  })
  const hook = settings.newAgentHookUrl === undefined ? undefined : createHook(settings.newAgentHookUrl, log)
  const agents = createAgents({
    vault,
    settings,
    roleOf: workspaces.roleOf,
    personalOf,
    ...heldWorkspaces,
    libraryTools: tools.libraryTools,
    ownCss: createLazyCss(() => (URL.canParse(settings.publicUrl) ? new URL(settings.publicUrl).origin : '')),
    publishGate: (ctx, agentId, config) => evaluations.gate(ctx, agentId, config),
    ...(hook ? { newAgentHook: (agent) => hook({ agent }) } : {}),
  })
  const { files, closeFiles } = wireFiles({ ...settings, agents, log, storage: base.storage, signer: vault })
  const people = wirePeople(base, { settings, ...keeping, accounts, agents, billing, files, workspaces })
  const requests = createRequests({ contextFor: base.contexts.system, identity: databases.identity.db, log })
  const tellConversation: Conversations['told'] = (ctx, of) => above.conversations.told(ctx, of)
  const events = wireEvents({ settings, base, accounts, writeLog: people.writeLog, tellConversation, log })
  const above = await wireTalking({ settings, log }, base, { agents, billing, events, files, tools, workspaces })
  const { evaluations } = above
  return {
    accounts,
    files,
    closeFiles,
    billing,
    workspaces,
    people,
    requests,
    events,
    tools,
    trash: base.trash,
    themes: createThemes(base),
    agents,
    personalOf,
    ...keeping,
    ...above,
  }
}

/** What talks: the knowledge that turns read, the models that answer, conversations, and the tests that hold them. */
async function wireTalking(
  { settings, log }: Pick<WireDeps, 'settings' | 'log'>,
  base: Base,
  {
    agents,
    billing,
    events,
    files,
    tools,
    workspaces,
  }: { agents: Agents; billing: Billing; events: Events; files: Files; tools: Tools; workspaces: Workspaces },
) {
  const { bus, guardedFetch, node, sandbox } = base
  const enqueue = async (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) =>
    base.jobs.get(ctx.region)?.enqueue(name, data, ctx.db)
  const { search, ...knowing } = await wireKnowing({
    settings,
    storage: base.storage,
    trash: base.trash,
    log,
    sandboxModel: sandbox.model,
    guardedFetch,
    agents,
    billing,
    workspaces,
    enqueue,
  })
  const models = wireModels(settings, base, workspaces)
  const paid = { models, billing, creditValueUsd: settings.creditValueUsd, enqueue }
  const left: Conversations['left'] = (ctx, ids) => conversations.left(ctx, ids)
  const gaps = wireGaps({ ...paid, knowledge: knowing.knowledge, conversationsLeft: left, agents, log })
  const unanswered: Analytics['unanswered'] = (ctx, said) => analytics.unanswered(ctx, said)
  const faces = { agents, billing, events, files, tools, search, models, gaps, unanswered }
  const turns = wireTurns({ settings, log }, base, faces)
  const conversations = createConversations({
    turns,
    bus,
    node,
    log,
    files,
    forTurn: agents.forTurn,
    available: billing.availableToVisitors,
    hasEverPaid: async (ctx, workspaceId) => (await workspaces.checkCredits(ctx, workspaceId)).hasEverPaid,
    agentTitles: agents.titles,
    visitors: {
      signingKey: agents.signingKey,
      sign: base.vault.sign,
      lockBalances: billing.lockBalances,
      giveUnsent: files.giveUnsent,
    },
    lockBalances: billing.lockBalances,
    mailers: base.mailers,
  })
  const evaluations = wireEvaluations({ ...paid, trash: base.trash, copyOf: agents.forTurn, conversations })
  const analytics = wireAnalytics({ agents, conversations, contexts: base.contexts, settings, log })
  return { ...knowing, gaps, models, turns, conversations, evaluations, analytics }
}
const wireModels = (settings: Settings, { guardedFetch, sandbox }: Base, { providerKey }: Workspaces) =>
  createModels({
    platform: settings.models,
    sandbox: sandbox.model,
    ownKey: providerKey,
    guardedFetch,
    creditValueUsd: settings.creditValueUsd,
  })

type Knowing = Awaited<ReturnType<typeof wireKnowing>>
const wireTurns = (
  { settings, log }: Pick<WireDeps, 'settings' | 'log'>,
  { bus, contexts, metrics, node, quick, sandbox }: Base,
  faces: {
    agents: Agents
    billing: Billing
    events: Pick<Events, 'hearsVisitors'>
    files: Files
    tools: Tools
    search: Knowing['search']
    models: Models
    gaps: Pick<ReturnType<typeof wireGaps>, 'record'>
    unanswered: Analytics['unanswered']
  },
) =>
  createTurns({
    forTurn: faces.agents.forTurn,
    search: faces.search,
    unserved: faces.gaps.record,
    tools: faces.tools,
    files: faces.files,
    ledger: faces.billing,
    count: createTurnCounts(() => ownOrigin(settings)),
    unanswered: faces.unanswered,
    emitIn: contexts.emitIn,
    hearsVisitors: faces.events.hearsVisitors,
    models: faces.models,
    dialogue: createVoiceflow({ ...sandbox.voiceflow, log }),
    dialogueKey: faces.agents.dialogueKey,
    bus,
    metrics,
    log,
    node,
    creditValueUsd: settings.creditValueUsd,
    contextFor: (region) => contexts.system(region),
    transactions: (region) => quick[region],
  })

export type Faces = Awaited<ReturnType<typeof wireFaces>>

function appDeps({ settings, databases, log, open }: WireDeps, base: Base, faces: Faces): AppDeps {
  const guard: Guard = {
    ...faces.keyGuard,
    session: faces.accounts.authenticate,
    sessionNow: faces.accounts.sessionNow,
    workspaceBySecret: faces.workspaces.bySecretHash,
    agentBySecret: faces.agents.bySecretHash,
    workspaceOfAgent: faces.agents.cachedWorkspaceOf,
    roleOf: faces.workspaces.roleOf,
    hold: holdWorkspace,
    homeWorkspace: faces.personalOf,
  }
  const pools = [databases.identity.pool, ...settings.regions.map((region) => databases.region[region].pool)]
  return {
    spine: {
      guard,
      trail: faces.trail,
      recordRequest: faces.requests.record,
      limits: createLimits(settings.rateLimitScale),
      idempotency: createIdempotency({ vault: base.vault, identity: databases.identity.db, log }),
      places: createPlaces(settings.rateLimitScale),
      watch: base.watch,
      metrics: base.metrics,
      log,
      trustedProxies: settings.trustedProxies,
      sandbox: base.mailIsSandboxed,
      regions: settings.regions,
      https: () => settings.publicUrl.startsWith('https:'),
      origin: originOf(settings),
      contextFor: base.contexts.forRequest,
      open,
    },
    handlers: handlersOf({ settings, log }, base, faces),
    ...servedFiles(base, faces, guard),
    allowedDomains: async (region, agentId) =>
      isRegion(region) && settings.regions.includes(region)
        ? ((await faces.agents.allowedDomains(base.contexts.system(region), agentId)) ?? [])
        : [],
    version,
    metricsToken: settings.metricsToken,
    publicUrl: () => settings.publicUrl,
    healthy: createHealth(pools),
  }
}

async function startRegions(
  { settings, databases, log }: WireDeps,
  { contexts, jobs, mailJobs }: Base,
  faces: Faces,
): Promise<void> {
  const kinds = [...jobKinds(faces), ...mailJobs]
  await Promise.all(
    settings.regions.map(async (region) => {
      // On the built-in database this process is alone: whatever was running when it began belongs to nobody.
      const alone = settings.databases[region] === undefined
      await faces.conversations.recover(contexts.system(region), alone)
      if (alone) await recoverKnowing(contexts.system(region), faces)
      const { pool } = databases.region[region]
      jobs.set(
        region,
        await startJobs({
          region,
          pool,
          alone,
          jobs: kinds,
          contextFor: (workspaceId) => contexts.system(region, workspaceId),
          log,
        }),
      )
    }),
  )
  contexts.attach(jobs)
}
