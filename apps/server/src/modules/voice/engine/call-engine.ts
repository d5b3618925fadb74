// The rules of a call: who speaks, when the caller has finished, what interrupts the agent, and what was heard. Pure:
// the same events at the same times give the same commands.
import type { EndReason } from '@parlance/contract/voice/protocol'
import { isAllPlayed, isAudible, latencyOf, newTurn, playedBy, wholeMs } from './agent-turn.ts'
import type { Act, AgentTurn, CallCommand, CallEvent, CallState, CallStep, Draft, Emit } from './call-state.ts'
import {
  forgetSpeech,
  guess,
  isEcho,
  isLate,
  lastOf,
  murmur,
  murmurAt,
  pendingText,
  phaseOf,
  readyAt,
  speechEnds,
  takeForNoise,
  takeUtterance,
  wordless,
} from './caller.ts'
import { hold, resume, resumeNow, tellSpoken } from './overlap.ts'
import { cutClause, FIRST } from './clauses.ts'
import { TIMES } from './times.ts'
import { isAcknowledgement, isInterruption, wordsOf } from './phrases.ts'
import { dropReply, end, finish, finishIfPlayed, interrupt, keepPending, settleClosing } from './turn-end.ts'

/** Consecutive failed answers that end the call. */
const MOST_FAILURES = 3
const MAX_DIGITS = 100
/** Limit for a person who writes faster than it can be spoken. */
const MAX_RELAYS = 20

/** Applies one event; `at` never decreases. */
export function reduceCall(state: CallState, event: CallEvent, at: number): CallStep {
  if (state.phase === 'ended') return { state, commands: [] }
  const call = { ...state }
  const commands: CallCommand[] = []
  const emit = (command: CallCommand) => void commands.push(command)
  handle(call, event, at, emit)
  if (call.phase !== 'ended') due(call, at, emit)
  if (call.phase !== 'ended') guess(call, emit)
  if (call.phase !== 'ended' && call.passing === 'leaving' && !call.agent && !call.closing) leave(call, at, emit)
  const phase = phaseOf(call)
  if (phase !== state.phase || phase !== call.phase) {
    call.phase = phase
    if (phase !== state.phase) emit({ do: 'phase', phase })
  }
  const wakeAt = call.phase === 'ended' ? undefined : nextWake(call)
  // A tick consumes the timer, and an early one must be repeated.
  if (wakeAt !== undefined && (event.k === 'tick' || wakeAt !== state.wakeAt)) emit({ do: 'wake', at: wakeAt })
  call.wakeAt = wakeAt
  return { state: call, commands }
}

function handle(call: Draft, event: CallEvent, at: number, emit: Emit): void {
  switch (event.k) {
    case 'start':
      call.phase = 'listening'
      call.quietSince = at
      if (call.settings.greeting !== '') say(call, { text: call.settings.greeting, kind: 'greeting' }, at, emit)
      return
    case 'vad':
      return event.on ? speechBegins(call, at - (event.ago ?? 0), emit) : speechEnds(call, at - (event.ago ?? 0))
    case 'stt':
      return heardWords(call, event, at, emit)
    case 'typed':
      return typed(call, event.text, at, emit)
    case 'dtmf':
      return digit(call, event.digit, at, emit)
    case 'mute':
      call.isMuted = event.on
      if (event.on) speechEnds(call, at)
      return
    case 'hears':
      call.hears = event.on
      if (!event.on) resume(call, emit)
      return
    case 'awaitsTurn':
      call.awaitsTurn = event.on
      return
    case 'bargeIn':
      if (call.hears && !call.isMuted && isAudible(call.agent) && call.agent?.thenEnd === undefined)
        interrupt(call, at, emit)
      return
    case 'turn':
      return turn(call, event.text, at, emit)
    case 'taken':
      return taken(call, event, at, emit)
    case 'relay':
      if (call.isTaken && event.text.trim() !== '')
        call.relays = [...call.relays, { text: event.text.trim(), by: event.by }].slice(-MAX_RELAYS)
      return
    case 'waits':
      return waits(call, event, at)
    case 'pass':
      call.passing = event.to
      if (!call.agent) say(call, { text: event.text, kind: 'prompt' }, at, emit)
      return
    case 'stay':
      return stay(call, event.text, at, emit)
    case 'delta':
      return delta(call, event, at, emit)
    case 'replyEnd':
      return replyEnds(call, event, at, emit)
    case 'tool':
      return tool(call, event, at, emit)
    case 'firstSound':
      if (call.agent?.gen === event.gen && call.agent.firstSoundAt === undefined)
        call.agent = { ...call.agent, firstSoundAt: at }
      return
    case 'sound':
      return sound(call, event, at, emit)
    case 'played':
      return played(call, event, at, emit)
    case 'close':
      return closeWith(call, event.text, event.reason, at, emit)
    case 'hangup':
      return end(call, event.reason, at, emit)
    case 'tick':
      return
  }
}

/** Handles deadlines. */
function due(call: Draft, at: number, emit: Emit): void {
  for (const [when, act] of deadlines(call)) if (when <= at && call.phase !== 'ended') act(call, at, emit)
}

function deadlines(call: CallState): [number, Act][] {
  const all: [number, Act][] = []
  const { agent, closing, settings } = call
  if (call.passing === 'away') return all
  if (closing) all.push([closing.clearedAt + TIMES.playedReportMs, settleClosing])
  if (agent) all.push(...deadlinesOf(agent, call))
  const ready = readyAt(call)
  if (ready !== undefined && !isAudible(agent) && agent?.thenEnd === undefined) all.push([ready, commit])
  if (call.digits) all.push([call.digits.at + TIMES.digitsMs, commitDigits])
  if (wordless(call) !== undefined && !call.isSpeaking)
    all.push([(call.speechEndAt ?? 0) + TIMES.noWordsMs, forgetSpeech])
  all.push(...deadlinesOfCaller(call))
  const isQuiet = !agent && !call.isSpeaking && pendingText(call) === '' && !call.digits
  if (isQuiet && call.relays.length > 0) all.push([0, relay])
  // A caller who waits for a person to write is not asked whether they are still there.
  if (isQuiet && !call.isTaken) all.push([call.quietSince + settings.silenceMs, silent])
  if (agent?.thenEnd === undefined && !call.isTaken) all.push([settings.maxMs, tooLong])
  return all
}

/** Deadlines of the caller: endless speech, noise, and long speech that needs a backchannel. */
function deadlinesOfCaller(call: CallState): [number, Act][] {
  const { agent, isSpeaking, speechAt, utteranceAt } = call
  const isWaitedFor = !agent || (agent.kind === 'reply' && !isAudible(agent))
  if (!isWaitedFor) return []
  if (isSpeaking && pendingText(call) !== '' && utteranceAt !== undefined)
    return [[utteranceAt + TIMES.longestTurnMs, commit]]
  if (isSpeaking && pendingText(call) === '' && speechAt !== undefined && call.hears)
    return [[speechAt + TIMES.noiseMs, takeForNoise]]
  const murmurs = murmurAt(call)
  return murmurs === undefined ? [] : [[murmurs, murmur]]
}

/** Noise that held the agent before does not hold it again. */
const MOST_FALSE_HOLDS = 1

function deadlinesOfOverlap(
  { falseHolds }: AgentTurn,
  { since, isHeld }: NonNullable<AgentTurn['overlap']>,
  { isSpeaking, speechEndAt = since }: CallState,
): [number, Act][] {
  if (!isSpeaking) return [[Math.max(since, speechEndAt) + (isHeld ? TIMES.resumeMs : TIMES.unduckMs), resumeNow]]
  if (isHeld) return [[since + TIMES.wordlessMs, interrupt]]
  return falseHolds < MOST_FALSE_HOLDS ? [[since + TIMES.holdMs, hold]] : []
}

function deadlinesOf(agent: AgentTurn, call: CallState): [number, Act][] {
  const all: [number, Act][] = []
  const { overlap } = agent
  if (overlap) all.push(...deadlinesOfOverlap(agent, overlap, call))
  if (!call.settings.inSentences && agent.rest !== '' && agent.clauses.length === 0 && agent.firstTextAt !== undefined)
    all.push([agent.firstTextAt + FIRST.ms, (call, at, emit) => cutClauses(call, at, emit)])
  if (agent.kind === 'reply' && agent.firstTextAt === undefined) {
    all.push([(agent.tool ?? agent.askedAt) + TIMES.thinkMs, fail])
    const first = agent.tool === undefined ? TIMES.slowMs : TIMES.toolMs
    all.push([agent.waitedFrom + (agent.fillers === 0 ? first : TIMES.nextFillerMs), fill])
  } else if (agent.kind === 'reply' && agent.tool !== undefined && isAllPlayed(agent)) {
    const since = Math.max(agent.waitedFrom, agent.playedAt)
    all.push([since + (agent.fillers === 0 ? TIMES.toolMs : TIMES.nextFillerMs), fill])
  }
  const waiting = agent.clauses.find(({ ms }) => ms === undefined)
  if (waiting) all.push([waiting.askedAt + TIMES.noSoundMs, soundless])
  const whole = wholeMs(agent)
  if (whole !== undefined && agent.isWhole && agent.rest === '' && !overlap?.isHeld)
    all.push([agent.playedAt + (whole - agent.playedMs) + TIMES.stalledMs, (call, at, emit) => finish(call, at, emit)])
  return all
}

function nextWake(call: CallState): number | undefined {
  const times = deadlines(call).map(([when]) => when)
  return times.length === 0 ? undefined : Math.max(0, Math.min(...times))
}

function speechBegins(call: Draft, at: number, emit: Emit): void {
  if (call.isMuted || call.isSpeaking) return
  call.isSpeaking = true
  call.speechAt = at
  call.quietBefore = call.quietSince
  const { agent } = call
  if (call.hears && agent && isAudible(agent) && !agent.overlap && agent.thenEnd === undefined) {
    call.agent = { ...agent, overlap: { since: at, isDucked: true, isHeld: false } }
    emit({ do: 'duck', on: true })
  }
}

function heardWords(
  call: Draft,
  { text, final }: { readonly text: string; readonly final: boolean },
  at: number,
  emit: Emit,
): void {
  const said = lastOf(text.trim())
  if (call.isMuted || said === '') return
  if (isLate(call, said, at) || isEcho(call, said)) return
  const { agent, settings } = call
  if (agent && isAudible(agent) && agent.thenEnd === undefined) {
    const isAck = isAcknowledgement(said, settings.language) && !isInterruption(said, settings.language)
    const remaining = (wholeMs(agent) ?? Number.POSITIVE_INFINITY) - playedBy(agent, at)
    if (isAck && (final || !call.isSpeaking)) resume(call, emit)
    if (isAck && (!agent.isWhole || remaining > TIMES.edgeMs)) return
    const isEnough = isInterruption(said, settings.language) || wordsOf(said).length >= Math.max(1, settings.minWords)
    if (!isAck && isEnough) interrupt(call, at, emit)
  } else if (
    agent &&
    !isAudible(agent) &&
    agent.kind === 'reply' &&
    agent.thenEnd === undefined &&
    agent.startedAt === undefined
  ) {
    // The agent is still thinking: these words are added to the question.
    if (!isAcknowledgement(said, settings.language)) dropReply(call, emit)
  }
  call.utteranceAt ??= call.speechAt ?? at
  if (final) {
    call.final = lastOf([call.final, said].filter(Boolean).join(' '))
    call.interim = ''
  } else call.interim = said
  call.wordsAt = at
  call.quietSince = at
  call.prompts = 0
  call.wordless = 0
  emit({ do: 'user', text: pendingText(call), final: false })
}

function commit(call: Draft, at: number, emit: Emit): void {
  const text = pendingText(call)
  const hasEnded = !call.isSpeaking && call.speechEndAt !== undefined && call.speechAt !== undefined
  const eosAt = hasEnded ? (call.speechEndAt ?? at) : (call.wordsAt ?? at)
  takeUtterance(call)
  ask(call, { text, from: Math.min(call.utteranceAt ?? eosAt, eosAt), eosAt }, at, emit)
  call.utteranceAt = undefined
}

/** An engine has heard a whole turn. */
function turn(call: Draft, text: string, at: number, emit: Emit): void {
  const said = lastOf(text.trim())
  if (said === '' || call.agent?.thenEnd !== undefined || isEcho(call, said)) return
  if (call.agent && isAudible(call.agent)) interrupt(call, at, emit)
  const eosAt = call.isSpeaking ? at : Math.min(at, call.speechEndAt ?? at)
  const from = Math.min(call.utteranceAt ?? call.speechAt ?? eosAt, eosAt)
  takeUtterance(call)
  call.utteranceAt = undefined
  call.prompts = 0
  call.wordless = 0
  ask(call, { text: said, from, eosAt }, at, emit)
}

function typed(call: Draft, text: string, at: number, emit: Emit): void {
  if (text.trim() === '') return
  if (call.agent?.thenEnd !== undefined) return
  if (call.agent && isAudible(call.agent)) interrupt(call, at, emit)
  else dropReply(call, emit)
  const whole = lastOf([pendingText(call), text.trim()].filter(Boolean).join(' '))
  takeUtterance(call)
  call.prompts = 0
  ask(call, { text: whole, from: at, eosAt: at }, at, emit)
}

/** `#` submits keyed digits; alone it is a normal key. */
function digit(call: Draft, key: string, at: number, emit: Emit): void {
  call.quietSince = at
  if (key === '#' && call.digits) return commitDigits(call, at, emit)
  call.digits = { text: ((call.digits?.text ?? '') + key).slice(-MAX_DIGITS), at }
}

function commitDigits(call: Draft, at: number, emit: Emit): void {
  const text = call.digits?.text ?? ''
  call.digits = undefined
  typed(call, text, at, emit)
}

function ask(
  call: Draft,
  { text, from, eosAt }: { readonly text: string; readonly from: number; readonly eosAt: number },
  at: number,
  emit: Emit,
): void {
  settleClosing(call, at, emit)
  dropReply(call, emit)
  const gen = (call.gen += 1)
  call.lastCommit = { text, at }
  call.agent = { ...newTurn(gen, 'reply', at), eosAt, commitAt: at }
  emit({ do: 'user', text, final: true })
  emit({ do: 'said', said: { from: 'caller', gen, text, at: from, endAt: eosAt } })
  emit({ do: 'ask', gen, text })
}

/** Speech that is not an answer: a greeting, a check whether the caller is there, a goodbye. */
function say(
  call: Draft,
  {
    text,
    kind,
    thenEnd,
    by,
  }: {
    readonly text: string
    readonly kind: AgentTurn['kind']
    readonly thenEnd?: EndReason
    readonly by?: string | undefined
  },
  at: number,
  emit: Emit,
): void {
  const gen = (call.gen += 1)
  call.agent = { ...newTurn(gen, kind, at), text, rest: text, isWhole: true, firstTextAt: at, thenEnd, by }
  emit({ do: 'agentText', gen, text })
  cutClauses(call, at, emit)
}

function delta(
  call: Draft,
  { gen, text }: { readonly gen: number; readonly text: string },
  at: number,
  emit: Emit,
): void {
  const { agent } = call
  if (agent?.gen !== gen || text === '') return
  const whole = agent.text + text
  call.agent = {
    ...agent,
    text: whole,
    rest: agent.rest + text,
    firstTextAt: agent.firstTextAt ?? at,
    tool: undefined,
  }
  emit({ do: 'agentText', gen, text: whole })
  cutClauses(call, at, emit)
}

function cutClauses(call: Draft, at: number, emit: Emit, isAll = false): void {
  for (;;) {
    const { agent } = call
    if (!agent) return
    const isFirst = agent.clauses.length === 0
    const waitedMs = at - (agent.firstTextAt ?? at)
    const cut = cutClause(agent.rest, {
      isFirst: isFirst && agent.kind !== 'greeting' && !call.settings.inSentences,
      isWhole: agent.isWhole || isAll,
      waitedMs,
    })
    if (!cut) return
    const idx = agent.clauses.length
    const clause = { text: cut.clause, speech: cut.clause, ms: undefined, askedAt: at, isRetried: false }
    call.agent = { ...agent, rest: cut.rest, clauses: [...agent.clauses, clause] }
    emit({ do: 'speak', gen: agent.gen, idx, text: cut.clause })
  }
}

function replyEnds(
  call: Draft,
  { gen, failed, ends }: { readonly gen: number; readonly failed?: boolean; readonly ends?: boolean },
  at: number,
  emit: Emit,
): void {
  const { agent } = call
  if (agent?.gen !== gen) return
  if (failed && agent.text.trim() === '') return fail(call, at, emit)
  if (!failed) call.failures = 0
  call.agent = { ...agent, isWhole: true, tool: undefined, thenEnd: ends ? 'agent_hung_up' : undefined }
  cutClauses(call, at, emit)
  // An empty answer: people answer, or there was nothing to say.
  if (call.agent.clauses.length === 0) {
    call.agent = undefined
    call.quietSince = at
    return ends ? end(call, 'agent_hung_up', at, emit) : undefined
  }
  tellSpoken(call, emit)
  finishIfPlayed(call, at, emit)
}

function sound(call: Draft, event: Extract<CallEvent, { k: 'sound' }>, at: number, emit: Emit): void {
  const { agent } = call
  if (agent?.gen !== event.gen) return
  call.agent = {
    ...agent,
    // Time until playback counts as waiting.
    playedAt: agent.clauses.every(({ ms }) => ms === undefined) ? at : agent.playedAt,
    firstSoundAt: agent.firstSoundAt ?? at,
    clauses: agent.clauses.map((clause, idx) =>
      idx === event.idx && clause.ms === undefined ? { ...clause, ms: event.ms, wordEnds: event.wordEnds } : clause,
    ),
  }
  if (event.said !== undefined) correct(call, event.idx, event.said, emit)
  tellSpoken(call, emit)
  finishIfPlayed(call, at, emit)
}

/** The engine said something else than it was given: the text is what was said. */
function correct(call: Draft, idx: number, said: string, emit: Emit): void {
  const { agent } = call
  const clause = agent?.clauses[idx]
  if (!agent || !clause || clause.text === '' || said.trim() === '') return
  const end = /\s*$/.exec(clause.text)?.[0] ?? ''
  const clauses = agent.clauses.map((one, i) => (i === idx ? { ...one, text: said.trim() + end } : one))
  const text = clauses.map((one) => one.text).join('') + agent.rest
  call.agent = { ...agent, clauses, text }
  emit({ do: 'agentText', gen: agent.gen, text })
}

function played(call: Draft, { gen, ms }: { readonly gen: number; readonly ms: number }, at: number, emit: Emit): void {
  const { agent, closing } = call
  if (closing?.turn.gen === gen) {
    call.closing = { ...closing, turn: { ...closing.turn, playedMs: Math.max(closing.turn.playedMs, ms) } }
    return settleClosing(call, at, emit)
  }
  if (agent?.gen !== gen) return
  const isFirst = agent.startedAt === undefined && ms > 0
  call.agent = {
    ...agent,
    playedMs: Math.max(agent.playedMs, ms),
    playedAt: ms > agent.playedMs ? at : agent.playedAt,
    ...(isFirst ? { startedAt: Math.max(agent.askedAt, at - ms) } : {}),
  }
  if (isFirst) {
    const latency = latencyOf(call.agent)
    if (latency) emit({ do: 'latency', latency })
    if (call.hears && call.isSpeaking && agent.thenEnd === undefined) {
      call.agent = { ...call.agent, overlap: { since: at, isDucked: true, isHeld: false } }
      emit({ do: 'duck', on: true })
    }
  }
  finishIfPlayed(call, at, emit)
}

function taken(call: Draft, { on, by }: { readonly on: boolean; readonly by: string }, at: number, emit: Emit): void {
  if (call.isTaken === on) return
  call.isTaken = on
  // The time with a person doesn't count towards the maximum length.
  if (!on && call.takenAt !== undefined)
    call.settings = { ...call.settings, maxMs: call.settings.maxMs + at - call.takenAt }
  call.takenAt = on ? at : undefined
  call.quietSince = at
  call.prompts = 0
  if (!on) call.relays = []
  else if (call.agent && call.agent.thenEnd === undefined) {
    if (isAudible(call.agent)) {
      interrupt(call, at, emit)
      // The caller did not interrupt.
      call.interruptions -= 1
    } else dropReply(call, emit)
  }
  settleClosing(call, at, emit)
  const text = on ? 'taken_over' : 'handed_back'
  emit({ do: 'said', said: { from: 'system', gen: call.gen, text, by, at, endAt: at } })
}

function waits(call: Draft, { on, isMissed }: { readonly on: boolean; readonly isMissed: boolean }, at: number): void {
  if (call.waits === on) return
  call.waits = on
  call.quietSince = at
  call.prompts = 0
  if (!on && isMissed) call.relays = [...call.relays, { text: call.settings.notTaken, by: undefined }]
}

/** Speaks all waiting messages at once. */
function relay(call: Draft, at: number, emit: Emit): void {
  const by = call.relays[0]?.by
  const texts = call.relays.map(({ text }) => text)
  call.relays = []
  say(call, { text: texts.join(' '), kind: 'prompt', by }, at, emit)
}

/** The caller is transferred; their unanswered words are kept. */
function leave(call: Draft, at: number, emit: Emit): void {
  keepPending(call, at, emit)
  call.passing = 'away'
  call.awaySince = at
  call.isSpeaking = false
  emit({ do: 'leave' })
}

function stay(call: Draft, text: string, at: number, emit: Emit): void {
  // The time away doesn't count towards the maximum length.
  if (call.awaySince !== undefined)
    call.settings = { ...call.settings, maxMs: call.settings.maxMs + at - call.awaySince }
  call.passing = undefined
  call.awaySince = undefined
  call.quietSince = at
  call.prompts = 0
  if (!call.agent) say(call, { text, kind: 'prompt' }, at, emit)
  else call.relays = [...call.relays, { text, by: undefined }]
}

function silent(call: Draft, at: number, emit: Emit): void {
  const { silencePrompts, goodbye, stillCalling } = call.settings
  if (call.passing === 'calling' || call.waits) return say(call, { text: stillCalling, kind: 'prompt' }, at, emit)
  const prompt = silencePrompts[call.prompts]
  call.prompts += 1
  if (prompt !== undefined) return say(call, { text: prompt, kind: 'prompt' }, at, emit)
  return closeWith(call, goodbye, 'silence', at, emit)
}

function tooLong(call: Draft, at: number, emit: Emit): void {
  closeWith(call, call.settings.maxLength, 'max_length', at, emit)
}

function closeWith(call: Draft, text: string, reason: EndReason, at: number, emit: Emit): void {
  // It is already being said.
  if (call.agent?.thenEnd === reason) return
  if (call.agent && isAudible(call.agent)) interrupt(call, at, emit)
  else dropReply(call, emit)
  settleClosing(call, at, emit)
  if (text === '') return end(call, reason, at, emit)
  takeUtterance(call)
  return say(call, { text, kind: 'prompt', thenEnd: reason }, at, emit)
}

function fail(call: Draft, at: number, emit: Emit): void {
  dropReply(call, emit)
  call.failures += 1
  if (call.failures >= MOST_FAILURES) return closeWith(call, call.settings.goodbye, 'unavailable', at, emit)
  return say(call, { text: call.settings.failed, kind: 'prompt' }, at, emit)
}

/** Text before a tool call is spoken at once; fillers are used while the tool runs. */
function tool(call: Draft, { gen, on }: { readonly gen: number; readonly on: boolean }, at: number, emit: Emit): void {
  const { agent } = call
  if (agent?.gen !== gen) return
  call.agent = { ...agent, tool: on ? at : undefined, waitedFrom: at }
  if (on && agent.rest.trim() !== '') cutClauses(call, at, emit, true)
}

/** A filler for a slow tool: part of the audio, but not of the answer's text. */
function fill(call: Draft, at: number, emit: Emit): void {
  const { agent, settings } = call
  if (!agent) return
  const filler = settings.fillers[agent.fillers % Math.max(1, settings.fillers.length)]
  call.agent = { ...agent, waitedFrom: at, fillers: agent.fillers + 1 }
  if (filler === undefined || call.isSpeaking) return
  const idx = agent.clauses.length
  const clause = { text: '', speech: filler, ms: undefined, askedAt: at, isRetried: false }
  call.agent = { ...call.agent, clauses: [...agent.clauses, clause] }
  emit({ do: 'speak', gen: agent.gen, idx, text: filler })
}

/** A clause got no audio: it is requested once more, then skipped. */
function soundless(call: Draft, at: number, emit: Emit): void {
  const { agent } = call
  const idx = agent?.clauses.findIndex(({ ms }) => ms === undefined) ?? -1
  const clause = agent?.clauses[idx]
  if (!agent || !clause) return
  const next = clause.isRetried ? { ...clause, ms: 0 } : { ...clause, askedAt: at, isRetried: true }
  call.agent = { ...agent, clauses: agent.clauses.map((one, i) => (i === idx ? next : one)) }
  if (!clause.isRetried) return emit({ do: 'speak', gen: agent.gen, idx, text: clause.speech })
  tellSpoken(call, emit)
  return finishIfPlayed(call, at, emit)
}
