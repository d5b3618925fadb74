// Transfers phone calls to people. Cold: the carrier dials the person with the caller on the line. Warm: the person is called
// first, hears a summary and presses 1; until then the caller stays with the agent.
import {
  refusalOfTransferNumber,
  type TransferEnd,
  type TransferTarget,
} from '@parlance/contract/voice/transfer-numbers'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import type { WebhookAnswer } from '../../../lib/http/provider-webhook.ts'
import { costOf, MINUTE } from '../call-meter.ts'
import type { CallAgent, VoiceDeps } from '../deps.ts'
import type { TransferWish } from '../ports.ts'
import type { CallRow } from '../repository.ts'
import type { EndReason } from '@parlance/contract/voice/protocol'
import type { CallSession, CallTransfers } from '../session/call-session.ts'
import { linesOf } from '../spoken-lines.ts'
import * as repository from './phone-calls.repository.ts'
import { type StoredTransfer, transfersOf } from './stored-transfers.ts'
import type { CarrierCall, CarrierStatus, PhoneDeps, PhoneLine } from './ports.ts'

/** Per call, so that no caller goes in circles. */
const MOST_TRANSFERS = 5
/** Twilio's own maximum. */
const LIMIT_SECONDS = 14_400
const RING_SECONDS = 25
/** A running transfer whose end is not reported by then is asked for; sooner while the caller waits for the person. */
const REPORTED_BY_MS = 300_000
const TAKEN_BY_MS = 60_000
const SETTLED_WITHIN_MS = 2 * 86_400_000
const SETTLED_AT_ONCE = 200
/** Credits needed to start a transfer. */
const LEAST_MINUTES = 1

const NOT_TAKEN: Partial<Record<CarrierStatus, TransferEnd>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'no_answer',
  failed: 'failed',
}

/** For the process that has the call: it is over, a person takes it, or nobody does. The texts are spoken to the caller. */
export type TransferOrder =
  | { readonly callId: string; readonly reason: EndReason }
  | { readonly callId: string; readonly pass: string }
  | { readonly callId: string; readonly stay: string; readonly leg: number }
/** Status of the call to the person. */
export interface LegNews {
  readonly callId: string | null
  readonly leg: number
  readonly status: CarrierStatus | null
  readonly seconds?: number
}
interface TransferHost {
  readonly command: (ctx: Ctx, order: TransferOrder) => void
  readonly changed: (tx: Ctx, row: CallRow) => Promise<void>
  readonly sessionOf: (callId: string) => CallSession | undefined
  readonly urlOf: (path: string, query: Readonly<Record<string, string>>) => string
  readonly connect: (ctx: Ctx, line: PhoneLine, callId: string, providerId: string) => WebhookAnswer
}
interface Asked {
  readonly row: CallRow
  readonly line: PhoneLine
  readonly leg: number
  readonly carrier: CarrierCall
}

export function createTransfers(deps: VoiceDeps & PhoneDeps, host: TransferHost) {
  const { provider, lines } = deps
  const { answers } = provider
  const urlOf = (path: string, callId: string, line: PhoneLine, leg: number) =>
    host.urlOf(path, { call: callId, line: line.phoneNumber, leg: String(leg) })
  const roomOf = (callId: string, leg: number) => `call-${callId}-${leg}`
  const now = (ctx: Ctx) => ctx.now().toISOString()

  /** Undefined where it does not apply any more. */
  const change = (
    ctx: Ctx,
    callId: string,
    leg: number,
    next: (transfer: StoredTransfer) => Partial<StoredTransfer> | undefined,
  ) =>
    repository.changeTransfers(ctx, callId, (all) => {
      const known = all[leg]
      const part = known && next(known)
      return part && all.with(leg, { ...known, ...part })
    })
  const isOpen = ({ state }: StoredTransfer) => state === 'calling' || state === 'connected'

  /** Answers whether it was open until now. */
  async function end(ctx: Ctx, row: CallRow, leg: number, state: TransferEnd, seconds = 0): Promise<boolean> {
    const ended = await ctx.tx(async (tx) => {
      const changed = await change(tx, row.id, leg, (one) =>
        isOpen(one)
          ? {
              state,
              endedAt: now(tx),
              durationMs: seconds * 1000,
              ...(seconds > 0 && { charged: false }),
            }
          : undefined,
      )
      const transfer = changed?.[leg]
      if (transfer) await tell(tx, row, transfer)
      return transfer
    })
    if (!ended) return false
    if (seconds > 0) await chargeLeg(ctx, row, leg, ended)
    return true
  }

  const tell = (tx: Ctx, row: CallRow, transfer: StoredTransfer) =>
    tx.emit({
      type: 'call.transferred',
      workspaceId: row.workspaceId,
      agentId: row.agentId,
      callId: row.id,
      to: transfer.to,
      state: transfer.state,
    })

  /** Its minutes cost what those of the agent's line cost; who has less left pays that. What fails here is charged later. */
  async function chargeLeg(ctx: Ctx, row: CallRow, leg: number, { durationMs, payerId }: StoredTransfer) {
    const whole = costOf(durationMs, MINUTE)
    const agent = await deps.forTurn(ctx, row.agentId, { draft: false })
    const item = {
      key: `call:${row.id}:leg:${leg}`,
      workspaceId: payerId,
      of: row.workspaceId,
      agentId: row.agentId,
      cause: agent?.title ?? '',
    }
    try {
      const cost = Math.max(0, Math.min(whole, await deps.available(ctx, payerId)))
      await ctx.tx(async (tx) => {
        const charged = await change(tx, row.id, leg, (one) =>
          one.charged === false ? { cost, charged: true } : undefined,
        )
        if (!charged) return
        await host.changed(tx, row)
        if (cost === 0) return
        await deps.charges.hold(tx, { ...item, amount: cost })
        await deps.charges.settle(tx, { ...item, cost })
        await deps.addUsage(tx, row.agentId, cost)
      })
    } catch (error) {
      deps.log.warn({ err: error, callId: row.id }, 'the minutes of a call that was passed on were not charged')
    }
  }

  // The agent's side

  interface Passing {
    readonly leg: number
    readonly target: TransferTarget
  }

  function of(
    ctx: Ctx,
    { row, line, agent }: { row: CallRow; line: PhoneLine; agent: CallAgent },
  ): CallTransfers | undefined {
    const { config, transcriber } = agent.config.voiceConfig
    const targets = config.transfers ?? []
    if (targets.length === 0) return undefined
    const said = linesOf(transcriber.language)
    const callId = row.id
    let passing: Passing | undefined
    const session = () => host.sessionOf(callId)

    /** Throws where it can not be. */
    const begin = async (wish: TransferWish): Promise<Passing> => {
      const target = targets.find(({ label }) => label === wish.to)
      if (!target) throw new Error('nobody of that name')
      const { number } = target
      if (refusalOfTransferNumber(number)) throw new Error('the number may not be called')
      if (number === row.phone || (await lines.isOwn(ctx, number))) throw new Error('the call would come back')
      const payerId = await deps.payerOf(ctx, agent.workspaceId, agent.agentId)
      if (payerId === undefined || (await deps.available(ctx, payerId)) < LEAST_MINUTES * MINUTE)
        throw new AppError('CREDITS_EXHAUSTED')
      const begun: StoredTransfer = {
        to: target.label,
        number,
        mode: target.mode,
        about: wish.about,
        state: 'calling',
        startedAt: now(ctx),
        connectedAt: null,
        endedAt: null,
        durationMs: 0,
        payerId,
        cost: 0,
        providerId: '',
      }
      const all = await repository.changeTransfers(ctx, callId, (known) =>
        known.length >= MOST_TRANSFERS ? undefined : [...known, begun],
      )
      if (!all) throw new Error('the call was passed on too often')
      return { leg: all.length - 1, target }
    }

    const ring = async ({ leg, target }: Passing): Promise<void> => {
      const { providerId } = await provider.dial(line, {
        from: line.phoneNumber,
        to: target.number,
        answerUrl: urlOf('person', callId, line, leg),
        statusUrl: urlOf('leg', callId, line, leg),
        ringSeconds: RING_SECONDS,
      })
      if (providerId === undefined) throw new Error('the carrier did not answer')
      await change(ctx, callId, leg, () => ({ providerId }))
    }

    const start = async (wish: TransferWish) => {
      // One after the other.
      if (passing) return
      try {
        passing = await begin(wish)
        if (passing.target.mode === 'cold') return session()?.pass('leaving', said.connecting)
        session()?.pass('calling', said.calling)
        await ring(passing)
      } catch (error) {
        deps.log.warn({ err: error, callId }, 'a call was not passed on')
        await fail()
      }
    }
    const fail = async () => {
      const leg = passing?.leg
      passing = undefined
      if (leg !== undefined) {
        await end(ctx, row, leg, 'failed')
        const one = transfersOf((await repository.findPhoneCall(ctx.db, callId)) ?? row)[leg]
        if (one?.mode === 'warm') await release(ctx, line, row, one)
      }
      session()?.stay(said.notTaken)
    }

    const leave = async () => {
      if (!passing) return session()?.stay(said.notTaken)
      const { leg, target } = passing
      const afterUrl = urlOf('passed', callId, line, leg)
      const answer =
        target.mode === 'cold'
          ? answers.transfer({
              number: target.number,
              callerId: line.phoneNumber,
              afterUrl,
              newsUrl: urlOf('leg', callId, line, leg),
              limitSeconds: LIMIT_SECONDS,
            })
          : answers.join({ room: roomOf(callId, leg), afterUrl, limitSeconds: LIMIT_SECONDS })
      const taken = async () => {
        const found = await repository.findPhoneCall(ctx.db, callId)
        const transfer = found && transfersOf(found)[leg]
        return transfer?.state === 'connected' ? transfer : undefined
      }
      /** By the carrier, whose report of their leaving may still be on its way. */
      const isThere = async () => {
        const transfer = await taken()
        if (!transfer) return false
        const became = await provider.became(line, { providerId: transfer.providerId }).catch(() => undefined)
        if (!became || became.status === 'in-progress') return true
        await end(ctx, row, leg, 'ended', became.seconds)
        return false
      }
      try {
        // Who has hung up meanwhile gave the caller back.
        if (target.mode === 'warm' && !(await taken())) return
        await provider.goOn(line, row.providerId, answer)
        if (target.mode === 'cold') passing = undefined
        else if (await isThere()) session()?.hangUp('transferred')
        else {
          // They hung up before the caller was with them, who comes back from the empty room.
          passing = undefined
          await provider.goOn(line, row.providerId, host.connect(ctx, line, callId, row.providerId))
        }
      } catch (error) {
        deps.log.warn({ err: error, callId }, 'a call could not be passed on')
        await fail()
      }
    }

    inProgress.set(callId, (leg) => {
      if (passing?.leg === leg) passing = undefined
    })
    return { names: targets.map(({ label }) => label), wish: (wish) => void start(wish), leave: () => void leave() }
  }
  /** By call of this process: a transfer of it failed. */
  const inProgress = new Map<string, (leg: number) => void>()

  // The carrier's side

  const languageOf = async (ctx: Ctx, row: CallRow) =>
    (await deps.forTurn(ctx, row.agentId, { draft: false }))?.config.voiceConfig.transcriber.language ?? ''

  /** The person hears that nobody is there any more. */
  async function release(ctx: Ctx, line: PhoneLine, row: CallRow, { providerId }: StoredTransfer): Promise<void> {
    if (providerId === '') return
    const language = await languageOf(ctx, row)
    await provider
      .goOn(line, providerId, answers.hangUp(linesOf(language).callerLeft, language))
      .catch((error: unknown) => deps.log.info({ err: error, callId: row.id }, 'a person was not on the line any more'))
  }

  /** Cold: the caller is back from the person, or from a line that nobody answered. */
  async function passed(ctx: Ctx, { row, line, leg, carrier }: Asked): Promise<WebhookAnswer> {
    const { dialStatus = 'failed', seconds } = carrier
    const transfer = transfersOf(row)[leg]
    if (!transfer) return answers.hangUp()
    // Of a room, the person's own telephone tells how long it took.
    if (transfer.mode === 'warm') return answers.hangUp()
    const notTaken = NOT_TAKEN[dialStatus]
    if (notTaken === undefined) {
      await end(ctx, row, leg, 'ended', seconds)
      host.command(ctx, { callId: row.id, reason: 'transferred' })
      return answers.hangUp()
    }
    const hasLeft = carrier.status === 'completed'
    await end(ctx, row, leg, hasLeft ? 'caller_left' : notTaken)
    if (hasLeft || row.state !== 'live') return answers.hangUp()
    return host.connect(ctx, line, row.id, carrier.providerId)
  }

  /** Warm: the person has answered. */
  async function person(ctx: Ctx, { row, line, leg }: Asked): Promise<WebhookAnswer> {
    const transfer = transfersOf(row)[leg]
    const language = await languageOf(ctx, row)
    const said = linesOf(language)
    if (transfer?.state !== 'calling') return answers.hangUp()
    if (row.state !== 'live') return answers.hangUp(said.callerLeft, language)
    const spoken = transfer.about.trim()
    const about = spoken === '' || /[.!?…。؟]$/u.test(spoken) ? spoken : `${spoken}.`
    const name = row.phone === '' ? '' : spokenNumber(row.phone)
    const text = `${said.callFor(name, about)} ${said.pressOne}`.replaceAll(/\s+/g, ' ')
    return answers.askKey({ text, language, keyUrl: urlOf('key', row.id, line, leg) })
  }

  /** Warm: the person has pressed a key. */
  async function key(ctx: Ctx, { row, leg, carrier }: Asked): Promise<WebhookAnswer> {
    const language = await languageOf(ctx, row)
    const said = linesOf(language)
    if (carrier.key !== '1') return answers.hangUp()
    const all =
      row.state === 'live' &&
      (await change(ctx, row.id, leg, (one) =>
        one.state === 'calling' ? { state: 'connected', connectedAt: now(ctx) } : undefined,
      ))
    if (!all) return answers.hangUp(said.callerLeft, language)
    host.command(ctx, { callId: row.id, pass: said.connecting })
    return answers.join({ room: roomOf(row.id, leg), limitSeconds: LIMIT_SECONDS })
  }

  /** What became of the telephone of the person. */
  async function heard(ctx: Ctx, connectionId: string, news: LegNews): Promise<string | undefined> {
    const row = await repository.findPhoneCall(ctx.db, news.callId ?? '')
    const transfer = row && transfersOf(row)[news.leg]
    if (!row || !transfer || row.lineId !== connectionId) return 'The call is not known.'
    const { status, leg, seconds = 0 } = news
    if (transfer.mode === 'cold') {
      if (status !== 'in-progress') return undefined
      const all = await change(ctx, row.id, leg, (one) =>
        one.state === 'calling' ? { state: 'connected', connectedAt: now(ctx) } : undefined,
      )
      if (all?.[leg]) await ctx.tx((tx) => tell(tx, row, all[leg] as StoredTransfer))
      if (all) host.command(ctx, { callId: row.id, reason: 'transferred' })
      return undefined
    }
    if (status === null || status === 'queued' || status === 'ringing' || status === 'in-progress') return undefined
    if (isOpen(transfer)) await personLeft(ctx, row, leg, { transfer, status, seconds })
    else await chargeLate(ctx, row, leg, seconds)
    return undefined
  }

  /** Warm: the person has left. A caller who is not with them yet is returned to the agent. */
  async function personLeft(
    ctx: Ctx,
    row: CallRow,
    leg: number,
    { transfer, status, seconds }: { transfer: StoredTransfer; status: CarrierStatus; seconds: number },
  ): Promise<void> {
    const wasTaken = transfer.state === 'connected'
    const ended = await end(ctx, row, leg, wasTaken ? 'ended' : (NOT_TAKEN[status] ?? 'declined'), seconds)
    if (ended && row.state === 'live') await giveBack(ctx, row, leg)
  }
  const giveBack = async (ctx: Ctx, row: CallRow, leg: number) =>
    host.command(ctx, { callId: row.id, stay: linesOf(await languageOf(ctx, row)).notTaken, leg })

  /** Warm: it was ended by us, and the carrier reports afterwards how long the person was on the line. */
  async function chargeLate(ctx: Ctx, row: CallRow, leg: number, seconds: number): Promise<void> {
    if (seconds === 0) return
    const changed = await change(ctx, row.id, leg, (one) =>
      one.charged === undefined ? { durationMs: seconds * 1000, charged: false } : undefined,
    )
    if (changed?.[leg]) await chargeLeg(ctx, row, leg, changed[leg])
  }

  /** Ends a transfer whose end was not reported, by asking the carrier, and charges what is left to charge. */
  async function settleOne(ctx: Ctx, row: CallRow, leg: number, transfer: StoredTransfer): Promise<void> {
    if (!isOpen(transfer)) return transfer.charged === false ? chargeLeg(ctx, row, leg, transfer) : undefined
    const { mode, number, providerId, state } = transfer
    const isAwaited = mode === 'warm' && state === 'calling'
    if (ctx.now().getTime() - Date.parse(transfer.startedAt) < (isAwaited ? TAKEN_BY_MS : REPORTED_BY_MS)) return
    const line = await lines.find(ctx, row.lineId)
    const isPlaced = mode === 'cold' || providerId !== ''
    const became =
      line &&
      isPlaced &&
      (await provider.became(line, mode === 'cold' ? { parentId: row.providerId, to: number } : { providerId }))
    if (became === false || became === undefined) {
      if (!isAwaited && row.state !== 'ended') return
      const ended = await end(ctx, row, leg, 'failed')
      if (ended && row.state === 'live') await giveBack(ctx, row, leg)
      return
    }
    const { status, seconds } = became
    if (status === 'queued' || status === 'ringing' || status === 'in-progress') return
    if (mode === 'warm') return personLeft(ctx, row, leg, { transfer, status, seconds })
    await end(ctx, row, leg, status === 'completed' ? 'ended' : (NOT_TAKEN[status] ?? 'declined'), seconds)
  }

  return {
    /** Finishes transfers whose end got lost, for example because no process was there to hear it. */
    async settle(ctx: Ctx): Promise<void> {
      const createdAfter = new Date(ctx.now().getTime() - SETTLED_WITHIN_MS)
      for (const row of await repository.listOpenTransfers(ctx.db, { createdAfter, limit: SETTLED_AT_ONCE })) {
        const inside = deps.contextFor(ctx.region, row.workspaceId)
        for (const [leg, transfer] of transfersOf(row).entries())
          await settleOne(inside, row, leg, transfer).catch((error: unknown) =>
            deps.log.warn({ err: error, callId: row.id }, 'a transfer was not settled'),
          )
      }
    },
    of,
    passed,
    person,
    key,
    heard,
    /** Nobody took the call; in the process that holds it. */
    stay(callId: string, leg: number, text: string) {
      inProgress.get(callId)?.(leg)
      host.sessionOf(callId)?.stay(text)
    },
    /** The agent's part is over. A person who is being called for a caller who has hung up need not wait. */
    async closed(ctx: Ctx, line: PhoneLine, callId: string) {
      inProgress.delete(callId)
      const row = await repository.findPhoneCall(ctx.db, callId)
      if (!row || row.endReason === 'transferred') return
      for (const [leg, one] of transfersOf(row).entries())
        if (one.mode === 'warm' && (await end(ctx, row, leg, 'caller_left'))) await release(ctx, line, row, one)
    },
  }
}

/** Digit by digit, so that a voice does not read it as one number. */
const spokenNumber = (phone: string): string => [...phone.replace('+', '')].join(' ')
