// Phone calls: incoming ones to an agent's number, and outgoing ones.
import type { EndReason } from '@parlance/contract/voice/protocol'
import { VOICE_PHONE_SOCKET } from '@parlance/contract/voice/protocol'
import type { CallKind } from '@parlance/contract/voice/schemas'
import { refusalOfTransferNumber } from '@parlance/contract/voice/transfer-numbers'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { toCredits } from '@parlance/contract/lib/money'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sameSecret, sha256, type Signer } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import {
  type InboundDelivery,
  type ProviderWebhook,
  refused,
  type WebhookAnswer,
  type WebhookVerdict,
} from '../../../lib/http/provider-webhook.ts'
import type { CallGrant } from '../call-tokens.ts'
import type { CallRow } from '../repository.ts'
import type { CallSession, CallTransfers } from '../session/call-session.ts'
import type { Socket } from '../session/socket.ts'
import type { Bridge } from '../session/socket-bridge.ts'
import type { CallClock } from '../session/clock.ts'
import type { CallAgent, VoiceDeps } from '../deps.ts'
import { emitEnded } from '../call-ended.ts'
import * as repository from './phone-calls.repository.ts'
import { servePhoneSocket } from './phone-socket.ts'
import { legsCost, legsMs } from './stored-transfers.ts'
import { createTransfers, type TransferOrder } from './transfers.ts'
import type {
  AnsweredBy,
  CarrierCall,
  CarrierStatus,
  PhoneLine,
  PhoneDeps,
  PhoneProvider,
  StreamEvent,
} from './ports.ts'

export const PHONE_WEBHOOK = 'phone'

/** What phone calls need of the calls service. */
export interface CallHost {
  readonly clock: CallClock
  readonly isFull: () => boolean
  readonly isClosing: () => boolean
  /** Throws the reason of a refusal: credits, limits, a block. */
  readonly assertMayCall: (ctx: Ctx, agent: CallAgent, visitorHash: string) => Promise<void>
  /** Reserves a line of the workspace's plan in the transaction that stores the call. */
  readonly reserveLine: (ctx: Ctx, workspaceId: string, insert: (tx: Ctx) => Promise<void>) => Promise<void>
  /** Undefined when it is over, or another socket has it. */
  readonly open: (
    ctx: Ctx,
    grant: CallGrant,
    of: {
      readonly hears: ReturnType<NonNullable<PhoneProvider['hears']>> | undefined
      readonly plan: CallPlan
      readonly transfers: CallTransfers | undefined
    },
  ) => Promise<CallSession | undefined>
  /** Only calls of this process. */
  readonly sessionOf: (callId: string) => CallSession | undefined
  /** Passes a socket on to the process that has the call. */
  readonly passOn: (region: Region, socket: Socket, callId: string) => (first: Buffer) => Bridge
  /** Sends a command to the process that has the call. */
  readonly command: (ctx: Ctx, command: CallOrder) => void
}
export type CallOrder = TransferOrder | { readonly callId: string; readonly reason: EndReason; readonly say: string }

/** Settings of an outgoing call. */
export interface CallPlan {
  /** Spoken first instead of the agent's greeting. */
  readonly greeting?: string
  /** What to do when a machine answers; `talk` when absent, without detection. */
  readonly onMachine?: 'hang_up' | 'leave_message' | 'talk'
  /** Left on a machine. */
  readonly message?: string
}

export interface DialInput extends CallPlan {
  readonly agentId: string
  /** The number to call from; the agent's first when absent. */
  readonly numberId?: string | undefined
  readonly to: string
  /** Continues this conversation. */
  readonly conversationId?: string | undefined
  /** Returned in `call.changed`, e.g. an attempt's id. Without it the event is not emitted. */
  readonly reference?: string | undefined
}

/** Current state of a call. */
export interface PhoneOutcome {
  readonly callId: string
  readonly reference: string
  readonly state: 'ringing' | 'live' | 'ended'
  /** Undefined until it is over. */
  readonly result: 'answered' | 'busy' | 'no_answer' | 'not_connected' | undefined
  readonly answeredBy: AnsweredBy | undefined
  readonly endReason: EndReason | undefined
  readonly conversationId: string | undefined
  readonly durationMs: number
  readonly credits: number
}

const RING_SECONDS = 30
/** Calls of one caller to one agent. */
const MOST_CALLS_A_DAY = 30
/** How often a lost connection is made again in one call. */
const MOST_TRIES = 5
const E164 = /^\+\d{6,15}$/
const PURPOSE = 'phone-streams'
const NEVER_ANSWERED: Partial<Record<CarrierStatus, EndReason>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'no_answer',
  failed: 'not_connected',
  completed: 'never_connected',
}

export function createPhoneCalls(deps: VoiceDeps & PhoneDeps, host: CallHost) {
  const { provider, lines } = deps
  const vault: Signer = deps.vault
  /** Calls with audio in this process. */
  const held = new Map<string, { readonly line: PhoneLine; readonly providerId: string; readonly agent: CallAgent }>()
  const contextOf = (region: string, workspaceId?: string): Ctx | undefined =>
    isRegion(region) && deps.regions.includes(region) ? deps.contextFor(region as Region, workspaceId) : undefined
  const urlOf = (path: string, query: Readonly<Record<string, string>>) =>
    `${deps.origin()}/webhooks/${PHONE_WEBHOOK}/${path}?${new URLSearchParams(query).toString()}`
  const tokenOf = (callId: string, providerId: string) => `${callId}.${vault.sign(PURPOSE, `${callId}|${providerId}`)}`
  const visitorOf = (agentId: string, phone: string, providerId: string) =>
    `ph_${vault.sign('phone-visitors', `${agentId}|${phone === '' ? providerId : phone}`)}`

  const connect = (ctx: Ctx, line: PhoneLine, callId: string, providerId: string, tries = 0): WebhookAnswer =>
    provider.answers.connect({
      streamUrl: `${deps.origin().replace(/^http/, 'ws')}/api/${ctx.region}${VOICE_PHONE_SOCKET}`,
      token: tokenOf(callId, providerId),
      afterUrl: urlOf('after', { call: callId, line: line.phoneNumber, tries: String(tries) }),
    })
  const changed = (tx: Ctx, row: Pick<CallRow, 'id' | 'workspaceId' | 'agentId' | 'reference'>) =>
    row.reference === ''
      ? Promise.resolve()
      : tx.emit({
          type: 'call.changed',
          workspaceId: row.workspaceId,
          agentId: row.agentId,
          callId: row.id,
          reference: row.reference,
        })

  const transfers = createTransfers(deps, {
    changed,
    sessionOf: host.sessionOf,
    command: host.command,
    urlOf,
    connect,
  })

  async function takeIncoming(ctx: Ctx, line: PhoneLine, carrier: CarrierCall): Promise<WebhookAnswer> {
    const { answers } = provider
    const known = await repository.findByProvider(ctx.db, line.workspaceId, carrier.providerId)
    if (known) return known.state === 'created' ? connect(ctx, line, known.id, carrier.providerId) : answers.hangUp()
    const agent = line.agentId === '' ? undefined : await deps.forTurn(ctx, line.agentId, { draft: false })
    if (!agent) return answers.reject('rejected')
    if (host.isFull()) return answers.reject('busy')
    const { agentId, workspaceId, config } = agent
    const visitorHash = sha256(visitorOf(agentId, carrier.from, carrier.providerId))
    try {
      await host.assertMayCall(ctx, agent, visitorHash)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'VISITOR_BLOCKED') return answers.reject('rejected')
      return answers.hangUp(config.unavailableMessage, config.voiceConfig.transcriber.language)
    }
    const since = new Date(ctx.now().getTime() - DAY_MS)
    if ((await repository.countIncoming(ctx.db, { agentId, visitorHash, since })) >= MOST_CALLS_A_DAY)
      return answers.reject('busy')
    const callId = randomId(24)
    let isNew = true
    try {
      await host.reserveLine(ctx, workspaceId, async (tx) => {
        isNew = await repository.insertPhoneCall(tx.db, {
          id: callId,
          workspaceId,
          agentId,
          visitorHash,
          kind: 'phone' satisfies CallKind,
          phone: carrier.from,
          direction: 'in',
          lineId: line.id,
          line: line.phoneNumber,
          providerId: carrier.providerId,
          carrierStatus: 'ringing',
          createdAt: tx.now(),
        })
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'PLAN_LIMIT') throw error
      // The carrier may ask again while its first question takes the line.
      const isAsked = await repository.findByProvider(ctx.db, line.workspaceId, carrier.providerId)
      return isAsked ? takeIncoming(ctx, line, carrier) : answers.reject('busy')
    }
    if (isNew) return connect(ctx, line, callId, carrier.providerId)
    return takeIncoming(ctx, line, carrier)
  }

  async function dial(ctx: Ctx, input: DialInput): Promise<{ readonly callId: string }> {
    if (host.isFull()) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 5 })
    const to = input.to.trim().replaceAll(/[\s().-]/g, '')
    if (!E164.test(to)) throw new AppError('INVALID_INPUT', msg('phone_number_invalid'))
    if (refusalOfTransferNumber(to)) throw new AppError('INVALID_INPUT', msg('phone_number_costly'))
    const agent = await deps.forTurn(ctx, input.agentId, { draft: false })
    if (!agent) throw new AppError('NOT_FOUND')
    const { agentId, workspaceId } = agent
    const own = await lines.ofAgent(ctx, agentId)
    const line = input.numberId === undefined ? own[0] : own.find(({ id }) => id === input.numberId)
    if (!line) throw new AppError('CONFLICT', msg('agent_has_no_number'))
    const visitorHash = sha256(visitorOf(agentId, to, ''))
    await host.assertMayCall(ctx, agent, visitorHash)
    const { conversationId = null, reference = '', greeting, onMachine = 'talk', message } = input
    if (conversationId !== null) await deps.requireVisible(ctx, { agentId, conversationId })
    const callId = randomId(24)
    const plan: CallPlan = {
      onMachine,
      ...(greeting === undefined ? {} : { greeting }),
      ...(message === undefined ? {} : { message }),
    }
    await host.reserveLine(ctx, workspaceId, async (tx) => {
      await repository.insertPhoneCall(tx.db, {
        id: callId,
        workspaceId,
        agentId,
        conversationId,
        visitorHash,
        kind: 'phone' satisfies CallKind,
        phone: to,
        direction: 'out',
        lineId: line.id,
        line: line.phoneNumber,
        carrierStatus: 'queued',
        reference,
        plan,
        createdAt: tx.now(),
      })
    })
    const query = { call: callId, line: line.phoneNumber }
    try {
      const { providerId } = await provider.dial(line, {
        from: line.phoneNumber,
        to,
        answerUrl: urlOf('answer', query),
        statusUrl: urlOf('status', query),
        ...(onMachine === 'talk'
          ? {}
          : { machine: { url: urlOf('machine', query), waitsForEnd: onMachine === 'leave_message' } }),
        ringSeconds: RING_SECONDS,
      })
      // Otherwise the carrier names it as soon as it rings, or `voice.sweep` ends it.
      if (providerId !== undefined) await repository.nameProvider(ctx.db, callId, providerId)
    } catch (error) {
      await ctx.tx(async (tx) => {
        const ended = await repository.endUnanswered(tx.db, callId, 'not_connected', tx.now())
        if (ended) await emitEnded(deps, tx, ended)
      })
      throw error
    }
    return { callId }
  }

  async function answerOutgoing(
    ctx: Ctx,
    line: PhoneLine,
    carrier: CarrierCall,
    callId: string,
  ): Promise<WebhookAnswer> {
    const row = await repository.findPhoneCall(ctx.db, callId)
    if (row?.state !== 'created' || row.lineId !== line.id) return provider.answers.hangUp()
    if (!(await repository.nameProvider(ctx.db, row.id, carrier.providerId))) return provider.answers.hangUp()
    return connect(ctx, line, row.id, carrier.providerId)
  }

  async function verify(
    request: Parameters<ProviderWebhook['verify']>[0],
    findAccount: Parameters<ProviderWebhook['verify']>[1],
  ): Promise<WebhookVerdict> {
    const carrier = provider.read(request)
    if (!carrier) return refused('malformed')
    const number = request.query.get('line') ?? (carrier.isOutgoing ? carrier.from : carrier.to)
    const account = await findAccount(number)
    if (!account) return refused('unknown')
    const ctx = contextOf(account.region, account.workspaceId)
    // Another process serves its region: the carrier retries.
    if (!ctx) return refused('unconfigured')
    const line = await lines.find(ctx, account.connectionId)
    if (!line || line.phoneNumber !== number) return refused('unknown')
    if (!provider.isProven(line.authToken, request)) return refused('signature', number)
    if (carrier.accountSid !== line.accountSid) return refused('malformed', number)
    const callId = request.query.get('call')
    switch (request.path) {
      case 'answer': {
        const answer =
          callId === null ? await takeIncoming(ctx, line, carrier) : await answerOutgoing(ctx, line, carrier, callId)
        return { kind: 'answered', answer }
      }
      case 'after':
        return {
          kind: 'answered',
          answer: await after(ctx, line, {
            callId: callId ?? '',
            carrier,
            tries: Number(request.query.get('tries') ?? 0),
          }),
        }
      case 'passed':
      case 'person':
      case 'key': {
        const leg = Number(request.query.get('leg') ?? -1)
        const row = await repository.findPhoneCall(ctx.db, callId ?? '')
        if (!row || row.lineId !== line.id) return refused('unknown', number)
        return { kind: 'answered', answer: await transfers[request.path](ctx, { row, line, leg, carrier }) }
      }
      case 'leg':
      case 'status':
      case 'machine': {
        const leg = request.query.get('leg')
        const id = `${request.path}:${carrier.status ?? ''}:${carrier.answeredBy ?? ''}:${carrier.providerId}`
        const body: CarrierNews = {
          callId,
          providerId: carrier.providerId,
          status: carrier.status ?? null,
          answeredBy: carrier.answeredBy ?? null,
          ...(request.path === 'leg' ? { leg: Number(leg), seconds: carrier.seconds ?? 0 } : {}),
        }
        const { region, workspaceId } = account
        const parts = [{ account: number, id, region, workspaceId, connectionId: line.id, body }]
        return { kind: 'accepted', parts, answer: provider.answers.hangUp() }
      }
      default:
        return refused('unknown', number)
    }
  }

  /** The stream was closed. While the call runs and the caller is there, the connection was lost, and is made again. */
  async function after(
    ctx: Ctx,
    line: PhoneLine,
    { callId, carrier, tries }: { readonly callId: string; readonly carrier: CarrierCall; readonly tries: number },
  ): Promise<WebhookAnswer> {
    const row = await repository.findPhoneCall(ctx.db, callId)
    if (!row || row.lineId !== line.id) return provider.answers.hangUp()
    const isLost = row.state === 'live' && carrier.status === 'in-progress'
    if (isLost && tries < MOST_TRIES) return connect(ctx, line, row.id, row.providerId, tries + 1)
    if (!isLost && row.endReason !== 'bad_audio') return provider.answers.hangUp()
    const agent = await deps.forTurn(ctx, row.agentId, { draft: false })
    return provider.answers.hangUp(agent?.config.unavailableMessage, agent?.config.voiceConfig.transcriber.language)
  }

  async function handle(ctx: Ctx, { body, connectionId }: InboundDelivery): Promise<string | void> {
    const news = body as CarrierNews
    const { callId, providerId, status, answeredBy } = news
    if (news.leg !== undefined) return transfers.heard(ctx, connectionId, { ...news, leg: news.leg })
    const row =
      callId === null
        ? await repository.findByProvider(ctx.db, ctx.workspaceId, providerId)
        : await repository.findPhoneCall(ctx.db, callId)
    if (!row || row.lineId !== connectionId || (row.providerId !== '' && row.providerId !== providerId))
      return 'The call is not known.'
    if (answeredBy !== null && answeredBy !== row.answeredBy) await metBy(ctx, row, answeredBy)
    if (status === null || isOlder(status, row.carrierStatus)) return undefined
    await ctx.tx(async (tx) => {
      await repository.noteStatus(tx.db, row.id, status)
      const reason = NEVER_ANSWERED[status]
      const ended = reason && (await repository.endUnanswered(tx.db, row.id, reason, tx.now()))
      if (ended || status === 'ringing' || status === 'in-progress') await changed(tx, row)
      if (ended) await emitEnded(deps, tx, ended)
    })
    // The carrier reports the end, but the audio stream did not.
    if (status === 'completed' && row.state === 'live') host.command(ctx, { callId: row.id, reason: 'caller_hung_up' })
    return undefined
  }

  async function metBy(ctx: Ctx, row: CallRow, answeredBy: AnsweredBy): Promise<void> {
    await ctx.tx(async (tx) => {
      await repository.noteAnsweredBy(tx.db, row.id, answeredBy)
      await changed(tx, row)
    })
    if (row.state !== 'ended') orderOn(ctx, row, answeredBy)
  }

  const orderOn = (ctx: Ctx, row: CallRow, answeredBy: string) => {
    const { onMachine = 'talk', message = '' } = row.plan as CallPlan
    if (answeredBy === '' || answeredBy === 'human' || answeredBy === 'unknown' || onMachine === 'talk') return
    const order = { callId: row.id, reason: 'voicemail' } as const
    host.command(ctx, onMachine === 'leave_message' && answeredBy === 'machine' ? { ...order, say: message } : order)
  }

  const isOlder = (status: CarrierStatus, known: string) =>
    ORDER.indexOf(status) <= ORDER.findIndex((one) => one === known)

  async function findStream(ctx: Ctx, start: Extract<StreamEvent, { k: 'start' }>) {
    const [callId = '', signature = ''] = start.token.split('.')
    const row = await repository.findPhoneCall(ctx.db, callId)
    if (!row || row.providerId !== start.providerId) return undefined
    if (!sameSecret(start.token, tokenOf(row.id, row.providerId)) || signature === '') return undefined
    return row
  }

  const serve = (region: string, socket: Socket) => {
    const ctx = contextOf(region)
    if (!ctx) return socket.close(4404, 'unknown region')
    return servePhoneSocket(socket, {
      clock: host.clock,
      stream: provider.stream,
      async begin(start) {
        const row = await findStream(ctx, start)
        if (!row) {
          deps.log.warn({ providerId: start.providerId.slice(0, 40) }, 'the sound of a phone call was refused')
          return undefined
        }
        const inside = deps.contextFor(ctx.region, row.workspaceId)
        // The caller returns from a transfer that failed, or after a lost connection.
        const waiting = host.sessionOf(row.id)
        if (waiting) return waiting.isAway() || waiting.isLost() ? waiting : undefined
        if (row.state === 'live') return { passOn: host.passOn(ctx.region, socket, row.id) }
        const agent = await deps.forTurn(inside, row.agentId, { draft: false })
        if (!agent) return undefined
        const { config, agentId } = agent
        const line = await lines.find(inside, row.lineId)
        const session = await host.open(
          inside,
          {
            callId: row.id,
            region: ctx.region,
            workspaceId: row.workspaceId,
            agentId,
            visitorId: visitorOf(agentId, row.phone, row.providerId),
            ...(row.conversationId === null ? {} : { conversationId: row.conversationId }),
            draft: false,
            records: config.voiceConfig.config.recordAudio && config.recordChatHistory,
            // It is announced when the call starts; callers who object hang up.
            consent: true,
            language: '',
            url: '',
            until: 0,
          },
          {
            hears: provider.hears?.(row.providerId),
            plan: row.plan as CallPlan,
            transfers: line && transfers.of(inside, { row, line, agent }),
          },
        )
        if (!session) return undefined
        if (line) held.set(row.id, { line, providerId: row.providerId, agent })
        void session.done
          .then(async () => {
            held.delete(row.id)
            if (line) await transfers.closed(inside, line, row.id)
          })
          .catch((error: unknown) =>
            deps.log.warn({ err: error, callId: row.id }, 'the end of a phone call was not told'),
          )
        await ctx.tx((tx) => changed(tx, row))
        // The carrier may have reported who answered before the audio started.
        const now = await repository.findPhoneCall(inside.db, row.id)
        if (now) orderOn(inside, now, now.answeredBy)
        return session
      },
      stopped: () => (host.isClosing() ? 'server_restart' : 'caller_hung_up'),
      async refuse(start) {
        const row = await findStream(ctx, start)
        if (row) await repository.endUnanswered(ctx.db, row.id, 'bad_audio', ctx.now())
      },
    })
  }

  return {
    dial,
    serve,
    changed,
    stay: transfers.stay,
    settleTransfers: transfers.settle,
    /** This process shuts down: the carrier speaks a message and hangs up. Resolves for other calls too. */
    async leave(callId: string): Promise<void> {
      const call = held.get(callId)
      if (!call) return
      const { unavailableMessage, voiceConfig } = call.agent.config
      const answer = provider.answers.hangUp(unavailableMessage, voiceConfig.transcriber.language)
      await provider
        .goOn(call.line, call.providerId, answer)
        .catch((error: unknown) => deps.log.warn({ err: error, callId }, 'the end of a phone call was not told'))
    },
    /** Throws NOT_FOUND for another workspace's call. */
    async outcome(ctx: Ctx, callId: string): Promise<PhoneOutcome> {
      const row = await repository.findPhoneCall(ctx.db, callId)
      if (!row || row.workspaceId !== ctx.workspaceId) throw new AppError('NOT_FOUND')
      return outcomeOf(row)
    },
    /** Outcomes of the workspace's known calls. */
    outcomes: async (ctx: Ctx, callIds: readonly string[]): Promise<PhoneOutcome[]> =>
      (await repository.listPhoneCalls(ctx.db, ctx.workspaceId, callIds)).map(outcomeOf),
    webhooks: [{ provider: PHONE_WEBHOOK, verify, handle }] satisfies ProviderWebhook[],
  }
}

/** Order of states; earlier ones are ignored. */
const ORDER: readonly CarrierStatus[] = [
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'canceled',
  'failed',
]

interface CarrierNews {
  readonly callId: string | null
  readonly providerId: string
  readonly status: CarrierStatus | null
  readonly answeredBy: AnsweredBy | null
  /** Of the call to the person in a transfer. */
  readonly leg?: number
  readonly seconds?: number
}

function outcomeOf(row: CallRow): PhoneOutcome {
  const endReason = (row.endReason as EndReason | null) ?? undefined
  const isUnanswered = endReason === 'busy' || endReason === 'no_answer' || endReason === 'not_connected'
  const state = row.state === 'created' ? 'ringing' : row.state === 'live' ? 'live' : 'ended'
  return {
    callId: row.id,
    reference: row.reference,
    state,
    result:
      state !== 'ended' ? undefined : row.answeredAt !== null ? 'answered' : isUnanswered ? endReason : 'not_connected',
    answeredBy: row.answeredBy === '' ? undefined : (row.answeredBy as AnsweredBy),
    endReason,
    conversationId: row.conversationId ?? undefined,
    durationMs: row.durationMs + legsMs(row),
    credits: toCredits(row.cost + legsCost(row)),
  }
}
