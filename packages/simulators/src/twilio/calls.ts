/** Phone calls as Twilio carries them: rings numbers, runs TwiML, and reports the state of each call. */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { openStream, type Stream, type StreamOptions } from './stream.ts'
import { parseTwiml, type Verb } from './twiml.ts'

export interface VoiceNumber {
  readonly number: string
  readonly accountSid: string
  readonly authToken: string
  voiceUrl: string
  statusCallback: string
}
export type CallStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'canceled'
  | 'failed'
export type Behaviour = 'answer' | 'busy' | 'no-answer' | 'failed' | 'machine' | 'wait'

export interface CallEntry {
  readonly who: 'caller' | 'twilio' | 'digits'
  readonly text: string
}
export interface SimCall {
  readonly sid: string
  readonly number: VoiceNumber
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-dial'
  readonly from: string
  readonly to: string
  status: CallStatus
  /** Twilio's own speech, pressed keys, and the outcome of the call. */
  readonly log: CallEntry[]
  /** What Twilio would refuse or log as an error. */
  readonly faults: string[]
  readonly verbs: string[]
  /** The number it was transferred to. */
  dialed: string
  /** The other leg, while it rings or talks. */
  leg: SimCall | undefined
  /** Its conference room; empty without one. */
  room: string
  /** Ends what it waits in: a room, a talk, or a prompt for a key. */
  goFromThere: ((key?: string) => void) | undefined
  /** The call that dialled it; empty for others. */
  parentSid: string
  /** Known once it is over. */
  seconds: number | undefined
  /** `performance.now()` when a person answered. */
  answeredAt: number | undefined
  stream: Stream | undefined
  /** The verb that opened the stream. */
  streamVerb: Verb | undefined
  /** Ended by the person on the phone, or through Twilio's API. */
  isHungUp: boolean
  /** Verbs that the API sets in place of the current ones. */
  instead: readonly Verb[] | undefined
}
export interface OutgoingCall {
  readonly to: string
  readonly url: string
  readonly statusUrl: string
  readonly statusEvents: readonly string[]
  readonly machine: 'Enable' | 'DetectMessageEnd' | undefined
  readonly machineUrl: string
  readonly timeoutMs: number
}

export interface CallsDeps {
  /** Signs and posts a form as Twilio does; returns the answer of the last attempt. */
  readonly ask: (
    url: string,
    authToken: string,
    form: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; contentType: string; body: string }>
  readonly sign: (url: string, authToken: string) => string
  readonly isClosed: () => boolean
}

/** Milliseconds of speech per character. */
const CHAR_MS = 55
const LEAST_SPOKEN_MS = 500
const BUSY_VERBS = 20

export function createCalls({ ask, sign, isClosed }: CallsDeps) {
  const calls: SimCall[] = []
  const behaviours = new Map<string, Behaviour>()
  const listening = new Map<string, Set<ServerResponse>>()
  /** The calls in each room, and whether the room ends once they leave. */
  const rooms = new Map<string, Map<SimCall, boolean>>()
  const deciding = new Map<string, (behaviour: Behaviour) => void>()
  let watchers: (() => void)[] = []
  /** Calls whose end is not reported. */
  const lost = new Set<SimCall>()
  let format: StreamOptions['mediaFormat']
  let origin: string | undefined
  const changed = () => {
    const now = watchers
    watchers = []
    for (const tell of now) tell()
  }
  const note = (call: SimCall, text: string, who: CallEntry['who'] = 'twilio') => {
    call.log.push({ who, text })
    changed()
  }

  const formOf = (call: SimCall, more: Readonly<Record<string, string>> = {}) => ({
    CallSid: call.sid,
    AccountSid: call.number.accountSid,
    From: call.from,
    To: call.to,
    CallStatus: call.status,
    Direction: call.direction,
    ApiVersion: '2010-04-01',
    ...more,
  })
  const faulty = (call: SimCall, text: string) => {
    call.faults.push(text)
    note(call, `error ${text}`)
  }

  /** The verbs that an address answers with; empty for other answers. */
  const fetchVerbs = async (
    call: SimCall,
    url: string,
    more?: Readonly<Record<string, string>>,
  ): Promise<readonly Verb[]> => {
    const { status, contentType, body } = await ask(url, call.number.authToken, formOf(call, more))
    if (status !== 200) {
      faulty(call, `11200: ${url} answered ${status}`)
      return []
    }
    if (!/^(?:text|application)\/xml\b/.test(contentType)) {
      faulty(call, `12300: content type ${contentType}`)
      return []
    }
    try {
      return parseTwiml(body)
    } catch (error) {
      faulty(call, `12100: ${error instanceof Error ? error.message : String(error)}`)
      return []
    }
  }

  const streamOf = (call: SimCall, verb: Verb, onEnd: () => void): Stream => {
    const url = verb.attributes.url ?? ''
    call.streamVerb = verb
    return openStream({
      url: origin === undefined ? url : `${origin}${new URL(url).pathname}`,
      signature: sign(url, call.number.authToken),
      accountSid: call.number.accountSid,
      callSid: call.sid,
      parameters: Object.fromEntries(
        verb.nouns.map(({ attributes }) => [attributes.name ?? '', attributes.value ?? '']),
      ),
      ...(format ? { mediaFormat: format } : {}),
      onEnd,
      onFault: (text) => faulty(call, text),
      onChange: changed,
    })
  }
  const streamUntilEnd = (call: SimCall, verb: Verb): Promise<void> =>
    new Promise((resolve) => void (call.stream = streamOf(call, verb, resolve)))

  /** Waits for the end or for a key; resolves with the key. */
  const waitThere = (call: SimCall, timeoutMs?: number): Promise<string | undefined> =>
    new Promise((resolve) => {
      const late = timeoutMs === undefined ? undefined : setTimeout(() => call.goFromThere?.(), timeoutMs)
      late?.unref()
      call.goFromThere = (key) => {
        clearTimeout(late)
        call.goFromThere = undefined
        changed()
        resolve(key)
      }
      changed()
    })

  const enterRoom = async (call: SimCall, { text: room, attributes }: Verb): Promise<Record<string, string>> => {
    const people = rooms.get(room) ?? new Map<SimCall, boolean>()
    rooms.set(room, people)
    const isFull = people.size >= Number(attributes.maxParticipants ?? 250)
    if (isFull) faulty(call, `13225: ${room} is full`)
    else {
      people.set(call, attributes.endConferenceOnExit === 'true')
      call.room = room
      note(call, `joined ${room}`)
      await waitThere(call)
      call.room = ''
      const endsIt = people.get(call)
      people.delete(call)
      note(call, `left ${room}`)
      if (endsIt) for (const other of people.keys()) other.goFromThere?.()
    }
    return { DialCallStatus: isFull ? 'failed' : 'answered' }
  }

  /** Rings a person and connects both until one of them hangs up. */
  const dialPerson = async (call: SimCall, verb: Verb): Promise<Record<string, string>> => {
    const [noun] = verb.nouns
    const to = noun?.text ?? verb.text
    const { callerId = call.from, timeout = '30' } = verb.attributes
    if (callerId !== call.number.number && callerId !== call.from) faulty(call, `13214: callerId ${callerId}`)
    call.dialed = to
    note(call, `dialling ${to}`)
    const leg = newCall(call.number, { direction: 'outbound-dial', from: callerId, to, status: 'ringing' })
    call.leg = leg
    leg.parentSid = call.sid
    const { statusCallback = '', statusCallbackEvent = 'completed' } = noun?.attributes ?? {}
    const tell = async (event: string, more: Readonly<Record<string, string>> = {}) => {
      if (statusCallback === '' || !statusCallbackEvent.split(' ').includes(event)) return
      await ask(statusCallback, call.number.authToken, formOf(leg, { ParentCallSid: call.sid, ...more }))
    }
    await tell('initiated')
    await tell('ringing')
    const behaviour = await decided(leg, Number(timeout) * 1000)
    deciding.delete(leg.sid)
    const DialCallSid = leg.sid
    if (behaviour !== 'answer' && behaviour !== 'machine') {
      leg.status = call.isHungUp ? 'canceled' : behaviour === 'wait' ? 'no-answer' : behaviour
      call.leg = undefined
      leg.seconds = 0
      note(leg, leg.status)
      await tell('completed')
      return { DialCallStatus: leg.status, DialCallSid, DialBridged: 'false' }
    }
    leg.status = 'in-progress'
    note(leg, 'talks with the caller')
    const since = performance.now()
    // A caller who hung up while it rang is not waited for.
    const talk = call.isHungUp || call.instead ? Promise.resolve() : waitThere(call)
    await tell('answered')
    await talk
    call.leg = undefined
    leg.status = 'completed'
    leg.seconds = Math.max(1, Math.ceil((performance.now() - since) / 1000))
    note(leg, leg.status)
    const seconds = String(leg.seconds)
    await tell('completed', { CallDuration: seconds })
    return { DialCallStatus: 'completed', DialCallSid, DialCallDuration: seconds, DialBridged: 'true' }
  }

  /** Runs a verb; undefined once nothing is left to do. */
  const perform = async (call: SimCall, verb: Verb): Promise<readonly Verb[] | undefined> => {
    call.verbs.push(verb.name)
    switch (verb.name) {
      case 'Reject':
        call.status = verb.attributes.reason === 'busy' ? 'busy' : 'no-answer'
        note(call, verb.attributes.reason === 'busy' ? 'line busy' : 'not answered')
        return undefined
      case 'Hangup':
        return undefined
      case 'Redirect':
        return fetchVerbs(call, verb.text)
      case 'Say':
        call.status = 'in-progress'
        note(call, `said: ${verb.text}`)
        return []
      case 'Connect': {
        const [stream] = verb.nouns
        call.status = 'in-progress'
        changed()
        if (stream) await streamUntilEnd(call, stream)
        const { action } = verb.attributes
        return action === undefined || call.isHungUp || call.instead ? [] : fetchVerbs(call, action)
      }
      case 'Gather': {
        call.status = 'in-progress'
        for (const { name, text } of verb.nouns) if (name === 'Say') note(call, `said: ${text}`)
        const Digits = await waitThere(call, Number(verb.attributes.timeout ?? 5) * 1000)
        const { action } = verb.attributes
        return Digits === undefined || action === undefined || call.isHungUp || call.instead
          ? []
          : fetchVerbs(call, action, { Digits })
      }
      case 'Dial': {
        call.status = 'in-progress'
        const { action } = verb.attributes
        const [noun] = verb.nouns
        const became = noun?.name === 'Conference' ? await enterRoom(call, noun) : await dialPerson(call, verb)
        if (action === undefined || call.instead) return []
        // Twilio still sends the request, and ignores the answer.
        if (call.isHungUp) call.status = 'completed'
        const next = await fetchVerbs(call, action, became)
        return call.isHungUp ? undefined : next
      }
      default:
        return []
    }
  }

  const run = async (call: SimCall, verbs: readonly Verb[]): Promise<void> => {
    let left = [...verbs]
    for (let done = 0; left.length > 0 && !isClosed() && !call.isHungUp && done < BUSY_VERBS; done += 1) {
      const [verb, ...rest] = left
      if (!verb) break
      const next = await perform(call, verb)
      if (!next) break
      const { instead } = call
      call.instead = undefined
      if (instead) left = [...instead]
      else left = [...next, ...(verb.name === 'Redirect' || next.length > 0 ? [] : rest)]
    }
  }

  const finish = async (call: SimCall, callback: string, wanted = true) => {
    if (call.status === 'in-progress' || call.status === 'ringing') call.status = 'completed'
    call.seconds = Number(durationOf(call))
    note(call, call.status)
    for (const response of listening.get(call.sid) ?? []) response.end()
    if (callback !== '' && wanted && !lost.has(call))
      await ask(callback, call.number.authToken, formOf(call, { CallDuration: durationOf(call) }))
  }

  const durationOf = (call: SimCall): string =>
    call.answeredAt === undefined ? '0' : String(Math.max(1, Math.ceil((performance.now() - call.answeredAt) / 1000)))

  const newCall = (number: VoiceNumber, given: Pick<SimCall, 'direction' | 'from' | 'to' | 'status'>): SimCall => {
    const call: SimCall = {
      sid: `CA${randomBytes(16).toString('hex')}`,
      number,
      log: [],
      faults: [],
      verbs: [],
      dialed: '',
      leg: undefined,
      room: '',
      goFromThere: undefined,
      parentSid: '',
      seconds: undefined,
      answeredAt: undefined,
      stream: undefined,
      streamVerb: undefined,
      isHungUp: false,
      instead: undefined,
      ...given,
    }
    calls.push(call)
    changed()
    return call
  }

  /** A person calls a number. */
  const ring = (number: VoiceNumber, from = '+15550107777') => {
    const call = newCall(number, { direction: 'inbound', from, to: number.number, status: 'ringing' })
    const over = (async () => {
      if (number.voiceUrl === '') {
        call.status = 'failed'
        note(call, 'nobody is set to answer this number')
        return
      }
      call.answeredAt = performance.now()
      await run(call, await fetchVerbs(call, number.voiceUrl))
      await finish(call, number.statusCallback)
    })()
    return Object.assign(call, { over: over.catch((error: unknown) => faulty(call, String(error))) })
  }

  /** What the called person does; `wait` leaves it to the page. */
  const decided = (call: SimCall, timeoutMs: number): Promise<Behaviour> => {
    const known = behaviours.get(call.to) ?? 'wait'
    if (known !== 'wait') return Promise.resolve(known)
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve('no-answer'), timeoutMs)
      late.unref()
      deciding.set(call.sid, (behaviour) => {
        clearTimeout(late)
        resolve(behaviour)
      })
    })
  }

  const dial = (number: VoiceNumber, wanted: OutgoingCall): SimCall => {
    const call = newCall(number, { direction: 'outbound-api', from: number.number, to: wanted.to, status: 'queued' })
    let order = 0
    const tell = async (event: string, more: Readonly<Record<string, string>> = {}) => {
      if (wanted.statusUrl === '' || !wanted.statusEvents.includes(event)) return
      await ask(
        wanted.statusUrl,
        number.authToken,
        formOf(call, { CallbackSource: 'call-progress-events', SequenceNumber: String(order++), ...more }),
      )
    }
    const go = async () => {
      await tell('initiated', { CallStatus: 'initiated' })
      call.status = 'ringing'
      changed()
      await tell('ringing')
      const behaviour = await decided(call, wanted.timeoutMs)
      deciding.delete(call.sid)
      if (call.isHungUp) call.status = 'canceled'
      else if (behaviour !== 'answer' && behaviour !== 'machine')
        call.status = behaviour === 'wait' ? 'no-answer' : behaviour
      else {
        call.status = 'in-progress'
        call.answeredAt = performance.now()
        changed()
        await tell('answered')
        const AnsweredBy =
          behaviour === 'answer' ? 'human' : wanted.machine === 'Enable' ? 'machine_start' : 'machine_end_beep'
        const { CallSid, AccountSid } = formOf(call)
        const detected =
          wanted.machine === undefined || wanted.machineUrl === ''
            ? Promise.resolve()
            : ask(wanted.machineUrl, number.authToken, {
                CallSid,
                AccountSid,
                AnsweredBy,
                MachineDetectionDuration: '900',
              })
        await run(call, await fetchVerbs(call, wanted.url))
        await detected
      }
      await finish(call, wanted.statusUrl, wanted.statusEvents.includes('completed'))
    }
    // The answer of the API comes first.
    setTimeout(() => void go().catch((error: unknown) => faulty(call, String(error))), 5)
    return call
  }

  const hangUp = (call: SimCall) => {
    call.isHungUp = true
    for (const one of [call, call.leg]) if (one) deciding.get(one.sid)?.('canceled' as Behaviour)
    call.stream?.stop()
    call.goFromThere?.()
    // The other leg of a transferred call.
    calls.find(({ leg }) => leg === call)?.goFromThere?.()
    changed()
  }

  return {
    calls,
    ring,
    dial,
    hangUp,
    /** False for invalid TwiML. */
    goOn(call: SimCall, twiml: string): boolean {
      try {
        call.instead = parseTwiml(twiml)
      } catch (error) {
        faulty(call, `12100: ${String(error)}`)
        return false
      }
      call.stream?.stop()
      if (call.leg) deciding.get(call.leg.sid)?.('canceled' as Behaviour)
      call.goFromThere?.()
      return true
    },
    find: (sid: string) => calls.find((one) => one.sid === sid),
    behave: (person: string, behaviour: Behaviour) => void behaviours.set(person, behaviour),
    decide: (sid: string, behaviour: Behaviour) => deciding.get(sid)?.(behaviour),
    loseEnd: (call: SimCall) => void lost.add(call),
    /** Opens a second socket for the same call. */
    streamAgain(call: SimCall): Stream {
      if (!call.streamVerb) throw new Error('the call has no stream')
      return streamOf(call, call.streamVerb, () => {})
    },
    /** For streams that start from now on. */
    useFormat: (next: StreamOptions['mediaFormat']) => void (format = next),
    /** Streams that start from now on are led there, as by a load balancer. */
    useOrigin: (next: string | undefined) => void (origin = next),
    /** The person speaks: sound for as long as it takes, and the words for listeners. */
    say(call: SimCall, text: string) {
      const ms = Math.max(LEAST_SPOKEN_MS, text.length * CHAR_MS)
      note(call, text, 'caller')
      call.stream?.say(hum(ms))
      const tell = (final: boolean) => {
        for (const response of listening.get(call.sid) ?? []) response.write(`${JSON.stringify({ text, final })}\n`)
      }
      setTimeout(() => tell(false), ms * 0.6).unref()
      setTimeout(() => tell(true), ms + 40).unref()
    },
    press(call: SimCall, digit: string) {
      note(call, digit, 'digits')
      if (call.stream?.isOpen()) call.stream.digit(digit)
      else if (call.room === '' && call.leg === undefined) call.goFromThere?.(digit)
    },
    /** Streams what is said, one JSON object per line, to a server that hears nothing itself. */
    listen(sid: string, response: ServerResponse) {
      const call = calls.find((one) => one.sid === sid)
      if (!call) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.flushHeaders()
      const all = listening.get(sid) ?? new Set()
      listening.set(sid, all.add(response))
      response.on('close', () => all.delete(response))
      changed()
    },
    /** Whether a server listens to what is typed. */
    isHeard: (sid: string) => (listening.get(sid)?.size ?? 0) > 0,
    /** Resolves once it holds; rejects after 30 s with the state. */
    until: async (holds: () => boolean, what: string): Promise<void> => {
      const late = Date.now() + 30_000
      while (!holds()) {
        if (Date.now() > late)
          throw new Error(
            `no ${what}; ${JSON.stringify(calls.map(({ sid, status, log, faults }) => ({ sid, status, log, faults }))).slice(-1500)}`,
          )
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 200)
          watchers.push(() => {
            clearTimeout(timer)
            resolve()
          })
        })
      }
    },
    close() {
      for (const call of calls) call.stream?.drop()
      for (const all of listening.values()) for (const response of all) response.end()
    },
  }
}
export type Calls = ReturnType<typeof createCalls>

/** µ-law as loud as speech. */
function hum(ms: number): Buffer {
  const bytes = Buffer.alloc(ms * 8)
  for (let i = 0; i < bytes.length; i++) bytes[i] = i % 16 < 8 ? 0x9a : 0x1a
  return bytes
}
