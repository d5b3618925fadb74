// Owns campaigns: planned by users, started once with their price held, and sent within their hours at their pace.
import {
  CALL_DEFAULTS,
  type Campaign,
  type CampaignPlan,
  CREDITS_PER_CALLED_LEAD,
  CREDITS_PER_MESSAGE,
  HELD_MINUTES,
  MAX_CAMPAIGNS,
  MAX_RECIPIENTS,
  type Recipient,
  RECIPIENT_STATES,
  type RecipientState,
} from '@parlance/contract/campaigns/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { fromCredits, toCredits } from '@parlance/contract/lib/money'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import { personOf } from '../conversations/index.ts'
import { payable } from './call-rules.ts'
import type { DoNotCall } from './do-not-call.ts'
import { hasHours, nameOf, resultsOf, variableOf } from './hours.ts'
import type { CampaignCalls, CampaignChannels, CampaignCredits, Lead } from './ports.ts'
import { shownReason } from './reasons.ts'
import * as repository from './repository.ts'
import type { CampaignRow, RecipientRow } from './schema.ts'

export const SEND_JOB = 'campaigns.send'
export const CALL_JOB = 'campaigns.call'

export interface CampaignsDeps {
  readonly channels: CampaignChannels
  readonly calls: CampaignCalls
  readonly doNotCall: Pick<DoNotCall, 'blockedOf'>
  readonly credits: CampaignCredits
  /** Leads of a group, or all of the agent's; at most `limit`. */
  readonly leadsOf: (ctx: Ctx, of: { agentId: string; group: string; limit: number }) => Promise<readonly Lead[]>
  readonly enqueue: (ctx: Ctx, name: string, data: Record<string, string>) => Promise<void>
  /** Connected messaging channels, and `voice` where the agent has a number. */
  readonly channelsOf: (ctx: Ctx, agentId: string) => Promise<readonly string[]>
  /** Name and postal address of the workspace's agency; empty without an address. */
  readonly senderOf: (ctx: Ctx) => Promise<string>
}
const PAGE = 50
const FOLLOWED_MS = 7 * DAY_MS
interface RecipientsQuery {
  readonly state?: RecipientState | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}
interface Named {
  readonly agentId: string
  readonly campaignId: string
}
/** Fields of a paused campaign that may still change. */
const ADJUSTABLE: ReadonlySet<string> = new Set(['timeZone', 'from', 'until', 'days', 'perMinute', 'retries', 'calls'])
const UNREACHABLE = { address: undefined, thread: undefined, isBlocked: false }
const COST = fromCredits(CREDITS_PER_MESSAGE)
const isOpen = ({ state }: Pick<CampaignRow, 'state'>) => state === 'running' || state === 'paused'
const isSent = (state: RecipientState) => state !== 'waiting' && state !== 'skipped'
const isCalling = ({ plan }: Pick<CampaignRow, 'plan'>) => plan.channel === 'voice'
/** An agency's balance is not shown to people of its organisations. */
const maySeeBalance = ({ actor }: Ctx, payerId: string) =>
  actor.kind !== 'client' || actor.isAdmin || actor.orgId === payerId
const jobOf = (row: Pick<CampaignRow, 'plan'>) => (isCalling(row) ? CALL_JOB : SEND_JOB)

export function createCampaigns(deps: CampaignsDeps) {
  const { channels, calls, doNotCall, credits, leadsOf, enqueue, senderOf } = deps
  const find = async (ctx: Ctx, named: Named, lock = false): Promise<CampaignRow> => {
    const row = await repository.find(ctx.db, named, lock)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  }
  const view = async (ctx: Ctx, rows: readonly CampaignRow[]): Promise<Campaign[]> => {
    const figures = await repository.figuresOf(
      ctx.db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => toCampaign(row, figures.get(row.id)))
  }
  const one = async (ctx: Ctx, row: CampaignRow) => {
    const [data] = await view(ctx, [row])
    if (!data) throw new AppError('NOT_FOUND')
    return { data }
  }
  const check = (plan: CampaignPlan): CampaignPlan => {
    if (!hasHours(plan)) throw new AppError('INVALID_INPUT', msg('campaign_hours_empty'))
    if (plan.channel === 'whatsapp' && !plan.template)
      throw new AppError('INVALID_INPUT', msg('campaign_template_needed'))
    if (plan.channel === 'email' && !plan.mail) throw new AppError('INVALID_INPUT', msg('campaign_subject_required'))
    const { channel, template, mail } = plan
    const rules = channel === 'voice' ? (plan.calls ?? CALL_DEFAULTS) : null
    if (rules?.onMachine === 'leave_message' && rules.machineMessage === '')
      throw new AppError('INVALID_INPUT', msg('campaign_machine_message_needed'))
    return {
      ...plan,
      template: channel === 'whatsapp' ? template : null,
      mail: channel === 'email' ? mail : null,
      calls: rules,
    }
  }
  /** What is sent: the words of the template, if it has one. */
  const textOf = async (ctx: Ctx, { agentId, plan: { template, text } }: CampaignRow): Promise<string> =>
    template ? (await channels.checkTemplate(ctx, agentId, { ...template, media: template.media ?? null })).text : text
  /** The sender that its mails name; empty for other channels. */
  const signerOf = async (ctx: Ctx, plan: CampaignPlan): Promise<string> =>
    plan.channel === 'email' ? plan.mail?.sender || (await senderOf(ctx)) : ''
  const requireSigner = async (ctx: Ctx, plan: CampaignPlan): Promise<string> => {
    const sender = await signerOf(ctx, plan)
    if (plan.channel === 'email' && sender === '') throw new AppError('INVALID_INPUT', msg('campaign_sender_required'))
    return sender
  }
  /** Leads with a number, and whether they may be called. */
  const callees = async (ctx: Ctx, agentId: string, leads: readonly Lead[]) => {
    const numbers = leads.map(({ phone }) => payable(phone))
    const blocked = await doNotCall.blockedOf(
      ctx,
      agentId,
      numbers.flatMap((number) => number ?? []),
    )
    return numbers.map((address) => ({
      address,
      thread: address,
      isBlocked: address !== undefined && blocked.has(address),
    }))
  }
  /** Milli-credits held per recipient, and the price of a minute. */
  const priceOf = async (ctx: Ctx, row: CampaignRow) => {
    if (!isCalling(row)) return { perRecipient: COST, creditsPerMinute: null }
    const { creditsPerMinute } = await calls.terms(ctx, row.agentId)
    return { perRecipient: fromCredits(CREDITS_PER_CALLED_LEAD + HELD_MINUTES * creditsPerMinute), creditsPerMinute }
  }
  const reached = async (ctx: Ctx, { agentId, plan: { channel, group, template } }: CampaignRow) => {
    const leads = await leadsOf(ctx, { agentId, group, limit: MAX_RECIPIENTS + 1 })
    if (leads.length > MAX_RECIPIENTS)
      throw new AppError('LIMIT_REACHED', msg('too_many_recipients', { max: MAX_RECIPIENTS }))
    const found =
      channel === 'voice'
        ? await callees(ctx, agentId, leads)
        : await channels.reachOf(ctx, { agentId, channel }, leads)
    const lacksName = (lead: Lead) => template?.hasName === true && nameOf(lead) === ''
    const all = leads.map((lead, at) => ({ lead, ...(found[at] ?? UNREACHABLE) }))
    const seen = new Set<string>()
    // Leads with the same number or mailbox are one recipient.
    const able = all.flatMap(({ lead, address, thread, isBlocked }) => {
      if (address === undefined || thread === undefined || isBlocked || lacksName(lead) || seen.has(thread)) return []
      seen.add(thread)
      return [{ lead, address }]
    })
    return {
      able,
      withoutAddress: all.filter(({ address }) => address === undefined).length,
      optedOut: all.filter(({ address, isBlocked }) => address !== undefined && isBlocked).length,
      withoutName: all.filter(({ lead, address, isBlocked }) => address !== undefined && !isBlocked && lacksName(lead))
        .length,
    }
  }
  /** Charges recipients who were called since the last round; running calls end by themselves. */
  const endCalls = async (tx: Ctx, row: CampaignRow, state: 'done' | 'stopped', called: number) => {
    const { id: campaignId, agentId, payerId, held, holdNumber, charged } = row
    const fee = fromCredits(CREDITS_PER_CALLED_LEAD)
    if (held > 0) {
      const cost = Math.min(held, Math.max(0, called - charged) * fee)
      await credits.settle(tx, { campaignId, agentId, payerId, cost, number: holdNumber })
    }
    const change = { state, cost: called * fee, held: 0, charged: called, endedAt: tx.now() } as const
    await repository.update(tx.db, row.id, change)
    return { ...row, ...change }
  }
  /** Takes back the messages that were not sent yet; they are sent when it is resumed. */
  const withdraw = async (tx: Ctx, row: CampaignRow): Promise<void> => {
    if (isCalling(row)) return
    const queued = await repository.takeQueued(tx.db, row.id)
    const begun = queued.flatMap(({ identityId, outKey }) => (identityId && outKey ? [{ identityId, outKey }] : []))
    if (begun.length === 0) return
    const back = new Set((await channels.withdraw(tx, begun, msg('campaign_not_running'))).map(({ outKey }) => outKey))
    const unsent = queued.filter(({ outKey }) => outKey !== null && back.has(outKey)).map(({ leadId }) => leadId)
    if (unsent.length > 0) await repository.setUnsent(tx.db, row.id, unsent, tx.now())
  }
  /** Unsent messages are not charged. */
  const end = async (tx: Ctx, row: CampaignRow, state: 'done' | 'stopped'): Promise<CampaignRow> => {
    if (state === 'stopped') await withdraw(tx, row)
    const { counts = {}, called = 0 } = (await repository.figuresOf(tx.db, [row.id])).get(row.id) ?? {}
    if (isCalling(row)) return endCalls(tx, row, state, called)
    const sent = Object.entries(counts).reduce((sum, [of, n]) => sum + (isSent(of as RecipientState) ? n : 0), 0)
    const cost = Math.max(sent, row.charged) * COST
    await credits.settle(tx, { campaignId: row.id, agentId: row.agentId, payerId: row.payerId, cost })
    const change = { state, cost, endedAt: tx.now() } as const
    await repository.update(tx.db, row.id, change)
    return { ...row, ...change }
  }
  const resultsNow = async (ctx: Ctx, campaignId: string) => {
    const { counts = {} } = (await repository.figuresOf(ctx.db, [campaignId])).get(campaignId) ?? {}
    const { failed: failedBefore, ended: endedBefore } = resultsOf(counts)
    return { failedBefore, endedBefore }
  }
  const assertSamePayer = async (tx: Ctx, { agentId, payerId }: CampaignRow) => {
    if ((await credits.payerOf(tx, agentId)) !== payerId) throw new AppError('CONFLICT', msg('campaign_payer_changed'))
  }
  const turn = (
    ctx: Ctx,
    named: Named,
    {
      from,
      refusal,
      change,
      check,
    }: {
      from: CampaignRow['state']
      refusal: ReturnType<typeof msg>
      change: Partial<CampaignRow>
      check?: (tx: Ctx, row: CampaignRow) => Promise<void>
    },
  ) =>
    ctx.tx(async (tx) => {
      const row = await find(tx, named, true)
      if (row.state !== from) throw new AppError('CONFLICT', refusal)
      await check?.(tx, row)
      await repository.update(tx.db, row.id, change)
      return one(tx, { ...row, ...change })
    })

  return {
    end,
    withdraw,
    listRunning: (ctx: Ctx) => repository.listRunning(ctx.db),
    listLeftCalling: (ctx: Ctx) => repository.listLeftCalling(ctx.db),
    /** Messages are still delivered, read and answered after a campaign has sent the last one. */
    listUnsettled: (ctx: Ctx) => repository.listUnsettled(ctx.db, new Date(ctx.now().getTime() - FOLLOWED_MS)),
    async list(ctx: Ctx, { agentId, limit = PAGE }: { agentId: string; limit?: number | undefined }) {
      const [rows, channelsOf, sender] = await Promise.all([
        repository.list(ctx.db, agentId, limit),
        deps.channelsOf(ctx, agentId),
        senderOf(ctx),
      ])
      return { items: await view(ctx, rows), means: { channels: [...channelsOf], sender } }
    },
    get: async (ctx: Ctx, named: Named) => one(ctx, await find(ctx, named)),
    async conversationIds(ctx: Ctx, named: Named): Promise<string[]> {
      await find(ctx, named)
      return repository.conversationIds(ctx.db, named.campaignId)
    },
    create: (ctx: Ctx, { agentId, ...plan }: CampaignPlan & { agentId: string }) =>
      ctx.tx(async (tx) => {
        if ((await repository.countOfAgent(tx.db, agentId)) >= MAX_CAMPAIGNS)
          throw new AppError('LIMIT_REACHED', msg('too_many_campaigns', { max: MAX_CAMPAIGNS }))
        const row: CampaignRow = {
          id: randomId(16),
          workspaceId: tx.workspaceId,
          agentId,
          plan: check(plan),
          state: 'draft',
          pausedWhy: '',
          startedBy: null,
          payerId: '',
          cost: 0,
          perRecipient: 0,
          held: 0,
          holdNumber: 0,
          charged: 0,
          failedBefore: 0,
          endedBefore: 0,
          createdAt: tx.now(),
          startedAt: null,
          endedAt: null,
        }
        await repository.insert(tx.db, row)
        return one(tx, row)
      }),
    update: (ctx: Ctx, { agentId, campaignId, ...change }: Partial<CampaignPlan> & Named) =>
      ctx.tx(async (tx) => {
        const row = await find(tx, { agentId, campaignId }, true)
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        const mayChange =
          row.state === 'draft' || (row.state === 'paused' && Object.keys(given).every((key) => ADJUSTABLE.has(key)))
        if (!mayChange) throw new AppError('CONFLICT', msg('campaign_started'))
        const plan = check({ ...row.plan, ...given })
        await repository.update(tx.db, row.id, { plan })
        return one(tx, { ...row, plan })
      }),
    delete: (ctx: Ctx, named: Named) =>
      ctx.tx(async (tx) => {
        const row = await find(tx, named, true)
        if (isOpen(row)) throw new AppError('CONFLICT', msg('campaign_running'))
        await repository.remove(tx.db, row.id)
        return { success: true as const }
      }),
    async reach(ctx: Ctx, named: Named) {
      const row = await find(ctx, named)
      const [sender, { able, withoutAddress, withoutName, optedOut }, payerId, { perRecipient, creditsPerMinute }] =
        await Promise.all([
          signerOf(ctx, row.plan),
          reached(ctx, row),
          credits.payerOf(ctx, row.agentId),
          priceOf(ctx, row),
        ])
      await textOf(ctx, row)
      const cost = able.length * perRecipient
      const available = await credits.available(ctx, payerId)
      return {
        data: {
          recipients: able.length,
          withoutAddress,
          withoutName,
          optedOut,
          credits: toCredits(cost),
          available: maySeeBalance(ctx, payerId) ? toCredits(available) : null,
          isAffordable: cost <= available,
          creditsPerMinute,
          lacksSender: row.plan.channel === 'email' && sender === '',
        },
      }
    },
    async start(ctx: Ctx, named: Named) {
      const planned = await find(ctx, named)
      const sender = await requireSigner(ctx, planned.plan)
      const [{ able }, { perRecipient }] = await Promise.all([reached(ctx, planned), priceOf(ctx, planned)])
      const text = await textOf(ctx, planned)
      if (able.length === 0) throw new AppError('CONFLICT', msg('campaign_without_recipients'))
      const payerId = await credits.payerOf(ctx, named.agentId)
      const started = await ctx.tx(async (tx) => {
        const row = await find(tx, named, true)
        // The plan that was checked.
        if (row.state !== 'draft' || !isDeepStrictEqual(row.plan, planned.plan))
          throw new AppError('CONFLICT', msg('campaign_started'))
        const cost = able.length * perRecipient
        await credits.hold(tx, { campaignId: row.id, agentId: row.agentId, payerId, cost })
        // Under the lock of the balance, so that no other campaign takes the same part of a budget.
        if (((await credits.budgetLeft(tx, { agentId: row.agentId, payerId })) ?? 0) < 0)
          throw new AppError('LIMIT_REACHED', msg('campaign_over_budget'))
        const now = tx.now()
        const change = {
          state: 'running',
          plan: { ...row.plan, text, mail: row.plan.mail && { ...row.plan.mail, sender } },
          payerId,
          cost,
          ...(isCalling(row) ? { perRecipient, held: cost } : {}),
          startedAt: now,
          startedBy: personOf(tx.actor) ?? null,
        } as const
        await repository.update(tx.db, row.id, change)
        await repository.insertRecipients(
          tx.db,
          able.map(({ lead, address }) => newRecipient(row, lead, address, now)),
        )
        return one(tx, { ...row, ...change })
      })
      await enqueue(ctx, jobOf(planned), { ...named, workspaceId: ctx.workspaceId })
      return started
    },
    pause: (ctx: Ctx, named: Named) =>
      turn(ctx, named, {
        from: 'running',
        refusal: msg('campaign_not_running'),
        change: { state: 'paused', pausedWhy: '' },
        check: withdraw,
      }),
    async resume(ctx: Ctx, named: Named) {
      const change = { state: 'running', pausedWhy: '', ...(await resultsNow(ctx, named.campaignId)) } as const
      const resumed = await turn(ctx, named, {
        from: 'paused',
        refusal: msg('campaign_not_paused'),
        change,
        check: assertSamePayer,
      })
      const job = resumed.data.channel === 'voice' ? CALL_JOB : SEND_JOB
      await enqueue(ctx, job, { ...named, workspaceId: ctx.workspaceId })
      return resumed
    },
    /** A recipient's price includes every attempt: it is held, or charged when the campaign was done. */
    async retryFailed(ctx: Ctx, named: Named) {
      const retried = await ctx.tx(async (tx) => {
        const row = await find(tx, named, true)
        if (isCalling(row)) throw new AppError('CONFLICT', msg('campaign_calls_not_retried'))
        if (!isOpen(row) && row.state !== 'done') throw new AppError('CONFLICT', msg('campaign_not_running'))
        await assertSamePayer(tx, row)
        const failed = await repository.retryFailed(tx.db, row.id, tx.now())
        if (failed.length === 0) return one(tx, row)
        const change = {
          ...(await resultsNow(tx, row.id)),
          ...(row.state === 'done' && { state: 'running' as const, endedAt: null, charged: row.cost / COST }),
        }
        await repository.update(tx.db, row.id, change)
        return one(tx, { ...row, ...change })
      })
      await enqueue(ctx, SEND_JOB, { ...named, workspaceId: ctx.workspaceId })
      return retried
    },
    stop: (ctx: Ctx, named: Named) =>
      ctx.tx(async (tx) => {
        const row = await find(tx, named, true)
        if (!isOpen(row)) throw new AppError('CONFLICT', msg('campaign_not_running'))
        return one(tx, await end(tx, row, 'stopped'))
      }),
    async recipients(ctx: Ctx, { state, cursor, limit = PAGE, ...named }: Named & RecipientsQuery) {
      const { id: campaignId } = await find(ctx, named)
      const found = await repository.listRecipients(ctx.db, { campaignId, state, after: cursor, limit: limit + 1 })
      const { items, nextCursor } = pageOf(found, limit, ({ leadId }) => leadId)
      return { items: items.map(toRecipient), nextCursor }
    },
    /** Stops campaigns of agents that this organisation no longer pays for: deleted, or without the agent or its billing. */
    stopUnpaidBy: (ctx: Ctx, orgId: string) =>
      ctx.tx(async (tx) => {
        for (const row of (await repository.lockAll(tx.db, { workspaceId: tx.workspaceId })).filter(isOpen))
          if (row.payerId === orgId && (await credits.payerOf(tx, row.agentId)) !== orgId) await end(tx, row, 'stopped')
      }),
    forget: (ctx: Ctx, of: { agentId: string } | { workspaceId: string }) =>
      ctx.tx(async (tx) => {
        for (const row of (await repository.lockAll(tx.db, of)).filter(isOpen))
          await end({ ...tx, workspaceId: row.workspaceId }, row, 'stopped')
        await repository.removeAll(tx.db, of)
        await repository.forgetBlocked(tx.db, of)
      }),
  }
}
export type Campaigns = ReturnType<typeof createCampaigns>

const newRecipient = (row: CampaignRow, lead: Lead, address: string, nextAt: Date): RecipientRow => ({
  campaignId: row.id,
  leadId: lead.id,
  workspaceId: row.workspaceId,
  name: lead.name,
  address,
  timeZone: variableOf(lead.variables, 'timezone').slice(0, 60),
  state: 'waiting',
  reason: '',
  replied: 0,
  attempts: 0,
  nextAt,
  sentAt: null,
  identityId: null,
  conversationId: null,
  outKey: null,
  callId: null,
  durationMs: 0,
  cost: 0,
  counted: {},
})

const NO_COUNTS = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, 0])) as Record<RecipientState, number>
/** Milli-credits: the hold while it runs, its cost afterwards. */
const creditsOf = (row: CampaignRow, minutes: number) => {
  if (!isCalling(row)) return row.cost
  return isOpen(row) ? row.held : row.cost + minutes
}
const secondsOf = (ms: number) => Math.round(ms / 1000)
const iso = (at: Date | null) => at?.toISOString() ?? null

function toCampaign(row: CampaignRow, figures: repository.Figures | undefined): Campaign {
  const { id, agentId, plan, state, pausedWhy, startedBy, createdAt, startedAt, endedAt } = row
  const minutes = figures?.cost ?? 0
  return {
    ...plan,
    template: plan.template && { ...plan.template, media: plan.template.media ?? null },
    mail: plan.mail ?? null,
    calls: plan.calls ?? null,
    id,
    agentId,
    state,
    ...shownReason('pausedWhy', pausedWhy),
    startedBy,
    createdAt: createdAt.toISOString(),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
    counts: { ...NO_COUNTS, ...figures?.counts },
    replied: figures?.replied ?? 0,
    credits: toCredits(creditsOf(row, minutes)),
    talk: {
      seconds: secondsOf(figures?.durationMs ?? 0),
      answeredSeconds: secondsOf(figures?.answeredMs ?? 0),
      credits: toCredits(minutes),
    },
  }
}
const toRecipient = (row: RecipientRow): Recipient => ({
  leadId: row.leadId,
  name: row.name,
  address: row.address,
  state: row.state,
  ...shownReason('reason', row.reason),
  replied: row.replied > 0,
  sentAt: iso(row.sentAt),
  conversationId: row.conversationId,
  callId: row.callId,
  attempts: row.attempts,
  seconds: secondsOf(row.durationMs),
})
