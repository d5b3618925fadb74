/** Controls the simulator for tests and operators: pace, faults, scripted answers, and the log of requests. */
import type { Fault, Pace } from '../faults.ts'
import { FaultQueue, readFault } from '../faults.ts'
import type { JsonObject } from './check-fields.ts'
import { isObject } from './check-fields.ts'
import type { Reply } from './types.ts'

/** A request and its outcome. */
export type LoggedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  /** The parsed JSON body, or its text when it is not JSON. */
  body: unknown
  at: Date
  /** `left`: the client left before the answer was complete; `broken`: a fault broke the answer off. */
  outcome: 'running' | 'answered' | 'left' | 'broken'
  status?: number
}

/** `gullible`: obeys orders outside passages; see obey-injection.ts. */
export type Settings = Partial<Pace> & { fault?: Fault | readonly Fault[] | null; gullible?: boolean }
/** `purpose`: only for a router's decision, or only for an answer; by default for the next chat call of either kind. */
export type ScriptedReply = Reply & {
  finishReason?: 'stop' | 'length' | 'content_filter'
  purpose?: 'router' | 'answer'
}

/** The behavior for one request. */
export type Plan = { pace: Pace; fault?: Fault; scripted?: ScriptedReply }

/** The log keeps the newest requests within both limits, so that a long run does not fill the memory. */
const LOG = { requests: 1_000, bytes: 32 * 1024 * 1024 }

export class Control {
  readonly requests: LoggedRequest[] = []
  readonly #initial: Pace
  readonly #faults = new FaultQueue()
  readonly #sizes: number[] = []
  #pace: Pace
  #script: ScriptedReply[] = []
  gullible = false

  constructor(pace: Pace) {
    this.#initial = pace
    this.#pace = pace
  }

  /** Changes only the given settings; `fault` replaces all waiting faults, `null` removes them. */
  set({ firstTokenMs, perTokenMs, fault, gullible }: Settings): void {
    this.gullible = gullible ?? this.gullible
    this.#pace = {
      firstTokenMs: firstTokenMs ?? this.#pace.firstTokenMs,
      perTokenMs: perTokenMs ?? this.#pace.perTokenMs,
    }
    if (fault !== undefined) this.#faults.set(fault === null ? [] : isList(fault) ? fault : [fault])
  }

  /** Answers the next chat calls with these, one each, instead of with the model. */
  script(replies: readonly ScriptedReply[]): void {
    this.#script.push(...replies)
  }

  /** Clears faults, script and log, and restores the initial pace. */
  reset(): void {
    this.#pace = this.#initial
    this.#faults.set([])
    this.#script = []
    this.gullible = false
    this.requests.length = 0
    this.#sizes.length = 0
  }

  log(request: LoggedRequest, bytes: number): void {
    this.requests.push(request)
    this.#sizes.push(bytes)
    let held = this.#sizes.reduce((sum, size) => sum + size, 0)
    while (this.requests.length > 1 && (this.requests.length > LOG.requests || held > LOG.bytes)) {
      this.requests.shift()
      held -= this.#sizes.shift() ?? 0
    }
  }

  /** The pace and fault for one request; its own `x-simulate` header overrides the settings. */
  plan(body: JsonObject, text: string, header: string | undefined): Plan {
    const own = header === undefined ? {} : readSettings(parse(header))
    const first =
      own.fault === undefined || own.fault === null ? undefined : isList(own.fault) ? own.fault[0] : own.fault
    const fault = own.fault === undefined ? this.#faults.take(body, text) : first
    const pace = {
      firstTokenMs: own.firstTokenMs ?? this.#pace.firstTokenMs,
      perTokenMs: own.perTokenMs ?? this.#pace.perTokenMs,
    }
    return fault ? { pace, fault } : { pace }
  }

  /** Takes the next scripted answer for such a call. */
  nextScripted(purpose: 'router' | 'answer'): ScriptedReply | undefined {
    const at = this.#script.findIndex((reply) => reply.purpose === undefined || reply.purpose === purpose)
    return at < 0 ? undefined : this.#script.splice(at, 1)[0]
  }
}

function isList(fault: Fault | readonly Fault[]): fault is readonly Fault[] {
  return Array.isArray(fault)
}

/** Parses JSON; throws a `TypeError` on anything else. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('not JSON')
  }
}

/** Parses `{ firstTokenMs?, perTokenMs?, fault? }`; throws a `TypeError` that says what is wrong. */
export function readSettings(value: unknown): Settings {
  if (!isObject(value)) throw new TypeError('settings are an object')
  const settings: Settings = {}
  for (const [name, field] of Object.entries(value)) {
    if (name === 'firstTokenMs' || name === 'perTokenMs') {
      if (typeof field !== 'number' || !(field >= 0 && field <= 600_000)) throw new TypeError(`${name} is 0 to 600000`)
      settings[name] = field
    } else if (name === 'fault') {
      settings.fault = field === null ? null : Array.isArray(field) ? field.map(readFault) : readFault(field)
    } else if (name === 'gullible') settings.gullible = field === true
    else throw new TypeError(`${name} is no setting`)
  }
  return settings
}

/** Parses scripted answers from JSON; throws a `TypeError` that says what is wrong. */
export function readScript(value: unknown): ScriptedReply[] {
  if (!Array.isArray(value)) throw new TypeError('a script is a list')
  return value.map((reply: unknown): ScriptedReply => {
    const { text, toolCalls: calls, purpose } = isObject(reply) ? reply : {}
    const whose = readPurpose(purpose)
    const words = typeof text === 'string' ? text : undefined
    if (Array.isArray(calls)) return { ...(words ? { text: words } : {}), toolCalls: calls.map(readCall), ...whose }
    if (words === undefined) throw new TypeError('a scripted answer has text or toolCalls')
    return { text: words, ...whose }
  })
}

function readPurpose(purpose: unknown): Pick<ScriptedReply, 'purpose'> {
  if (purpose === undefined) return {}
  if (purpose === 'router' || purpose === 'answer') return { purpose }
  throw new TypeError('purpose is router or answer')
}

function readCall(call: unknown): { name: string; arguments: string } {
  if (!isObject(call) || typeof call['name'] !== 'string') throw new TypeError('a tool call has a name and arguments')
  const given = call['arguments'] ?? {}
  return { name: call['name'], arguments: typeof given === 'string' ? given : JSON.stringify(given) }
}
