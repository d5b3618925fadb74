// Dials a campaign's due recipients, up to its number of slots, and records the outcomes.
import { CALL_DEFAULTS, CREDITS_PER_CALLED_LEAD } from '@parlance/contract/campaigns/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import { storedMessage } from '../../lib/stored-message.ts'
import { afterCall, callable, countCall, LOST_DIAL_MS, readReference, referenceOf, roomFor } from './call-rules.ts'
import type { DoNotCall } from './do-not-call.ts'
import { LOOKED_AT, takeDue } from './due.ts'
import { isBroken, retryAt, wordsFor } from './hours.ts'
import type { CampaignCalls, CampaignCredits, Lead } from './ports.ts'
import * as repository from './repository.ts'
import { REASONS } from './reasons.ts'
import type { CampaignRow, RecipientRow } from './schema.ts'
import type { Campaigns } from './service.ts'

const MOST_CALLING = 100
/** All lines, or the server, are busy. */
const BUSY_MS = 20_000

interface Named {
  readonly agentId: string
  readonly campaignId: string
}
export interface DialDeps {
  readonly calls: CampaignCalls
  readonly credits: CampaignCredits
  readonly campaigns: Pick<Campaigns, 'end'>
  readonly doNotCall: Pick<DoNotCall, 'blockedOf'>
  readonly leadsByIds: (ctx: Ctx, agentId: string, ids: readonly string[]) => Promise<readonly Lead[]>
  /** Runs another round after this many milliseconds. */
  readonly later: (ctx: Ctx, named: Named, ms: number) => Promise<void>
}
interface Dial {
  readonly one: RecipientRow
  readonly lead: Lead
  readonly to: string
}
interface Chosen {
  readonly dials: readonly Dial[]
  readonly row?: CampaignRow
  readonly againMs?: number | undefined
  /** Nobody who was looked at may be called, but others may be. */
  readonly isMore?: boolean
}
/** The lead's number may have changed since the start. */
const numberOf = ({ address }: RecipientRow, lead: Lead | undefined): string => callable(lead?.phone ?? '') ?? address

const FEE = fromCredits(CREDITS_PER_CALLED_LEAD)
const rulesOf = ({ plan }: CampaignRow) => plan.calls ?? CALL_DEFAULTS
const isActive = ({ calling = 0, talking = 0 }: Readonly<Partial<Record<'calling' | 'talking', number>>>) =>
  calling + talking

export function createDialCampaign({ calls, credits, campaigns, doNotCall, leadsByIds, later }: DialDeps) {
  /** Runs one round. The context's workspace is the campaign's. */
  async function dialCampaign(ctx: Ctx, named: Named): Promise<void> {
    await learn(ctx, named)
    let chosen = await ctx.tx((tx) => choose(tx, named))
    while (chosen.isMore) chosen = await ctx.tx((tx) => choose(tx, named))
    const { dials, row, againMs } = chosen
    for (const [nth, dial] of dials.entries()) {
      if (!row || (await place(ctx, row, dial))) continue
      // The failure that stopped this call stops the others too.
      for (const other of dials.slice(nth + 1)) await giveBack(ctx, other.one, BUSY_MS)
      break
    }
    if (againMs !== undefined) await later(ctx, named, againMs)
  }

  async function choose(tx: Ctx, named: Named): Promise<Chosen> {
    const now = tx.now()
    // Serialises rounds, so that the slot limit holds across nodes.
    const row = await repository.find(tx.db, named, true)
    if (row?.state !== 'running') return { dials: [] }
    const { counts = {}, called = 0 } = (await repository.figuresOf(tx.db, [row.id])).get(row.id) ?? {}
    const { waiting = 0 } = counts
    if (isBroken(row, counts)) {
      await repository.update(tx.db, row.id, { state: 'paused', pausedWhy: REASONS.callsBroken })
      return { dials: [] }
    }
    if (waiting === 0) {
      if (isActive(counts) === 0) await campaigns.end(tx, row, 'done')
      return { dials: [] }
    }
    const { room, againMs } = roomFor(rulesOf(row), isActive(counts), await repository.lastBegun(tx.db, row.id), now)
    if (room === 0) return { dials: [], againMs }
    const { dials, left } = await takeDials(tx, row, room)
    if (dials.length === 0) return { dials, isMore: left === LOOKED_AT }
    if (!(await holdRest(tx, row, { dials, called, others: waiting - left - dials.length }))) return { dials: [] }
    for (const { one, to } of dials)
      await repository.setRecipient(tx.db, one, {
        state: 'calling',
        address: to,
        attempts: one.attempts + 1,
        sentAt: now,
        callId: null,
        reason: '',
      })
    return { dials, row, againMs }
  }

  /** `left`: due recipients that are skipped for good. */
  async function takeDials(tx: Ctx, row: CampaignRow, room: number): Promise<{ dials: Dial[]; left: number }> {
    const due = await takeDue(tx, row)
    const ids = due.map(({ leadId }) => leadId)
    const leads = new Map((await leadsByIds(tx, row.agentId, ids)).map((lead) => [lead.id, lead]))
    const numbers = due.map((one) => numberOf(one, leads.get(one.leadId)))
    const blocked = await doNotCall.blockedOf(tx, row.agentId, numbers)
    const dials: Dial[] = []
    let left = 0
    for (const one of due) {
      if (dials.length === room) break
      const lead = leads.get(one.leadId)
      const to = numberOf(one, lead)
      if (lead && !blocked.has(to)) dials.push({ one, lead, to })
      else {
        left += 1
        const reason = lead ? REASONS.notToCall : REASONS.leadDeleted
        await repository.setRecipient(tx.db, one, { state: 'skipped', reason })
      }
    }
    return { dials, left }
  }

  /** The fee of a recipient stays held until the next round, when it is known whether they were called. */
  async function holdRest(
    tx: Ctx,
    row: CampaignRow,
    { dials, called, others }: { readonly dials: readonly Dial[]; readonly called: number; readonly others: number },
  ): Promise<boolean> {
    const { id: campaignId, agentId, payerId, held, holdNumber, charged } = row
    const rest = others * row.perRecipient + dials.filter(({ one }) => one.attempts === 0).length * FEE
    const of = { campaignId, agentId, payerId }
    const next = holdNumber + 1
    const due = Math.max(0, called - charged) * FEE
    if (held > 0) await credits.settle(tx, { ...of, cost: Math.min(due, held), number: holdNumber })
    try {
      if (rest > 0) await credits.hold(tx, { ...of, cost: rest, number: next })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CREDITS_EXHAUSTED') throw error
      const change = {
        state: 'paused',
        pausedWhy: REASONS.noCredits,
        held: 0,
        holdNumber: next,
        charged: called,
      } as const
      await repository.update(tx.db, campaignId, change)
      return false
    }
    await repository.update(tx.db, campaignId, { held: rest, holdNumber: next, charged: called })
    return true
  }

  async function place(ctx: Ctx, row: CampaignRow, { one, lead, to }: Dial): Promise<boolean> {
    const attempts = one.attempts + 1
    const calling = { ...one, attempts, callId: null }
    const { onMachine, machineMessage } = rulesOf(row)
    try {
      const { callId } = await calls.dial(ctx, {
        agentId: row.agentId,
        to,
        reference: referenceOf(row.id, one.leadId, attempts),
        greeting: wordsFor(row.plan.text, lead),
        onMachine,
        message: wordsFor(machineMessage, lead),
      })
      await repository.setCalled(ctx.db, calling, { callId })
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refused(ctx, row, calling, error)
    }
  }

  /** Undoes the attempt; `one` is the earlier state. */
  const giveBack = (ctx: Ctx, one: RecipientRow, ms: number) =>
    repository.setCalled(
      ctx.db,
      { ...one, attempts: one.attempts + 1, callId: null },
      { state: 'waiting', attempts: one.attempts, sentAt: one.sentAt, nextAt: new Date(ctx.now().getTime() + ms) },
    )

  async function refused(ctx: Ctx, row: CampaignRow, calling: RecipientRow, error: AppError): Promise<boolean> {
    const now = ctx.now()
    const set = (change: Partial<RecipientRow>) => repository.setCalled(ctx.db, calling, change)
    const back = (ms: number) => giveBack(ctx, { ...calling, attempts: calling.attempts - 1 }, ms)
    const pause = async () => {
      await back(0)
      await repository.pauseRunning(ctx.db, row.id, storedMessage(error.reason ?? error.message))
      return false
    }
    switch (error.code) {
      case 'PLAN_LIMIT':
      case 'UNAVAILABLE':
      case 'RATE_LIMITED':
        await back(BUSY_MS)
        await later(ctx, { agentId: row.agentId, campaignId: row.id }, BUSY_MS)
        return false
      case 'CREDITS_EXHAUSTED':
      case 'LIMIT_REACHED':
      case 'CONFLICT':
      case 'NOT_FOUND':
        return pause()
      case 'VISITOR_BLOCKED':
        await set({ state: 'skipped', reason: REASONS.refused })
        return true
      case 'INVALID_INPUT':
        await set({ state: 'failed', reason: storedMessage(error.reason ?? error.message) })
        return true
      default: {
        const again = calling.attempts <= row.plan.retries
        await set({
          state: again ? 'waiting' : 'failed',
          reason: storedMessage(error.reason ?? error.message.slice(0, 300)),
          nextAt: retryAt(calling.attempts, now),
        })
        return true
      }
    }
  }

  async function learn(ctx: Ctx, named: Named): Promise<void> {
    const calling = await repository.listCalling(ctx.db, named.campaignId, MOST_CALLING)
    const row = calling.length > 0 ? await repository.find(ctx.db, named) : undefined
    if (!row) return
    const now = ctx.now()
    const isOpen = row.state === 'running' || row.state === 'paused'
    const known = calling.flatMap(({ callId }) => callId ?? [])
    const outcomes = new Map((await calls.outcomes(ctx, known)).map((outcome) => [outcome.callId, outcome]))
    const asked = { rules: rulesOf(row), retries: row.plan.retries, isOpen, now }
    for (const one of calling) {
      const outcome = one.callId === null ? undefined : outcomes.get(one.callId)
      const isLost = !outcome && one.sentAt !== null && now.getTime() - one.sentAt.getTime() > LOST_DIAL_MS
      const again = isOpen && one.attempts <= row.plan.retries
      const change = outcome
        ? afterCall(one, outcome, asked)
        : isLost
          ? { state: again ? ('waiting' as const) : ('failed' as const), reason: REASONS.notPlaced, nextAt: now }
          : undefined
      if (!change) continue
      await repository.setCalled(ctx.db, one, change)
      const conversationId = outcome?.conversationId
      if (conversationId !== undefined && one.name !== '') await calls.named(ctx, conversationId, one.name)
    }
  }

  /** The minutes of a person who took a call over are charged after it was counted. */
  const recount = (ctx: Ctx, of: Pick<RecipientRow, 'campaignId' | 'leadId'>, callId: string) =>
    ctx.tx(async (tx) => {
      const one = await repository.takeRecipient(tx.db, of)
      if (!one?.counted[callId]) return
      const [outcome] = await calls.outcomes(tx, [callId])
      if (outcome) await repository.setRecipient(tx.db, one, countCall(one, outcome))
    })

  return {
    dial: dialCampaign,
    /** Handles a call's change: stores its id, then runs the campaign's next round. */
    async changed(ctx: Ctx, { agentId, callId, reference }: { agentId: string; callId: string; reference: string }) {
      const of = readReference(reference)
      if (!of) return
      const { campaignId, leadId, attempt } = of
      // The process that dialled may have died before storing the call's id.
      await repository.setCalled(ctx.db, { campaignId, leadId, attempts: attempt, callId: null }, { callId })
      await dialCampaign(ctx, { agentId, campaignId })
      // Afterwards, so that no round stores earlier figures over it.
      await recount(ctx, of, callId)
    },
  }
}
export type DialCampaign = ReturnType<typeof createDialCampaign>
