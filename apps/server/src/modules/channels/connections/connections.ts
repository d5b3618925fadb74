// Connects agents to channels and disconnects them. The provider is asked first; if it refuses, nothing is stored.
import {
  CHANNEL_COLLECTIONS,
  type Channel,
  type ChannelCollection,
  type ChannelConnectionView,
} from '@parlance/contract/channels/schemas'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import { isMessagingChannel } from '@parlance/contract/channels/list'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { englishOf, type Message, msg, withRef } from '@parlance/i18n/messages'
import { sha256, type Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { memoize } from '../../../lib/memoize.ts'
import { readMessage, storedMessage } from '../../../lib/stored-message.ts'
import * as repository from './connections.repository.ts'
import { listLog } from '../identities.repository.ts'
import { keepOptOuts, restoreOptOuts } from '../outbound/opt-outs.repository.ts'
import type { ChannelAdapter, ChannelConnection, FindConnection } from '../ports.ts'

export interface ConnectionsDeps {
  readonly adapters: readonly ChannelAdapter[]
  readonly vault: Vault
  readonly origin: () => string
  readonly accounts: {
    readonly log: (
      ctx: Ctx,
      of: { provider: string; account: string },
      limit: number,
    ) => Promise<readonly { at: string; state: string; error: string; count: number }[]>
    readonly claimAccount: (
      ctx: Ctx,
      given: { provider: string; account: string; connectionId: string },
    ) => Promise<void>
    readonly releaseAccount: (ctx: Ctx, given: { provider: string; account: string }) => Promise<void>
  }
  /** Why a channel that listens to its provider gets nothing at the moment. */
  readonly gateways: {
    readonly problemOf: (channel: string) => Promise<{ readonly problem: string; readonly at: Date } | undefined>
  }
  readonly connected: (
    ctx: Ctx,
    event: { agentId: string; channel: MessagingChannel; account: string },
  ) => Promise<void>
  /** A connection stopped working, so a user has to reconnect it. */
  readonly failing: (
    ctx: Ctx,
    event: { workspaceId: string; agentId: string; channel: MessagingChannel; reason: string },
  ) => Promise<void>
}

const LOG_LENGTH = 100
const CALLS_MS = 2000
const masked = (secret: string) => `••••${secret.slice(-4)}`
export const secretsContext = (id: string) => `channel|${id}|secrets`
/** The visitor key of a thread, which no outsider can know. */
export const visitorKeyOf = (vault: Pick<Vault, 'sign'>, connectionId: string, thread: string) =>
  `ch_${vault.sign('channel-visitors', `${connectionId}|${thread}`)}`

export function createConnections(deps: ConnectionsDeps) {
  const { vault, adapters } = deps
  const adapterOf = (channel: string): ChannelAdapter => {
    const adapter = adapters.find((one) => one.channel === channel)
    if (!adapter) throw new AppError('NOT_FOUND')
    return adapter
  }
  const openRow = (ctx: Ctx, row: repository.ConnectionRow): ChannelConnection => ({
    id: row.id,
    channel: row.channel as MessagingChannel,
    region: ctx.region,
    workspaceId: row.workspace_id,
    agentId: row.agent_id,
    account: row.account,
    settings: row.settings,
    secrets: JSON.parse(vault.open(row.workspace_id, secretsContext(row.id), row.secrets)) as Record<string, string>,
  })
  const viewOf = (row: repository.ConnectionRow): ChannelConnectionView => ({
    channel: row.channel as Channel,
    status: row.status === 'active' ? 'active' : 'failing',
    name: row.name,
    settings: { ...row.settings },
    ...withRef('lastError', readMessage(row.last_error)),
    lastErrorAt: row.last_error_at && new Date(row.last_error_at).toISOString(),
    connectedAt: new Date(row.created_at).toISOString(),
  })
  /** A problem of the whole channel counts for connections without their own. */
  const problemsOf = async (rows: readonly repository.ConnectionRow[]) => {
    const listening = adapters.filter(({ channel, listen }) => listen && rows.some((row) => row.channel === channel))
    const found = await Promise.all(
      listening.map(async ({ channel }) => [channel, await deps.gateways.problemOf(channel)] as const),
    )
    const problems = new Map<string, Awaited<ReturnType<typeof deps.gateways.problemOf>>>(found)
    return (row: repository.ConnectionRow): ChannelConnectionView => {
      const problem = row.last_error === '' ? problems.get(row.channel) : undefined
      const shown = problem && {
        ...withRef('lastError', readMessage(problem.problem)),
        lastErrorAt: problem.at.toISOString(),
      }
      return { ...viewOf(row), ...shown }
    }
  }
  const opened = (ctx: Ctx, row: repository.ConnectionRow | undefined) => row && openRow(ctx, row)
  const short = { ttlMs: CALLS_MS, max: 10_000, key: ({ region }: Ctx, ...by: string[]) => [region, ...by].join('|') }
  /** Each provider call looks up its connection twice. */
  const calls = {
    ofId: memoize(short, async (ctx: Ctx, id: string) => opened(ctx, await repository.findById(ctx.db, id))),
    ofAgent: memoize(short, async (ctx: Ctx, channel: string, agentId: string) =>
      opened(ctx, await repository.findOfAgent(ctx.db, agentId, channel)),
    ),
    ofAccount: memoize(short, async (ctx: Ctx, channel: string, account: string) =>
      opened(ctx, await repository.findByAccount(ctx.db, channel, account)),
    ),
  }
  const forget = (
    ctx: Ctx,
    { id, agent_id, channel, account }: Pick<repository.ConnectionRow, 'id' | 'agent_id' | 'channel' | 'account'>,
  ) => {
    calls.ofId.forget(ctx, id)
    calls.ofAgent.forget(ctx, channel, agent_id)
    calls.ofAccount.forget(ctx, channel, account)
  }
  const drop = async (ctx: Ctx, row: repository.ConnectionRow) => {
    const inside = { ...ctx, workspaceId: row.workspace_id }
    await ctx.tx(async (tx) => {
      await keepOptOuts(tx.db, { ...row, agentId: row.agent_id })
      await repository.deleteConnection(tx.db, row.id)
    })
    forget(ctx, row)
    await deps.accounts.releaseAccount(inside, { provider: row.channel, account: row.account })
    await leave(ctx, row, await repository.hasSibling(ctx.db, row))
  }
  /** Unregisters at the provider; a failure does no harm. */
  const leave = async (ctx: Ctx, row: repository.ConnectionRow, isShared: boolean) => {
    const adapter = adapters.find(({ channel }) => channel === row.channel)
    try {
      await adapter?.disconnect(openRow(ctx, row), isShared)
    } catch (error) {
      ctx.log.warn({ err: error, channel: row.channel }, 'disconnecting a channel failed')
    }
  }

  return {
    adapterOf,
    drop,
    /** Call it after a change of the agent. */
    forget,
    findRow: (ctx: Ctx, agentId: string, channel: MessagingChannel) => repository.findOfAgent(ctx.db, agentId, channel),
    open: async (ctx: Ctx, id: string): Promise<ChannelConnection | undefined> => {
      const row = await repository.findById(ctx.db, id)
      return row && openRow(ctx, row)
    },
    openOfAgent: async (ctx: Ctx, agentId: string, channel: MessagingChannel) => {
      const row = await repository.findOfAgent(ctx.db, agentId, channel)
      return row && openRow(ctx, row)
    },
    /** For providers' calls, across tenants. */
    finder:
      (
        channel: MessagingChannel,
        contextFor: (region: string) => Ctx | undefined,
        regionOf: (account: string) => Promise<string | undefined>,
      ): FindConnection =>
      async (by) => {
        const region = 'account' in by ? await regionOf(by.account) : by.region
        const ctx = region === undefined ? undefined : contextFor(region)
        if (!ctx) return undefined
        return 'account' in by ? calls.ofAccount(ctx, channel, by.account) : calls.ofAgent(ctx, channel, by.agentId)
      },
    /** For inbound items: may be slightly outdated. */
    openForCall: (ctx: Ctx, id: string) => calls.ofId(ctx, id),
    async list(ctx: Ctx, { agentId }: { agentId: string }) {
      const rows = await repository.listOfAgent(ctx.db, agentId)
      return {
        items: rows.map(await problemsOf(rows)),
        available: adapters.map(({ channel, isSandbox = false, inviteUrl }) => ({
          channel,
          sandbox: isSandbox,
          ...(inviteUrl === undefined ? {} : { inviteUrl }),
        })),
      }
    },
    async connect(ctx: Ctx, input: { agentId: string; channel: Channel; fields: Readonly<Record<string, string>> }) {
      const { agentId, channel, fields } = input
      const adapter = adapterOf(channel)
      const before = await repository.findOfAgent(ctx.db, agentId, channel)
      const origin = deps.origin()
      const api = `${origin}/api/${ctx.region}`
      const id = before?.id ?? `chc_${randomId(20)}`
      const claim = (account: string) =>
        deps.accounts.claimAccount(ctx, { provider: channel, account, connectionId: id }).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'CONFLICT')
            throw new AppError('CONFLICT', msg('channel_taken'))
          throw error
        })
      const release = async (account: string | undefined) => {
        if (account === undefined || account === before?.account) return
        await deps.accounts.releaseAccount(ctx, { provider: channel, account })
      }
      // Checked before contacting the provider: the account may be connected elsewhere.
      const known = adapter.accountOf?.(fields)
      if (known !== undefined) await claim(known)
      const { account, name, settings, secrets } = await adapter
        .connect({ region: ctx.region, agentId, origin, api, fields, before: opened(ctx, before) })
        .catch(async (error: unknown) => {
          await release(known)
          throw error
        })
      if (account !== known) await claim(account)
      const sealed = vault.seal(ctx.workspaceId, secretsContext(id), JSON.stringify(secrets))
      const row = { id, workspace_id: ctx.workspaceId, agent_id: agentId, channel, account, name, settings }
      try {
        await ctx.tx(async (tx) => {
          await repository.saveConnection(tx.db, { ...row, secrets: sealed }, tx.now())
          if (!before)
            await restoreOptOuts(tx.db, { id, workspaceId: ctx.workspaceId, agentId, channel, account }, (thread) => ({
              id: `chi_${randomId(20)}`,
              visitorHash: sha256(visitorKeyOf(vault, id, thread)),
            }))
          if (!before && isMessagingChannel(channel)) await deps.connected(tx, { agentId, channel, account })
        })
      } catch (error) {
        await release(account)
        throw error
      }
      if (before && before.account !== account) {
        await deps.accounts.releaseAccount(ctx, { provider: channel, account: before.account })
        await leave(ctx, before, before.settings.pageId !== undefined && before.settings.pageId === settings.pageId)
      }
      if (before) forget(ctx, before)
      forget(ctx, row)
      const saved = await repository.findOfAgent(ctx.db, agentId, channel)
      if (!saved) throw new AppError('NOT_FOUND')
      return { data: viewOf(saved) }
    },
    async disconnect(ctx: Ctx, { agentId, channel }: { agentId: string; channel: Channel }) {
      const row = await repository.findOfAgent(ctx.db, agentId, channel)
      if (row) await drop(ctx, row)
      return { success: true as const }
    },
    async log(ctx: Ctx, { agentId, channel }: { agentId: string; channel: Channel }) {
      const row = await repository.findOfAgent(ctx.db, agentId, channel)
      if (!row) return { items: [] }
      const [stored, calls] = await Promise.all([
        listLog(ctx.db, row.id, LOG_LENGTH),
        deps.accounts.log(ctx, { provider: channel, account: row.account }, LOG_LENGTH),
      ])
      const items = [
        ...stored.map(({ at, ...one }) => ({ ...one, count: 1, at: new Date(at).toISOString() })),
        ...calls.map((one) => ({ ...one, direction: 'in' as const })),
      ]
      const shown = items.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, LOG_LENGTH)
      return { items: shown.map(({ error, ...one }) => ({ ...one, ...withRef('error', readMessage(error)) })) }
    },
    async records(ctx: Ctx, { agentId, collection }: { agentId: string; collection: ChannelCollection }) {
      const { channel, fields } = CHANNEL_COLLECTIONS[collection]
      const row = await repository.findOfAgent(ctx.db, agentId, channel)
      if (!row) return { items: [] }
      const { token = '', longAccessToken = '' } = openRow(ctx, row).secrets
      const values: Readonly<Record<string, string>> = {
        ID: row.id,
        agentID: agentId,
        agentId,
        botToken: masked(token),
        longAccessToken: masked(longAccessToken),
        ...row.settings,
      }
      return { items: [Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))] }
    },
    /** Stores whether the provider accepts our token and delivers to us. Writes nothing if it is unchanged. */
    async report(ctx: Ctx, id: string, status: repository.ReportedStatus, reason?: Message): Promise<void> {
      const error = storedMessage(reason)
      if (status !== 'failing' && status !== 'lost')
        return void (await repository.setStatus(ctx.db, id, status, error, ctx.now()))
      await ctx.tx(async (tx) => {
        const changed = await repository.setStatus(tx.db, id, status, error, tx.now())
        if (changed) await deps.failing(tx, { ...changed, reason: englishOf(reason ?? '') })
      })
    },
    async agentDeleted(ctx: Ctx, agentId: string) {
      for (const row of await repository.listOfAgent(ctx.db, agentId)) await drop(ctx, row)
    },
    async workspaceDeleted(ctx: Ctx, workspaceId: string) {
      for (const row of await repository.listOfWorkspace(ctx.db, workspaceId)) await drop(ctx, row)
    },
  }
}
export type Connections = ReturnType<typeof createConnections>
