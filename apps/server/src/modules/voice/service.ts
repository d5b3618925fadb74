// Owns calls: who may start one, the calls of this process, their minutes, recordings and transcripts.
import { type CallMessage, VOICE_SOCKET } from '@parlance/contract/voice/protocol'
import type { VoiceService } from '@parlance/contract/voice/protocol'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createCallTokens, createListenTokens, type CallGrant, LISTEN_MS, TOKEN_MS } from './call-tokens.ts'
import { type CallMeter, engineCost, priceOf, startMeter } from './call-meter.ts'
import type { CallSettings } from './engine/call-state.ts'
import type { CallTranscriber } from './ports.ts'
import type { CallAgent, VoiceDeps } from './deps.ts'
import { type CallOrder, type CallPlan, createPhoneCalls } from './phone/phone-calls.ts'
import { emitEnded } from './call-ended.ts'
import { createTranscriptKeeper } from './keep-transcript.ts'
import { createPreview } from './preview.ts'
import { createReading } from './reading.ts'
import { withFallback } from './speech-fallback.ts'
import { createSpeechServices, hearsAndSpeaks, isHosted, type Services } from './speech-services.ts'
import * as repository from './repository.ts'
import { type CallResult, type CallSession, type CallTransfers, createCallSession } from './session/call-session.ts'
import { type Begin, type Listening, serveCallSocket } from './session/call-socket.ts'
import type { Socket } from './session/socket.ts'
import { createEars, listenTo } from './session/listening.ts'
import { passSocketOn, takeSockets } from './session/socket-bridge.ts'
import { BROWSER_TRANSCRIBER, NO_TRANSCRIBER } from './session/line.ts'
import { followPeople } from './session/people.ts'
import { realClock } from './session/clock.ts'
import { linesOf } from './spoken-lines.ts'
import { createVapiCalls } from './vapi/vapi-calls.ts'
import type { SharedDeps } from './vapi/vapi-session.ts'

const MAX_CALL_MS = 600_000
const SILENCE_MS = 15_000
const BEAT_MS = 20_000
const LOST_MS = 90_000
/** Maximum calls per process. */
const MAX_LIVE = 100
/** Calls ended concurrently at shutdown. */
const ENDED_AT_ONCE = 4

/** Properties of a call's line: its own transcription if the server has none, and settings of a phone call. */
interface Opening {
  readonly hasWebSpeech?: boolean
  readonly hears?: CallTranscriber | undefined
  readonly phone?: CallPlan
  readonly transfers?: CallTransfers | undefined
}

interface Live {
  readonly region: Region
  readonly workspaceId: string
  readonly session: CallSession
  readonly services: { readonly transcriber: VoiceService; readonly speech: VoiceService }
  readonly records: boolean
}

export interface StartCall {
  readonly agentId: string
  readonly visitorId?: string | undefined
  readonly conversationId?: string | undefined
  readonly draft?: boolean | undefined
  readonly consent?: boolean | undefined
  readonly language?: string | undefined
  readonly url?: string | undefined
}

export function createVoice(deps: VoiceDeps) {
  const clock = deps.clock ?? realClock
  const tokens = createCallTokens(deps.vault)
  const listenTokens = createListenTokens(deps.vault)
  const speechServices = createSpeechServices(deps)
  const live = new Map<string, Live>()
  /** Calls being opened. */
  const opening = new Set<string>()
  let beating: NodeJS.Timeout | undefined
  let isClosing = false

  const payerOf = async (ctx: Ctx, { workspaceId, agentId }: CallAgent, isTest: boolean) =>
    isTest ? workspaceId : deps.payerOf(ctx, workspaceId, agentId)
  async function startCall(ctx: Ctx, input: StartCall) {
    if (isClosing || live.size >= MAX_LIVE) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 5 })
    const kind = ctx.actor.kind
    const isStaff = kind !== 'nobody' && kind !== 'visitor'
    if (input.draft && (!isStaff || kind === 'agent')) throw new AppError('FORBIDDEN', msg('draft_chat_needs_editor'))
    const isTest = kind === 'session' || kind === 'client' || input.draft === true
    const agent = await deps.forTurn(ctx, input.agentId, { draft: input.draft === true })
    if (!agent) throw new AppError('NOT_FOUND')
    const { config, workspaceId, agentId } = agent
    const { recordAudio, enableWebCalling } = config.voiceConfig.config
    if (!isTest && !enableWebCalling) throw new AppError('FORBIDDEN', msg('web_calls_off'))
    const records = recordAudio && config.recordChatHistory
    const consent = isStaff || input.consent === true
    if (!consent && (config.consentRequired || records)) throw new AppError('CONSENT_REQUIRED')
    const visitorId = (ctx.actor.kind === 'visitor' ? ctx.actor.key : input.visitorId) ?? newVisitorId()
    const visitorHash = sha256(visitorId)
    if (!isStaff) await deps.refuseBlocked(ctx, { workspaceId, agentId, visitorHash })
    const { conversationId } = input
    if (conversationId !== undefined) await deps.requireVisible(ctx, { agentId, conversationId })
    const own = isStaff ? undefined : untranslated(config.unavailableMessage)
    const services = await speechServices.ofAgent(ctx, agent)
    await assertAffordable(ctx, agent, { isTest, services, own })
    const callId = randomId(24)
    const now = ctx.now()
    await reserveLine(ctx, isStaff, workspaceId, async (tx) =>
      repository.insertCall(tx.db, {
        id: callId,
        workspaceId,
        agentId,
        conversationId: input.conversationId ?? null,
        visitorHash,
        kind: isTest ? 'test' : 'web',
        createdAt: now,
      }),
    )
    const language = config.voiceConfig.transcriber.language
    const token = tokens.make({
      callId,
      region: ctx.region,
      workspaceId,
      agentId,
      visitorId,
      ...(input.conversationId === undefined ? {} : { conversationId: input.conversationId }),
      draft: input.draft === true,
      records,
      consent,
      language: input.language ?? '',
      url: input.url ?? '',
      until: now.getTime() + TOKEN_MS,
    })
    return {
      data: {
        callId,
        token,
        socket: `/api/${ctx.region}${VOICE_SOCKET}`,
        visitorId,
        records,
        language,
        services: speechServices.shown(services),
      },
    }
  }

  /** Throws when the first minute can't be paid for, or the agent's limit is used up. */
  async function assertAffordable(
    ctx: Ctx,
    agent: CallAgent,
    {
      isTest,
      services,
      own,
    }: { isTest: boolean; services: Services; own: ReturnType<typeof untranslated> | undefined },
  ) {
    const payerId = await payerOf(ctx, agent, isTest)
    if (payerId === undefined) throw new AppError('LIMIT_REACHED', own)
    if ((await deps.available(ctx, payerId)) < priceOf(services, deps.creditValueUsd).minute)
      throw new AppError('CREDITS_EXHAUSTED', own)
    if (!isTest && !(await deps.canAnswer(ctx, agent.agentId))) throw new AppError('LIMIT_REACHED', own)
  }

  async function reserveLine(ctx: Ctx, isStaff: boolean, workspaceId: string, insert: (tx: Ctx) => Promise<void>) {
    try {
      await ctx.tx(async (tx) => {
        const since = new Date(tx.now().getTime() - TOKEN_MS)
        await deps.assertLine(tx, workspaceId, () => repository.countOpen(tx.db, workspaceId, since))
        await insert(tx)
      })
    } catch (error) {
      // Billing errors are the owner's business, not the visitor's.
      if (!isStaff && error instanceof AppError && error.code === 'PLAN_LIMIT')
        throw new AppError('UNAVAILABLE', msg('call_lines_busy'), { retryAfter: 20 })
      throw error
    }
  }

  /** Team members listening to calls of any process. */
  const listening =
    (region: Region): Listening =>
    (token) => {
      const grant = listenTokens.read(token)
      if (!grant || grant.region !== region || isClosing) return undefined
      const leftMs = grant.until - deps.contextFor(region).now().getTime()
      if (leftMs <= 0) return undefined
      return { callId: grant.callId, leftMs, listen: (listener) => listenTo(deps.bus, region, grant.callId, listener) }
    }

  const bridgeOf = (region: Region) => ({ bus: deps.bus, region, clock })

  const begin =
    (region: Region, socket: Socket): Begin =>
    async (hello) => {
      const grant = tokens.read(hello.token)
      if (!grant || grant.region !== region) return { refused: 'bad_token' }
      const known = live.get(grant.callId)
      if (opening.has(grant.callId)) return { refused: 'call_in_use' }
      if (known && !known.session.isOver())
        return known.session.isConnected()
          ? { refused: 'call_in_use' }
          : { session: known.session, ready: readyOf(grant, known) }
      if (isClosing) return { refused: 'restarting' }
      const ctx = deps.contextFor(region, grant.workspaceId)
      if (grant.until < ctx.now().getTime()) return { refused: 'bad_token' }
      opening.add(grant.callId)
      const opened = await open(ctx, grant, { hasWebSpeech: hello.caps?.webSpeech === true }).finally(() =>
        opening.delete(grant.callId),
      )
      if (opened) return { session: opened.session, ready: readyOf(grant, opened) }
      const row = await repository.findCall(ctx.db, grant.agentId, grant.callId)
      return row?.state === 'live' && row.node !== deps.node
        ? { passOn: (first) => passSocketOn(bridgeOf(region), socket, { callId: grant.callId, kind: 'web', first }) }
        : { refused: 'call_over' }
    }

  const readyOf = (
    { callId }: CallGrant,
    { session, services, records }: Live,
  ): Extract<CallMessage, { t: 'ready' }> => ({
    t: 'ready',
    callId,
    ...services,
    records,
    ...(session.noise === undefined ? {} : { noise: session.noise }),
    at: session.at(),
  })

  async function open(ctx: Ctx, grant: CallGrant, how: Opening): Promise<Live | undefined> {
    const agent = await deps.forTurn(ctx, grant.agentId, { draft: grant.draft })
    if (!agent) return undefined
    const chosenServices = await speechServices.ofAgent(ctx, agent)
    const { transcriber = how.hears, speech: chosen } = chosenServices
    const hosted = how.phone === undefined && isHosted(chosenServices.engine) ? chosenServices.engine : undefined
    const own = isHosted(chosenServices.engine) ? undefined : chosenServices.engine
    // A line that writes its words out itself carries no speech.
    const ownEngine = own && how.hears ? { ...own, recognises: false } : own
    const engine = hosted ?? ownEngine
    const shown = hearsAndSpeaks({ transcriber, speech: chosen, engine })
    const services =
      shown.transcriber === BROWSER_TRANSCRIBER && !how.hasWebSpeech ? { ...shown, transcriber: NO_TRANSCRIBER } : shown
    const { speechGen, transcriber: heardBy } = agent.config.voiceConfig
    const builtIn = deps.providers.builtIn({ ...speechGen, language: heardBy.language })
    const speech = withFallback(chosen, builtIn, {
      onFailed: (error) => ctx.log.warn({ err: error, callId: grant.callId }, 'the built-in voice speaks instead'),
      onLost: () => session.speechLost(chosen.service, builtIn.service),
    })
    const row = await repository.answerCall(ctx.db, grant.callId, ctx.now(), deps.node, services)
    if (!row || row.agentId !== grant.agentId) return undefined
    const isTest = row.kind === 'test'
    let named = grant.conversationId !== undefined
    const { config } = agent
    const { records } = grant
    /** Undefined when the call can't be paid for. */
    const metering = Promise.withResolvers<CallMeter | undefined>()
    const heard = createEars(deps.bus, ctx.region, grant.callId, clock)
    const keepTranscript = createTranscriptKeeper({ clock, ctx, callId: grant.callId, session: () => session })
    const vapiCall = hosted && (await vapi.prepare(ctx, agent, grant))
    const shared: SharedDeps = {
      clock,
      ctx,
      speech,
      replacements: config.voiceConfig.speechGen.wordsReplacements,
      noise: config.voiceConfig.config.backgroundNoise,
      turn: {
        agentId: agent.agentId,
        visitorId: grant.visitorId,
        isTest,
        draft: grant.draft,
        consent: grant.consent,
        opening: how.phone?.greeting,
        page: { url: grant.url, language: grant.language },
      },
      conversationId: grant.conversationId,
      conversations: deps.conversations,
      unavailable: config.unavailableMessage,
      ears: heard.ears,
      followPeople: (conversationId, follower) =>
        followPeople(
          {
            ctx,
            people: deps.conversations.people,
            of: { agentId: agent.agentId, conversationId },
            onNews: (listener) => deps.bus.subscribe(ctx.region, `conversation:${conversationId}`, listener),
          },
          follower,
        ),
      onChange: (conversationId) => {
        if (config.recordChatHistory) keepTranscript()
        if (conversationId === undefined) return
        const changed = () => deps.conversations.changed(ctx, { agentId: agent.agentId, conversationId })
        changed()
        if (named) return
        named = true
        // The first words create the conversation; the inbox finds the live call by it.
        deps
          .nameCaller(ctx, conversationId, config.recordChatHistory ? row.phone : '')
          .then(() => repository.setConversation(ctx.db, grant.callId, conversationId))
          .then(changed)
          .catch((error: unknown) =>
            ctx.log.warn({ err: error, callId: grant.callId }, 'a call has no conversation yet'),
          )
      },
      onEnd: async (result) => {
        heard.ears.told({ t: 'ended', reason: result.reason })
        heard.stop()
        live.delete(grant.callId)
        if (live.size === 0) clearInterval(beating)
        if (live.size === 0) beating = undefined
        // The caller may hang up while the first minute is being held.
        const meter = await metering.promise
        const cost = (await meter?.stop()) ?? 0
        await store(
          ctx,
          grant,
          config.recordChatHistory ? result : { ...result, transcript: [], recording: undefined },
          cost,
        )
      },
    }
    const session: CallSession = vapiCall
      ? vapi.session(vapiCall, shared, { ...linesOf(heardBy.language), maxMs: MAX_CALL_MS })
      : createCallSession({
          ...shared,
          settings: { ...settingsOf(agent, records, how.phone), inSentences: ownEngine !== undefined },
          transcriber,
          engine: ownEngine,
          deaf: how.phone && linesOf(heardBy.language).broken,
          isTyped: services.transcriber === NO_TRANSCRIBER,
          transcription: {
            model: config.voiceConfig.transcriber.modelId,
            thresholdMs: config.voiceConfig.transcriber.utteranceThreshold,
          },
          records,
          transfers: how.transfers,
        })
    const call: Live = { region: ctx.region, workspaceId: grant.workspaceId, session, services, records }
    live.set(grant.callId, call)
    beating ??= setInterval(() => void beatAll(), BEAT_MS)
    if (hosted && !vapiCall) {
      // Nothing was used, so nothing is charged.
      metering.resolve(undefined)
      session.close(linesOf(heardBy.language).broken, 'unavailable')
      return call
    }
    try {
      const payerId = await payerOf(ctx, agent, isTest)
      if (payerId === undefined) throw new AppError('LIMIT_REACHED')
      const meter = await startMeter({
        clock,
        ctx,
        charges: deps.charges,
        call: {
          id: grant.callId,
          workspaceId: payerId,
          of: grant.workspaceId,
          agentId: agent.agentId,
          cause: agent.title,
        },
        price: priceOf({ transcriber, speech, engine }, deps.creditValueUsd),
        heardMs: session.heardMs,
        spoken: () => session.spokenChars() - session.engineChars() - speech.builtInChars(),
        used: () => session.unusedCost() + engineCost(session.engineUsd(), deps.creditValueUsd),
        onExhausted: () => session.close(config.unavailableMessage, 'credits_exhausted'),
        async onCharged(cost) {
          await repository
            .addCost(ctx.db, grant.callId, cost)
            .catch((error: unknown) =>
              ctx.log.warn({ err: error, callId: grant.callId }, 'the charge of a call was not noted yet'),
            )
          if (!isTest) await deps.addUsage(ctx, agent.agentId, cost)
        },
      })
      metering.resolve(meter)
    } catch (error) {
      metering.resolve(undefined)
      deps.log.info({ err: error, callId: grant.callId }, 'a call could not be paid for')
      session.hangUp('credits_exhausted')
    }
    return call
  }

  function settingsOf(agent: CallAgent, records: boolean, phone: CallPlan | undefined): CallSettings {
    const { config, speechGen, transcriber } = agent.config.voiceConfig
    const lines = linesOf(transcriber.language)
    const greeting = [
      // On the web, the terms are accepted beforehand.
      phone && agent.config.consentRequired ? agent.config.consentText : '',
      records ? lines.recorded : '',
      phone?.greeting ?? agent.effective.greeting.join(' '),
    ]
    return {
      language: transcriber.language,
      thresholdMs: transcriber.utteranceThreshold,
      patience: transcriber.patienceFactor ?? 1,
      greeting: greeting
        .map((one) => one.trim())
        .filter(Boolean)
        .join(' '),
      minWords: 0,
      silencePrompts: lines.stillThere,
      silenceMs: SILENCE_MS,
      goodbye: lines.goodbye,
      maxMs: MAX_CALL_MS,
      maxLength: lines.maxLength,
      failed: lines.failed,
      stillCalling: lines.stillCalling,
      notTaken: lines.notTaken,
      fillers: config.fillerWordsOnToolUsage === false ? [] : lines.fillers,
      backchannels: speechGen.backChannelling ? lines.backchannels : undefined,
    }
  }

  async function store(ctx: Ctx, grant: CallGrant, result: CallResult, cost: Milli): Promise<void> {
    const { agentId, callId, visitorId } = grant
    const { conversationId = null, recording: wav, reason, ...rest } = result
    const recording =
      wav &&
      (await deps.recordings
        .keep(ctx, {
          agentId,
          conversationId,
          visitorHash: sha256(visitorId),
          filename: `call-${ctx.now().toISOString().slice(0, 16).replaceAll(':', '-')}.wav`,
          bytes: wav,
        })
        .catch((error: unknown) => {
          deps.log.error({ err: error, callId }, 'the recording of a call was not kept')
          return undefined
        }))
    const ended = { ...rest, conversationId, endReason: reason, cost, ...(recording && { recording: recording.id }) }
    const isKept = await ctx.tx(async (tx) => {
      const row = await repository.endCall(tx.db, callId, ended, tx.now())
      if (!row) return false
      await phone.changed(tx, row)
      await emitEnded(deps, tx, row)
      return true
    })
    // Its agent, conversation or workspace was deleted meanwhile, so nobody could ever find or delete the recording.
    if (!isKept && recording) await deps.recordings.remove(ctx, recording.id)
    if (conversationId !== null) deps.conversations.changed(ctx, { agentId, conversationId })
  }

  async function beatAll(): Promise<void> {
    for (const region of deps.regions) {
      const ids = [...live].filter(([, call]) => call.region === region).map(([id]) => id)
      if (ids.length === 0) continue
      const ctx = deps.contextFor(region)
      await repository
        .beat(ctx.db, ids, ctx.now())
        .catch((error: unknown) => deps.log.warn({ err: error }, 'calls could not be marked as alive'))
    }
  }

  const stops = deps.regions.map((region) =>
    deps.bus.subscribe(region, HANG_UP, (order: CallOrder) => void obey(order)),
  )
  /** False when no process, or another one, has the call. */
  const obey = (order: CallOrder): boolean => {
    const session = live.get(order.callId)?.session
    if ('say' in order) session?.close(order.say, order.reason)
    else if ('pass' in order) session?.pass('leaving', order.pass)
    else if ('stay' in order) phone.stay(order.callId, order.leg, order.stay)
    else session?.hangUp(order.reason)
    return session !== undefined
  }
  const command = (ctx: Ctx, order: CallOrder) => {
    if (!obey(order)) deps.bus.publish(ctx.region, HANG_UP, order)
  }

  /** Serves the socket of a call that was created in this region. */
  const serve = (region: string, socket: Socket) => {
    if (isRegion(region) && deps.regions.includes(region))
      serveCallSocket(socket, { begin: begin(region, socket), listening: listening(region) }, clock.now)
    else socket.close(4404, 'unknown region')
  }

  const reading = createReading(deps, (callId) => live.get(callId)?.session)
  const phone = createPhoneCalls(
    { ...deps, ...deps.phone },
    {
      clock,
      isFull: () => isClosing || live.size >= MAX_LIVE,
      isClosing: () => isClosing,
      async assertMayCall(ctx, agent, visitorHash) {
        const { workspaceId, agentId } = agent
        await deps.refuseBlocked(ctx, { workspaceId, agentId, visitorHash })
        await assertAffordable(ctx, agent, {
          isTest: false,
          services: await speechServices.ofAgent(ctx, agent),
          own: undefined,
        })
      },
      reserveLine: (ctx, workspaceId, insert) => reserveLine(ctx, true, workspaceId, insert),
      async open(ctx, grant, { hears, plan, transfers }) {
        const { callId } = grant
        if (isClosing || opening.has(callId) || live.has(callId)) return undefined
        opening.add(callId)
        const opened = await open(ctx, grant, { hears, phone: plan, transfers }).finally(() => opening.delete(callId))
        return opened?.session
      },
      command,
      sessionOf: (callId) => live.get(callId)?.session,
      passOn: (region, socket, callId) => (first) =>
        passSocketOn(bridgeOf(region), socket, { callId, kind: 'phone', first }),
    },
  )
  const vapi = createVapiCalls({
    ...deps,
    ...deps.vapi,
    greetingOf: (agent, records) => settingsOf(agent, records, undefined).greeting,
    maxSeconds: MAX_CALL_MS / 1000,
    passOn: (region, socket, callId, first) =>
      passSocketOn(bridgeOf(region), socket, { callId, kind: 'answer', first }),
  })
  const serveAs = { web: serve, phone: phone.serve, answer: vapi.serve }
  for (const region of deps.regions)
    stops.push(
      takeSockets(
        bridgeOf(region),
        (callId) => live.has(callId),
        (kind, socket) => serveAs[kind](region, socket),
      ),
    )

  return {
    startCall,
    phone,
    vapi,
    serve,
    services: speechServices.offered,
    voices: speechServices.voices,
    list: reading.list,
    ofConversation: reading.ofConversation,
    get: reading.get,
    deleteRecording: reading.deleteRecording,
    preview: createPreview(deps),
    /** @throws CONFLICT for a call that is over or has not started */
    async listen(ctx: Ctx, input: { agentId: string; callId: string }) {
      const row = await reading.required(ctx, input)
      if (row.state !== 'live') throw new AppError('CONFLICT', msg('call_not_live'))
      const until = ctx.now().getTime() + LISTEN_MS
      const token = listenTokens.make({ callId: row.id, region: ctx.region, until })
      return { data: { token, socket: `/api/${ctx.region}${VOICE_SOCKET}` } }
    },
    async hangUp(ctx: Ctx, input: { agentId: string; callId: string }) {
      const row = await reading.required(ctx, input)
      command(ctx, { callId: row.id, reason: 'staff_hung_up' })
      return { success: true as const }
    },
    /** Ends calls whose process died, and unanswered ones. `alone`: no other process has any. */
    async sweep(ctx: Ctx, alone = false): Promise<void> {
      const now = ctx.now()
      await ctx.tx(async (tx) => {
        const lost = await repository.endLost(tx.db, {
          now,
          beatBefore: alone ? now : new Date(now.getTime() - LOST_MS),
          createdBefore: new Date(now.getTime() - 2 * TOKEN_MS),
        })
        for (const row of lost) {
          await phone.changed(tx, row)
          await emitEnded(deps, tx, row)
          await vapi.correctEnd(tx, row)
        }
      })
    },
    settleTransfers: phone.settleTransfers,
    conversationsDeleted: (ctx: Ctx, ids: readonly string[]) => repository.deleteOfConversations(ctx.db, ids),
    async agentDeleted(ctx: Ctx, agentId: string) {
      await repository.deleteOfAgent(ctx.db, agentId)
      await vapi.remove(ctx, agentId)
    },
    async workspaceDeleted(ctx: Ctx, workspaceId: string, vapiKey?: string) {
      await repository.deleteOfWorkspace(ctx.db, workspaceId)
      await vapi.workspaceDeleted(ctx, workspaceId, vapiKey)
    },
    liveCalls: () => live.size,
    /** Refuses new calls, and ends running ones; each is stored. */
    async close(): Promise<void> {
      isClosing = true
      const rest = [...live].values()
      // Each one encodes its recording, so not all end at once.
      const endRest = async () => {
        for (const [callId, { session }] of rest) {
          await phone.leave(callId)
          session.hangUp('server_restart')
          await session.done
        }
      }
      await Promise.all(Array.from({ length: ENDED_AT_ONCE }, endRest))
      clearInterval(beating)
      for (const stop of stops) stop()
    },
  }
}
export type Voice = ReturnType<typeof createVoice>

const HANG_UP = 'call-hang-up'
