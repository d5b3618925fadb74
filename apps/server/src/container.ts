// Builds the server from its settings: infrastructure, modules, handlers, jobs, and their shutdown.
import manifest from '../../../package.json' with { type: 'json' }
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { VOICE_PHONE_SOCKET, VOICE_SOCKET } from '@parlance/contract/voice/protocol'
import type { AppDeps } from './app.ts'
import { CREDITS_ADDED, ON_CREDITS_ADDED } from './event-handlers.ts'
import { createHealth } from './lib/db/health.ts'
import type { Guard } from './lib/http/pipeline/authorize.ts'
import { createInfrastructure, type Infrastructure, type ServerDeps, SESSIONS_ENDED } from './infrastructure.ts'
import { createIdempotency } from './lib/http/idempotency/idempotency.ts'
import { createLimits } from './lib/http/pipeline/limits.ts'
import { createStreamLimits } from './lib/http/streams/stream-limits.ts'
import type { ProviderWebhook } from './lib/http/provider-webhook.ts'
import { platformRouter } from './lib/http/platform-router.ts'
import type { RequestPipeline } from './lib/http/pipeline/request-pipeline.ts'
import { hostOf } from './lib/origin/origin.ts'
import { combineJobs } from './lib/jobs/combine-jobs.ts'
import { startJobs } from './lib/jobs/jobs.ts'
import { createMediaReader } from './modules/files/index.ts'
import { composeContact } from './compose/contact.ts'
import { createModules, type Modules } from './compose-modules.ts'

export interface ContainerDeps extends ServerDeps {
  readonly open: () => boolean
}

export async function createContainer(deps: ContainerDeps) {
  const infrastructure = await createInfrastructure(deps)
  const { modules, closeReaders } = await createModules(deps, infrastructure)
  const { bus, contexts, jobs, outbox, pipelinedTransactions, sandbox, streamRevalidation } = infrastructure
  const { accounts, analytics, conversations, crawler, events, gaps, providerWebhooks, requestLog, workspaces } =
    modules
  providerWebhooks.service.register(Object.values(modules).flatMap(webhooksOf))
  const { regions, databases } = deps.settings
  const stops = regions.flatMap((region) => [
    bus.subscribe(region, 'stop', ({ turnId }: { turnId: string }) => void conversations.turns.stop(turnId)),
    bus.subscribe(region, SESSIONS_ENDED, () => void streamRevalidation.recheck()),
    streamRevalidation.stop,
  ])
  let stopOutbox = async () => {}
  let stopWatching: readonly (() => Promise<void>)[] = []
  return {
    app: createAppDeps(deps, infrastructure, modules),
    contexts,
    origins: infrastructure.origins,
    services: servicesOf(modules),
    /** Names of the outside services that are simulated. */
    sandboxed: sandbox.names,
    /** The guard and the access audit, which counts in memory. */
    access: { ...workspaces.access, guard: workspaces.guard },
    /** Call it once the server listens: cleans up after an earlier process, then starts jobs and schedules. */
    async start(url: string) {
      sandbox.listening(url)
      await startRegions(deps, infrastructure, modules)
      stopWatching = regions.map((region) => conversations.service.watchLeases(contexts.system(region)))
      stopOutbox = outbox.carry(jobs)
      conversations.dispatcher.start(regions)
      await modules.channels.service.start((region) => deps.settings.databases[region] === undefined)
      await events.service.start((region) => databases[region] === undefined)
    },
    sockets: {
      paths: {
        [VOICE_SOCKET]: { serve: modules.voice.service.serve, limit: 'chat' as const },
        [VOICE_PHONE_SOCKET]: { serve: modules.voice.service.phone.serve, limit: undefined },
      },
      regions,
      origins: infrastructure.origins,
      trustedProxies: deps.settings.trustedProxies,
    },
    /** Ends calls and waits for turns. */
    async drain(ms: number) {
      await modules.voice.service.close()
      await conversations.turns.drain(ms)
    },
    async close() {
      for (const stop of [...stops, infrastructure.clock.stop]) stop()
      await Promise.all([
        stopOutbox(),
        conversations.dispatcher.close(),
        modules.channels.service.close(),
        ...stopWatching.map((stop) => stop()),
      ])
      await Promise.all([
        crawler.service.close(),
        events.service.close(),
        workspaces.access.close(),
        requestLog.service.flush(),
      ])
      await Promise.all([gaps.service.settle(), analytics.service.settle()])
      await Promise.all([...jobs.values()].map((one) => one.close()))
      await closeReaders()
      await accounts.service.settled()
      await Promise.all(
        [infrastructure.heavyReads, ...Object.values(pipelinedTransactions)].map((pool) => pool.close()),
      )
      await bus.close()
      infrastructure.mail.close()
      await infrastructure.inboundMail?.close?.()
      await infrastructure.closeStorage()
      await sandbox.close()
    },
  }
}

/** Returns nobody while sessions can't be looked up. */
const createAgencyOfClient =
  (guard: Guard, contextFor: RequestPipeline['contextFor']): AppDeps['agencyOfClient'] =>
  async (region, headers, origin) => {
    const ctx = contextFor(region, undefined, origin)
    const token = guard.clientCookie(ctx, headers)
    if (token === undefined) return undefined
    try {
      // In another tab they may use their own workspace.
      if (await guard.session(headers)) return undefined
      const client = await guard.client(ctx, token)
      return client?.host === hostOf(ctx.origin) ? client.agencyId : undefined
    } catch {
      return undefined
    }
  }

export type Container = Awaited<ReturnType<typeof createContainer>>

const webhooksOf = (module: object): readonly ProviderWebhook[] =>
  'webhooks' in module ? (module.webhooks as readonly ProviderWebhook[]) : []

const servicesOf = (modules: Modules) => ({
  accounts: modules.accounts.service,
  agents: modules.agents.service,
  analytics: modules.analytics.service,
  audit: modules.audit.service,
  starters: modules.assistant.starters,
  billing: modules.billing.service,
  conversations: modules.conversations.service,
  crawler: modules.crawler.service,
  domains: modules.domains.service,
  emailDomains: modules.domains.emailDomains,
  evaluations: modules.evaluations.service,
  fleet: modules.fleet.service,
  leads: modules.leads.service,
  metrics: modules.metrics.service,
  events: modules.events.service,
  files: modules.files.service,
  gaps: modules.gaps.service,
  keys: modules.workspaces.keys,
  knowledge: modules.knowledge.service,
  people: modules.workspaces.people,
  clientBilling: modules.payments.clientBilling,
  payments: modules.payments.service,
  phone: modules.voice.service.phone,
  providerWebhooks: modules.providerWebhooks.service,
  requests: modules.requestLog.service,
  retrievalEvals: modules.retrievalEvals.service,
  support: modules.workspaces.support,
  tools: modules.tools.service,
  trash: modules.trash.service,
  turns: modules.conversations.turns,
  workspaces: modules.workspaces.service,
  campaigns: modules.campaigns.service,
  voice: modules.voice.service,
})

const routersOf = (
  { settings }: ContainerDeps,
  { origins, sandbox }: Infrastructure,
  modules: Modules,
): AppDeps['handlers'] => ({
  platform: platformRouter(
    settings,
    sandbox,
    async (language) => {
      const { sampleMails } = await import('./mails/samples.ts')
      return (await sampleMails(origins.app(), language)).map(({ id, name, mail }) => ({ id, name, ...mail }))
    },
    modules.accounts.service.isFirst,
  ),
  accounts: modules.accounts.router,
  files: modules.files.router,
  audit: modules.audit.router,
  workspaces: modules.workspaces.router,
  billing: modules.payments.router,
  clientBilling: modules.payments.clientRouter,
  requests: modules.requestLog.router,
  events: modules.events.router,
  tools: modules.tools.router,
  themes: modules.themes.router,
  agencies: modules.agencies.router,
  domains: modules.domains.router,
  orgs: modules.orgs.router,
  clientAccount: modules.orgs.accountRouter,
  clientAgents: modules.agents.clientRouter,
  agentTemplates: modules.agents.templatesRouter,
  agents: modules.agents.router,
  assistant: modules.assistant.router,
  knowledge: modules.knowledge.router,
  crawler: modules.crawler.router,
  goldens: modules.retrievalEvals.router,
  gaps: modules.gaps.router,
  evaluations: modules.evaluations.router,
  fleet: modules.fleet.router,
  analytics: modules.analytics.router,
  metrics: modules.metrics.router,
  notifications: modules.notifications.router,
  onboarding: modules.onboarding.router,
  embed: modules.widget.router,
  conversations: modules.conversations.router,
  leads: modules.leads.router,
  channels: modules.channels.router,
  whatsapp: modules.channels.whatsapp,
  numbers: modules.channels.numbers,
  campaigns: modules.campaigns.router,
  voice: modules.voice.router,
})

function createAppDeps(deps: ContainerDeps, infrastructure: Infrastructure, modules: Modules): AppDeps {
  const { settings, databases, log, open } = deps
  const {
    contexts,
    heavyReads,
    mail,
    metrics,
    origins,
    recheckStreams,
    signedAddresses,
    storage,
    streamRevalidation,
    vault,
  } = infrastructure
  const { accounts, agents, files, orgs, requestLog, workspaces } = modules
  const guard: Guard = {
    ...workspaces.guard,
    ...orgs.guard,
    session: accounts.service.authenticate,
    sessionNow: accounts.service.sessionNow,
    agencyBySecret: modules.agencies.service.bySecretHash,
    agentBySecret: agents.service.bySecretHash,
    workspaceOfAgent: agents.service.cachedWorkspaceOf,
    homeWorkspace: workspaces.personalWorkspace,
  }
  const pools = [databases.identity.pool, ...settings.regions.map((region) => databases.region[region].pool)]
  return {
    pipeline: {
      guard,
      audit: workspaces.access.signIns,
      recordRequest: requestLog.service.record,
      limits: createLimits(settings.rateLimitScale),
      idempotency: createIdempotency({ vault, identity: databases.identity.db, log }),
      heavyReads,
      streamLimits: createStreamLimits(settings.rateLimitScale),
      streamRevalidation,
      recheckStreams,
      metrics,
      log,
      trustedProxies: settings.trustedProxies,
      sandbox: mail.isSandboxed,
      regions: settings.regions,
      https: () => origins.own().isSecure,
      contextFor: contexts.forRequest,
      open,
    },
    webhooks: modules.providerWebhooks.service,
    simulators: infrastructure.sandbox.pages,
    handlers: routersOf(deps, infrastructure, modules),
    media: createMediaReader({
      files: files.service,
      contextFor: (region) => contexts.system(region),
      session: accounts.service.authenticate,
      roleOf: workspaces.service.roleOf,
    }),
    photos: {
      ofPerson: accounts.service.photo,
      ofClient: (region, id) => orgs.pictures.picture(contexts.system(region), id),
      ofAgency: (region, id) => modules.agencies.pictures.picture(contexts.system(region), id),
    },
    tabPage: (region, asked) => modules.agencies.tabs.page(contexts.system(region), asked),
    font: modules.agencies.fonts.file,
    contactOperator: composeContact(settings, mail.mailers),
    unsubscribe: { notifications: modules.notifications.unsubscribe, campaigns: modules.channels.unsubscribe },
    findPageLook: ({ region, agencyId }) => modules.agencies.looks.pageLook(contexts.system(region), agencyId),
    agencyOfClient: createAgencyOfClient(guard, contexts.forRequest),
    stored: { storage, addresses: signedAddresses },
    allowedDomains: async (region, agentId) =>
      isRegion(region) && settings.regions.includes(region)
        ? ((await agents.service.allowedDomains(contexts.system(region), agentId)) ?? [])
        : [],
    showsDemoNotice: modules.widget.showsDemoNotice,
    version: manifest.version,
    sandboxStripe: infrastructure.sandbox.stripe.sandboxed ? infrastructure.sandbox.stripe.baseUrl : undefined,
    metricsToken: settings.metricsToken,
    origins,
    healthy: createHealth(pools),
    clockSkewMs: infrastructure.clock.skewMs,
    now: infrastructure.clock.now,
  }
}

async function startRegions(
  { settings, databases, log }: ContainerDeps,
  { contexts, jobs, mail }: Infrastructure,
  modules: Modules,
): Promise<void> {
  const { billing, conversations, crawler, knowledge, voice } = modules
  const ofModules = Object.values(modules).flatMap((module) => ('jobs' in module ? module.jobs : []))
  const onCreditsAdded = ofModules.filter(({ name }) => ON_CREDITS_ADDED.includes(name))
  const kinds = [...ofModules, combineJobs(CREDITS_ADDED, onCreditsAdded)]
  // The built-in database has no other process: whatever was running before the start is orphaned.
  const isAlone = (region: Region) => settings.databases[region] === undefined
  await Promise.all(
    settings.regions.map(async (region) => {
      const ctx = contexts.system(region)
      const alone = isAlone(region)
      if (alone) {
        await crawler.service.recover(ctx)
        await knowledge.service.recover(ctx)
        // Releases credits held for interrupted readings, which start again under new keys.
        await billing.service.sweepHolds(ctx, 0, ['knowledge:', 'knowledge-page:', 'call:'])
      }
      jobs.set(
        region,
        await startJobs({
          region,
          pool: databases.region[region].pool,
          alone,
          jobs: [...kinds, ...mail.jobs],
          contextFor: (workspaceId) => contexts.system(region, workspaceId),
          log,
        }),
      )
    }),
  )
  contexts.attach(jobs)
  // Ending a turn or a call emits events, and emitting waits for the jobs that handle them.
  await Promise.all(
    settings.regions.map(async (region) => {
      const ctx = contexts.system(region)
      await conversations.service.recover(ctx, isAlone(region))
      if (isAlone(region)) await voice.service.sweep(ctx, true)
    }),
  )
}
