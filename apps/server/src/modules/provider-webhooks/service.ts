// Owns webhooks of outside services: verified by their raw bytes, stored once in the account's region, handled by jobs.
import { AppError, type ErrorCode } from '@parlance/contract/lib/errors'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { SQL } from 'drizzle-orm'
import { createBatcher } from '../../lib/batcher.ts'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { PipelinedTransactions } from '../../lib/db/pipelined-transaction.ts'
import { shareCommit } from '../../lib/db/after-commit.ts'
import type { Db } from '../../lib/db/pool.ts'
import {
  type InboundDelivery,
  MAX_ACCOUNT_LENGTH,
  type ProviderAccount,
  type ProviderWebhook,
  RECEIPT,
  type WebhookAnswer,
  type WebhookPart,
  type WebhookRefusal,
  type WebhookRequest,
} from '../../lib/http/provider-webhook.ts'
import type { Outbox } from '../../lib/jobs/outbox.ts'
import type { Logger } from '../../lib/log.ts'
import { storedMessage } from '../../lib/stored-message.ts'
import * as accounts from './accounts.repository.ts'
import * as gateways from './gateways.repository.ts'
import * as repository from './repository.ts'

export const HANDLE_JOB = 'provider-webhooks.handle'
/** Stores deliveries that arrived at a process which does not serve their region. */
export const STORE_JOB = 'provider-webhooks.store'
export const deliveriesVaultContext = (region: Region) => ({ tenant: `webhooks:${region}`, where: 'deliveries' })
/** Accounts of one job that are handled at the same time, each in order. */
const ACCOUNTS_AT_ONCE = 8
/** Some providers deliver again after seven days. */
const KEPT_DAYS = 8
const MAX_ID = 300
const MAX_PARTS = 1000
/** Accounts that one call which is too large is logged for. */
const MAX_NAMED = 5
const MAX_ERROR = 300

const CODES: Readonly<Record<WebhookRefusal['reason'], ErrorCode>> = {
  signature: 'UNAUTHORIZED',
  malformed: 'INVALID_INPUT',
  unknown: 'NOT_FOUND',
  unconfigured: 'UNAVAILABLE',
}
const RECEIVED: WebhookAnswer = { contentType: 'application/json', body: '{"received":true}' }

interface HandledDeliveries {
  readonly ids: readonly number[]
  readonly note: string
}

/** Sends the commit together with the next statement, which must be the last. */
const committing = (db: Db, commit: () => Promise<void>) =>
  shareCommit(db, {
    execute(query: SQL) {
      const sent = db.execute(query).then((result) => result)
      // If it fails, so does the transaction.
      commit().catch(() => undefined)
      return sent
    },
  }) as unknown as Db

export interface ProviderWebhooksDeps {
  readonly identity: Db
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region, workspaceId?: string) => Ctx
  /** Separate connections, so that callers never wait for turns. */
  readonly transactions: (region: Region) => Pick<PipelinedTransactions, 'tx'>
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  readonly outbox: Pick<Outbox, 'put'>
  readonly vault: Vault
  readonly log: Logger
}

export type ProviderWebhooks = ReturnType<typeof createProviderWebhooks>

export function createProviderWebhooks(deps: ProviderWebhooksDeps) {
  const { identity, regions, contextFor, outbox, vault, log } = deps
  const providers = new Map<string, ProviderWebhook>()

  const store = async (ctx: Ctx, parts: readonly repository.NewDelivery[]) => {
    const once = [
      ...new Map(parts.map((one) => [JSON.stringify([one.provider, one.account, one.deliveryId]), one])).values(),
    ]
    await deps.transactions(ctx.region).tx(async ({ db, commit }) => {
      const ids = await repository.insertDeliveries(db, once, ctx.now())
      if (ids.length > 0) await deps.enqueue({ ...ctx, db: committing(db, commit) }, HANDLE_JOB, { ids })
    })
  }
  /** Concurrent calls share one transaction. */
  const stored = createBatcher<readonly repository.NewDelivery[], void>(async (region, calls) => {
    await store(contextFor(region as Region), calls.flat())
    return calls.map(() => undefined)
  }, 50)

  /** Jobs that run at the same time share their statements. */
  const waiting = createBatcher<readonly number[], repository.StoredDelivery[]>(async (region, asked) => {
    const found = await repository.listWaiting(contextFor(region as Region).db, asked.flat())
    return asked.map((ids) => found.filter(({ seq }) => ids.includes(seq)))
  })
  const handled = createBatcher<HandledDeliveries, void>(async (region, all) => {
    const { db, now } = contextFor(region as Region)
    for (const note of new Set(all.map((one) => one.note)))
      await repository.markHandled(
        db,
        all.filter((one) => one.note === note).flatMap(({ ids }) => ids),
        now(),
        note,
      )
    return all.map(() => undefined)
  })

  const keep = async (region: Region, parts: readonly repository.NewDelivery[]) => {
    if (regions.includes(region)) return stored.add(region, parts)
    // The identity database only carries it, encrypted.
    const words = JSON.stringify(parts.map(({ body, ...one }) => ({ ...one, body: body.toString('base64') })))
    const { tenant, where } = deliveriesVaultContext(region)
    await outbox.put(region, STORE_JOB, { sealed: vault.seal(tenant, where, words) })
  }

  const find = (provider: string) => (account: string) =>
    account.length > MAX_ACCOUNT_LENGTH ? Promise.resolve(undefined) : accounts.findAccount(identity, provider, account)

  /** The region of a part; undefined for an account that is not connected. */
  const placed = async (provider: string, part: WebhookPart) => {
    const known = part.region ? undefined : await find(provider)(part.account)
    const region = part.region ?? known?.region
    if (!region || !isRegion(region)) return undefined
    const delivery: repository.NewDelivery = {
      provider,
      account: part.account,
      deliveryId: part.id,
      workspaceId: part.workspaceId ?? known?.workspaceId ?? '',
      connectionId: part.connectionId ?? known?.connectionId ?? '',
      body: Buffer.from(JSON.stringify(part.body) ?? 'null'),
    }
    return { region, delivery }
  }

  /** Stores a provider's message: once this resolves, nothing of it is lost. */
  const take = async (provider: string, parts: readonly WebhookPart[]): Promise<void> => {
    const byRegion = new Map<Region, repository.NewDelivery[]>()
    for (const part of parts) {
      const found = await placed(provider, part)
      if (!found) log.warn({ provider, account: part.account }, 'provider webhook for an account nobody connected')
      else byRegion.set(found.region, [...(byRegion.get(found.region) ?? []), found.delivery])
    }
    await Promise.all([...byRegion].map(([region, deliveries]) => keep(region, deliveries)))
  }

  const countRefusal = async (provider: string, account: string, reason: string) => {
    log.warn({ provider, account, reason }, 'provider webhook refused')
    const known = account === '' ? undefined : await find(provider)(account)
    const region = known?.region ?? regions[0]
    if (region && regions.includes(region)) {
      const ctx = contextFor(region)
      await repository.countRefusal(ctx.db, { provider, account: known ? account : '', reason }, ctx.now())
    }
  }
  const refuse = async (provider: string, { reason, account = '' }: WebhookRefusal): Promise<never> => {
    await countRefusal(provider, account, reason)
    const isUnsigned = reason === 'signature'
    const code = (isUnsigned && providers.get(provider)?.signatureError) || CODES[reason]
    throw new AppError(code, isUnsigned ? msg('webhook_signature_invalid') : undefined)
  }

  const handleOne = async (ctx: Ctx, row: repository.StoredDelivery): Promise<'handled' | 'receipt' | 'failed'> => {
    const provider = providers.get(row.provider)
    const { account, workspace_id: workspaceId } = row
    const delivery: InboundDelivery = {
      provider: row.provider,
      account,
      id: row.delivery_id,
      connectionId: row.connection_id,
      body: JSON.parse(row.body.toString('utf8')) as unknown,
      receivedAt: new Date(row.received_at),
    }
    try {
      if (!provider) throw new Error(`no handler for ${row.provider}`)
      const actor = { kind: 'provider', provider: row.provider, account, workspaceId } as const
      const note = await provider.handle({ ...contextFor(ctx.region, workspaceId), actor }, delivery)
      if (note === RECEIPT) return 'receipt'
      if (note) {
        const stored = typeof note === 'string' ? note.slice(0, MAX_ERROR) : storedMessage(note)
        await repository.markIgnored(ctx.db, row.seq, ctx.now(), stored)
      }
      return 'handled'
    } catch (error) {
      log.warn({ err: error, provider: row.provider, account, seq: row.seq }, 'handling a provider webhook failed')
      await repository.markTried(
        ctx.db,
        row.seq,
        (error instanceof Error ? error.message : 'failed').slice(0, MAX_ERROR),
      )
      return 'failed'
    }
  }

  return {
    /** Called once at start with the modules' handlers. */
    register(given: readonly ProviderWebhook[]) {
      for (const one of given) {
        if (providers.has(one.provider)) throw new Error(`two handlers for webhooks of ${one.provider}`)
        providers.set(one.provider, one)
      }
    },
    find: (provider: string) => providers.get(provider),
    /**
     * Verifies a call and stores its content: once this resolves, nothing is lost. Throws the refusal for the provider.
     */
    async receive(provider: string, request: WebhookRequest): Promise<WebhookAnswer> {
      const webhook = providers.get(provider)
      if (!webhook) throw new AppError('NOT_FOUND')
      const verdict = await webhook.verify(request, find(provider))
      if (verdict.kind === 'answered') return verdict.answer
      if (verdict.kind === 'refused') return refuse(provider, verdict)
      const isOdd = ({ account, id }: WebhookPart) =>
        account.length > MAX_ACCOUNT_LENGTH || id === '' || id.length > MAX_ID
      if (verdict.parts.length > MAX_PARTS || verdict.parts.some(isOdd))
        return refuse(provider, { kind: 'refused', reason: 'malformed' })
      await take(provider, verdict.parts)
      return verdict.answer ?? RECEIVED
    },
    gateways: {
      hold: (provider: string, node: string, ms: number) => gateways.holdGateway(identity, { provider, node, ms }),
      keep: (provider: string, node: string, state: unknown) =>
        gateways.keepGateway(identity, { provider, node, state }),
      report: (provider: string, node: string, problem: string) =>
        gateways.reportGateway(identity, { provider, node, problem }),
      problemOf: async (provider: string) => {
        const found = await gateways.findGatewayProblem(identity, provider)
        return found && { problem: found.problem, at: new Date(found.problem_at) }
      },
      release: (provider: string, node: string) => gateways.releaseGateway(identity, { provider, node }),
      isConnected: async (provider: string, account: string) => (await find(provider)(account)) !== undefined,
      take,
    },
    /** A call that was cut off. */
    cutOff: (provider: string) => log.warn({ provider }, 'provider webhook cut off'),
    /** A call that was not read whole; `request` has the start of its body. */
    async refuseTooLarge(provider: string, request: WebhookRequest): Promise<void> {
      const named = new Set((await providers.get(provider)?.namedBy?.(request)) ?? [])
      const found = await Promise.all([...named].map(find(provider)))
      const accounts = found.flatMap((one) => one?.account ?? []).slice(0, MAX_NAMED)
      for (const account of accounts.length === 0 ? [''] : accounts) await countRefusal(provider, account, 'too_large')
    },
    /** For the job: `false` if some should be retried. */
    async handle(ctx: Ctx, ids: readonly number[]): Promise<void> {
      const ended = { handled: [] as number[], receipt: [] as number[], failed: [] as number[] }
      const rows = await waiting.add(ctx.region, ids)
      const accounts = [...Map.groupBy(rows, ({ provider, account }) => `${provider}|${account}`).values()]
      const handleAccounts = async () => {
        for (let own = accounts.shift(); own; own = accounts.shift())
          for (const row of own) ended[await handleOne(ctx, row)].push(row.seq)
      }
      await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, handleAccounts))
      if (ended.handled.length > 0) await handled.add(ctx.region, { ids: ended.handled, note: '' })
      if (ended.receipt.length > 0) await handled.add(ctx.region, { ids: ended.receipt, note: RECEIPT })
      const failures = ended.failed.length
      if (failures > 0) throw new Error(`${failures} deliveries of providers were not handled`)
    },
    async giveUp(ctx: Ctx, ids: readonly number[]): Promise<void> {
      log.error({ region: ctx.region, ids }, 'deliveries of providers were given up')
      await repository.markFailed(ctx.db, ids, ctx.now())
    },
    async storeCarried(ctx: Ctx, sealed: string): Promise<void> {
      type Carried = Omit<repository.NewDelivery, 'body'> & { readonly body: string }
      const { tenant, where } = deliveriesVaultContext(ctx.region)
      const parts = JSON.parse(vault.open(tenant, where, sealed)) as Carried[]
      await store(
        ctx,
        parts.map(({ body, ...one }) => ({ ...one, body: Buffer.from(body, 'base64') })),
      )
    },
    /** Throws CONFLICT when another workspace or connection has the account. */
    async claimAccount(ctx: Ctx, given: Omit<ProviderAccount, 'region' | 'workspaceId'>): Promise<void> {
      const account = { ...given, region: ctx.region, workspaceId: ctx.workspaceId }
      if (!(await accounts.claimAccount(identity, account, ctx.now()))) throw new AppError('CONFLICT')
    },
    releaseAccount: (ctx: Ctx, given: Pick<ProviderAccount, 'provider' | 'account'>) =>
      accounts.releaseAccount(identity, { ...given, workspaceId: ctx.workspaceId }),
    /** Deliveries and refusals of one account of the context's workspace, newest first. */
    async log(ctx: Ctx, of: Pick<ProviderAccount, 'provider' | 'account'>, limit = 50) {
      const found = await repository.listLog(ctx.db, { ...of, workspaceId: ctx.workspaceId }, limit)
      return found.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() }))
    },
    sweep: (ctx: Ctx) => repository.deleteBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS)),
    async workspaceDeleted(ctx: Ctx, workspaceId: string): Promise<void> {
      await repository.deleteWorkspace(ctx.db, workspaceId)
      await accounts.releaseWorkspace(identity, workspaceId)
    },
  }
}
