// What all modules depend on: jobs, events, live updates, storage, mail, guarded HTTP clients and the sandbox.
import { randomUUID } from 'node:crypto'
import { worksOnOwnHosts } from '@parlance/contract/agencies/standing'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { createImap } from './adapters/imap/imap.ts'
import { createMail } from './adapters/mail/mailers.ts'
import { createInbound, type InboundOptions } from './adapters/resend/inbound.ts'
import { createS3Storage } from './adapters/s3/s3.ts'
import { EVENT_HANDLERS } from './event-handlers.ts'
import { createClock } from './lib/clock.ts'
import { createContexts } from './lib/context.ts'
import { createVault } from './lib/crypto.ts'
import type { Ctx } from './lib/ctx.ts'
import type { Databases } from './lib/db/databases.ts'
import type { Pool } from './lib/db/pool.ts'
import { openPipelinedTransactions, type PipelinedTransactions } from './lib/db/pipelined-transaction.ts'
import { createHeavyReads, openReadPool, type ReadPool, SEARCH_MS } from './lib/http/pipeline/heavy-reads.ts'
import { createStreamRevalidation } from './lib/http/streams/stream-revalidation.ts'
import type { InboundMailService } from './lib/inbound-mail.ts'
import type { Jobs } from './lib/jobs/jobs.ts'
import { createOutbox } from './lib/jobs/outbox.ts'
import type { Logger } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import { checkAddress, createGuardedFetch } from './lib/outbound/guarded-fetch.ts'
import { createBus } from './lib/realtime/bus.ts'
import { createOrigins } from './lib/origin/origin.ts'
import type { InboundMailSettings, Settings } from './lib/settings.ts'
import { createDiskStorage } from './lib/storage/disk.ts'
import { createSignedAddresses } from './lib/storage/signed-urls.ts'
import { createHostStore, type MayHaveHosts } from './modules/domains/index.ts'
import { createEntitlementsReader } from './modules/workspaces/index.ts'
import { startSandbox } from './sandbox.ts'

/** Published when access may have ended, so that every node rechecks its open streams. */
export const SESSIONS_ENDED = 'sessions-ended'

/** Published when an agency's host changes owner or is no longer served. */
const HOST_CHANGED = 'host-changed'

export interface ServerDeps {
  readonly settings: Settings
  readonly databases: Databases
  readonly log: Logger
}

export async function createInfrastructure({ settings, databases, log }: ServerDeps) {
  const served = settings.regions.map((region) => ({
    region,
    pool: databases.region[region].pool,
    url: databases.region[region].url,
    // The built-in database is locked to this process.
    alone: settings.databases[region] === undefined,
    ...(settings.redisUrls?.[region] ? { redisUrl: settings.redisUrls[region] } : {}),
  }))
  const clock = await createClock({
    databases: {
      ...Object.fromEntries(served.map(({ region, pool }) => [region, pool])),
      identity: databases.identity.pool,
    } as Record<Region | 'identity', Pool>,
    system: settings.now,
    log,
  })
  const vault = createVault(settings.masterKey, settings.previousMasterKeys)
  const jobs = new Map<Region, Jobs>()
  const outbox = createOutbox(databases.identity.pool, log)
  const entitlements = createEntitlementsReader(settings)
  const mayHaveHosts: MayHaveHosts = async (region, workspaceId) => {
    if (!settings.regions.includes(region)) return true
    try {
      return worksOnOwnHosts(await entitlements(contexts.system(region), workspaceId))
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false
      throw error
    }
  }
  const origins = createOrigins(settings, createHostStore(databases.identity.db, mayHaveHosts))
  const contexts = createContexts({
    databases,
    eventHandlers: EVENT_HANDLERS,
    outbox,
    log,
    now: clock.now,
    origin: origins.own,
  })
  const [sandbox, bus] = await Promise.all([startSandbox(settings, origins.app), createBus(served, log)])
  const forgetHost = ({ host }: { host: string }) => origins.forget(host)
  for (const region of settings.regions) bus.subscribe(region, HOST_CHANGED, forgetHost)
  const signedAddresses = createSignedAddresses(vault)
  const mail = createMail(settings, {
    sandboxUrl: sandbox.smtpUrl,
    sandboxAccount: sandbox.resend && { apiKey: sandbox.resend.key, baseUrl: sandbox.resend.url },
    vault,
    jobs,
    log,
  })
  const inbound = settings.mail.inbound ?? sandbox.inbound
  /** Undefined outside of transactions. */
  const txOf = ({ region, db }: Ctx) => (db === databases.region[region].db ? undefined : db)
  const s3 = settings.s3 && createS3Storage(settings.s3, signedAddresses)
  return {
    node: randomUUID(),
    vault,
    metrics: createMetrics(),
    contexts,
    clock,
    origins,
    /** Makes every node look up the host again. */
    hostChanged: (host: string) => {
      for (const region of settings.regions) bus.publish(region, HOST_CHANGED, { host })
    },
    outbox,
    jobs,
    /** Joins the transaction of the context if there is one. Waits while the region's jobs start. */
    enqueue: async (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) =>
      (await contexts.jobsOf(ctx.region)).enqueue(name, data, txOf(ctx)),
    enqueueLater: async (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>, ms: number) =>
      (await contexts.jobsOf(ctx.region)).enqueue(name, data, txOf(ctx), ms),
    /** The same for callers that try again: refused while the region's jobs start. */
    enqueueSurely: async (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => {
      const queue = jobs.get(ctx.region)
      if (!queue) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 2 })
      await queue.enqueue(name, data, txOf(ctx))
    },
    pipelinedTransactions: Object.fromEntries(
      served.map(({ region, url }) => [
        region,
        openPipelinedTransactions(url, {
          max: 8,
          onIdleError: ({ message }) =>
            log.debug({ region, reason: message }, 'a database connection for turns failed'),
        }),
      ]),
    ) as Record<Region, PipelinedTransactions>,
    heavyReads: createHeavyReads(
      Object.fromEntries(
        served.map(({ region, url }) => [
          region,
          openReadPool(url, {
            searchMs: SEARCH_MS,
            onIdleError: ({ message }) =>
              log.debug({ region, reason: message }, 'a database connection for exports or searches failed'),
          }),
        ]),
      ) as Record<Region, ReadPool>,
    ),
    sandbox,
    bus,
    streamRevalidation: createStreamRevalidation(log, settings.streamCheckMs),
    recheckStreams: () => {
      for (const region of settings.regions) bus.publish(region, SESSIONS_ENDED, {})
    },
    /** For URLs that users entered. The timeout is long because of models; a turn has its own deadlines. */
    guardedFetch: createGuardedFetch({
      allow: settings.outboundAllow,
      timeoutMs: 300_000,
      onRefused: (reason) => log.info({ reason }, 'an outgoing call was refused'),
    }),
    checkAddress: (address: string) => checkAddress(address, { allow: settings.outboundAllow }),
    storage: s3 ?? createDiskStorage(settings.dataDir, signedAddresses),
    signedAddresses,
    closeStorage: s3?.close ?? (async () => {}),
    mail,
    inboundMail: inbound && createInboundMail(inbound, mail.accountOf),
  }
}

function createInboundMail(
  { domain, webhookSecrets: secrets, imap: mailbox }: InboundMailSettings,
  accountOf: InboundOptions['accountOf'],
): InboundMailService {
  const resend = createInbound({ domain, secrets, accountOf })
  return mailbox ? createImap({ domain, mailbox, readEvent: resend.readEvent }) : resend
}
export type Infrastructure = Awaited<ReturnType<typeof createInfrastructure>>
