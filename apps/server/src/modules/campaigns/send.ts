// Sends a campaign's due messages and records what happens to them.
import { randomInt } from 'node:crypto'
import { AppError } from '@parlance/contract/lib/errors'
import { HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { storedMessage } from '../../lib/stored-message.ts'
import { LOOKED_AT, takeDue } from './due.ts'
import { endOfHours, isBroken, nameOf, retryAt, variableOf, wordsFor } from './hours.ts'
import type { CampaignChannels, Lead } from './ports.ts'
import * as repository from './repository.ts'
import { REASONS } from './reasons.ts'
import type { CampaignRow, RecipientRow } from './schema.ts'
import type { Campaigns } from './service.ts'

/** Messages checked per round: the newest, and as many others at random. */
const NEWS = 500
/** After a round that sent something: most messages arrive within seconds. */
const LOOKS_MS = [4_000, 12_000, 30_000]
/** A message that is not in the outbox by then was dropped: opt-out or disconnected channel. */
const GIVEN_UP_MS = HOUR_MS

export interface SendDeps {
  readonly channels: CampaignChannels
  readonly campaigns: Pick<Campaigns, 'end' | 'withdraw'>
  readonly leadsByIds: (ctx: Ctx, agentId: string, ids: readonly string[]) => Promise<readonly Lead[]>
  /** Runs another round after this many milliseconds. */
  readonly later: (ctx: Ctx, named: { agentId: string; campaignId: string }, ms: number) => Promise<void>
}

interface Sent {
  readonly wakes: readonly string[]
  /** All who were looked at were skipped, but others may be due. */
  readonly isMore?: boolean
}

export const createSendCampaign = ({ channels, campaigns, leadsByIds, later }: SendDeps) =>
  /** Sends one round, as many as the pace allows per minute. The context's workspace is the campaign's. */
  async function sendCampaign(ctx: Ctx, named: { agentId: string; campaignId: string }): Promise<void> {
    await learn(ctx, named.campaignId)
    const send = () =>
      ctx.tx(async (tx): Promise<Sent> => {
        // Serialises rounds, so that the pace holds across nodes.
        const row = await repository.find(tx.db, named, true)
        return row?.state === 'running' ? sendDue(tx, row) : { wakes: [] }
      })
    let sent = await send()
    while (sent.isMore) sent = await send()
    const { wakes } = sent
    for (const identityId of wakes) channels.wake(ctx, identityId)
    if (wakes.length > 0) for (const ms of LOOKS_MS) await later(ctx, named, ms)

    async function sendDue(tx: Ctx, row: CampaignRow): Promise<Sent> {
      const now = tx.now()
      const { counts = {} } = (await repository.figuresOf(tx.db, [row.id])).get(row.id) ?? {}
      if (isBroken(row, counts)) {
        await campaigns.withdraw(tx, row)
        await repository.update(tx.db, row.id, { state: 'paused', pausedWhy: REASONS.messagesBroken })
        return { wakes: [] }
      }
      if ((counts.waiting ?? 0) === 0) {
        if ((counts.queued ?? 0) === 0) await campaigns.end(tx, row, 'done')
        return { wakes: [] }
      }
      const sentLately = await repository.countSentSince(tx.db, row.id, new Date(now.getTime() - MINUTE_MS))
      const room = row.plan.perMinute - sentLately
      if (room <= 0) return { wakes: [] }
      const due = await takeDue(tx, row)
      const leads = new Map(
        (
          await leadsByIds(
            tx,
            row.agentId,
            due.map(({ leadId }) => leadId),
          )
        ).map((lead) => [lead.id, lead]),
      )
      const wakes: string[] = []
      let skipped = 0
      for (const recipient of due) {
        if (wakes.length === room) break
        const outcome = await sendTo(tx, row, recipient, leads.get(recipient.leadId))
        if (outcome === 'paused') break
        if (outcome === 'skipped') skipped += 1
        else wakes.push(outcome.identityId)
      }
      return { wakes, isMore: skipped === LOOKED_AT }
    }

    async function sendTo(
      tx: Ctx,
      { id, agentId, plan }: CampaignRow,
      recipient: RecipientRow,
      lead: Lead | undefined,
    ): Promise<{ readonly identityId: string } | 'skipped' | 'paused'> {
      const set = (change: Partial<RecipientRow>) => repository.setRecipient(tx.db, recipient, change)
      const skip = async (reason: string) => {
        await set({ state: 'skipped', reason })
        return 'skipped' as const
      }
      if (!lead) return skip(REASONS.leadDeleted)
      const template = plan.template && {
        template: plan.template.name,
        language: plan.template.language,
        name: plan.template.hasName ? nameOf(lead) : undefined,
        media: plan.template.media ?? null,
      }
      if (template?.name === '') return skip(REASONS.noName)
      if (plan.channel === 'voice') return 'paused'
      // Older plans have no subject.
      const { subject, sender } = plan.mail ?? { subject: plan.name, sender: '' }
      const to = { ...lead, language: variableOf(lead.variables, 'language') }
      const begun = await channels
        .begin(tx, { agentId, channel: plan.channel }, to, {
          text: [template?.media?.url, wordsFor(plan.text, lead)].filter(Boolean).join('\n'),
          key: `${id}:${lead.id}:${recipient.attempts}`,
          template: template ?? undefined,
          mail: { subject: wordsFor(subject, lead), sender },
          notAfter: endOfHours(plan, recipient.timeZone, tx.now()),
        })
        .catch(async (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
          await repository.update(tx.db, id, {
            state: 'paused',
            pausedWhy: storedMessage(error.reason ?? error.message),
          })
          return 'paused' as const
        })
      if (begun === 'paused') return begun
      if (!begun) return skip(REASONS.optedOut)
      const { identityId, conversationId, outKey, address } = begun
      await set({
        state: 'queued',
        attempts: recipient.attempts + 1,
        sentAt: tx.now(),
        reason: '',
        identityId,
        conversationId,
        outKey,
        address,
      })
      return { identityId }
    }

    async function learn(inside: Ctx, campaignId: string): Promise<void> {
      const sent = await listNews(inside, campaignId)
      const row = sent.length > 0 ? await repository.find(inside.db, named) : undefined
      if (!row) return
      const known = sent.flatMap((one) =>
        one.identityId && one.outKey && one.sentAt
          ? [{ one, identityId: one.identityId, outKey: one.outKey, at: one.sentAt }]
          : [],
      )
      const outcomes = await channels.outcomes(inside, known)
      const byKey = new Map(outcomes.map((outcome) => [outcome.outKey, outcome]))
      for (const { one, outKey } of known) {
        const outcome = byKey.get(outKey)
        const change = outcome && changeOf(row, one, outcome, inside.now())
        // A pause or another round may have changed it since it was read.
        if (change) await repository.setRecipient(inside.db, one, change, one)
      }
    }
  }

async function listNews(ctx: Ctx, campaignId: string): Promise<RecipientRow[]> {
  const newest = await repository.listSent(ctx.db, campaignId, NEWS)
  if (newest.length < NEWS) return newest
  const pages = Math.ceil((await repository.countSent(ctx.db, campaignId)) / NEWS) - 1
  if (pages < 1) return newest
  const page = 1 + randomInt(pages)
  return [...newest, ...(await repository.listSent(ctx.db, campaignId, NEWS, page * NEWS))]
}

type Outcome = Awaited<ReturnType<CampaignChannels['outcomes']>>[number]

const OUTSIDE_HOURS = storedMessage(msg('campaign_outside_hours'))
const NOT_RUNNING = storedMessage(msg('campaign_not_running'))

export function changeOf(
  { plan, state: of }: CampaignRow,
  one: RecipientRow,
  { state, error, replied }: Outcome,
  now: Date,
): Partial<RecipientRow> | undefined {
  const back = replied && one.replied === 0 ? { replied: 1 } : undefined
  const isOpen = of === 'running' || of === 'paused'
  if (state === 'failed' && error === NOT_RUNNING) return undefined
  // It was not sent, so this is no failure that counts.
  if (state === 'failed' && error === OUTSIDE_HOURS && isOpen)
    return { state: 'waiting', reason: REASONS.outsideHours, nextAt: now, sentAt: null }
  if (state === 'failed') {
    const again = one.attempts <= plan.retries && isOpen
    return again
      ? { state: 'waiting', reason: error, nextAt: retryAt(one.attempts, now) }
      : { state: 'failed', reason: error }
  }
  if (state === null && one.state === 'queued' && one.sentAt && now.getTime() - one.sentAt.getTime() > GIVEN_UP_MS)
    return { ...back, state: 'skipped', reason: REASONS.notSent, sentAt: null }
  // It may have arrived, so it is not sent again.
  if (state === 'unknown') return { ...back, state: 'sent', reason: error }
  if (state === 'sent' || state === 'delivered' || state === 'read')
    return state === one.state ? back : { ...back, state }
  return back
}
