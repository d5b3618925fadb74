/** Controls the simulator for tests: pace, a fault, scripted answers, and the log of requests. */
import type { Fault, Pace } from '../faults.ts'
import type { JsonObject } from './check-fields.ts'
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
type Settings = Partial<Pace> & { fault?: Fault | null; gullible?: boolean }
/** `purpose`: only for a router's decision, or only for an answer; by default for the next chat call of either kind. */
export type ScriptedReply = Reply & {
  finishReason?: 'stop' | 'length' | 'content_filter'
  purpose?: 'router' | 'answer'
}

/** The behavior for one request. */
export type Plan = { pace: Pace; fault?: Fault }

/** The log keeps the newest requests within both limits, so that a long run does not fill the memory. */
const LOG = { requests: 1_000, bytes: 32 * 1024 * 1024 }
const ENDLESS = 1_000

export class Control {
  readonly requests: LoggedRequest[] = []
  readonly #initial: Pace
  readonly #sizes: number[] = []
  #pace: Pace
  #waiting: { fault: Fault; left: number } | undefined
  #script: ScriptedReply[] = []
  gullible = false

  constructor(pace: Pace) {
    this.#initial = pace
    this.#pace = pace
  }

  /** Changes only the given settings; a fault replaces the one that waits, and null removes it. */
  set({ fault, gullible = this.gullible, ...pace }: Settings): void {
    this.gullible = gullible
    this.#pace = { ...this.#pace, ...pace }
    const usual = fault?.kind === 'calls' && fault.form === 'endless' ? ENDLESS : 1
    if (fault !== undefined) this.#waiting = fault ? { fault, left: fault.times ?? usual } : undefined
  }

  /** Answers the next chat calls with these, one each, instead of with the model. */
  script(replies: readonly ScriptedReply[]): void {
    this.#script.push(...replies)
  }

  /** Clears fault, script and log, and restores the initial pace. */
  reset(): void {
    this.#pace = this.#initial
    this.#waiting = undefined
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

  /** The pace for one request, and the fault if it applies to it. The body is not validated yet. */
  plan(body: JsonObject, text: string): Plan {
    const pace = this.#pace
    const waiting = this.#waiting
    if (!waiting || waiting.left < 1 || !applies(waiting.fault, body, text)) return { pace }
    waiting.left -= 1
    return { pace, fault: waiting.fault }
  }

  /** Takes the next scripted answer for such a call. */
  nextScripted(purpose: 'router' | 'answer'): ScriptedReply | undefined {
    const at = this.#script.findIndex((reply) => reply.purpose === undefined || reply.purpose === purpose)
    return at < 0 ? undefined : this.#script.splice(at, 1)[0]
  }
}

function applies({ kind, match }: Fault, body: JsonObject, text: string): boolean {
  if (kind === 'calls' && !Array.isArray(body['tools'])) return false
  if (kind === 'router' && !/"<router[ >]/.test(text)) return false
  return match === undefined || text.includes(match.text)
}
