/** Faults that tests can inject, their parser, and the queue that assigns them to requests. */
import { taskOf } from './prompts/prompt.ts'
import type { JsonObject } from './protocol/check-fields.ts'
import { isObject } from './protocol/check-fields.ts'
import type { ChatMessage } from './protocol/types.ts'

type Kind =
  /** Answers with this status and an error body; 429 has `retry-after` (seconds, default 1). */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Breaks the connection after so many tokens (0: before the headers). */
  | { kind: 'cut'; afterTokens?: number }
  /** Ends the response normally after so many tokens, without final chunk, usage or `[DONE]`. */
  | { kind: 'truncate'; afterTokens?: number }
  /**
   * json: a line that is not JSON · html: a page with status 200 · splitUtf8: characters split between writes (still a
   * valid stream) · badUtf8: bytes that are not UTF-8 · longLine: one line of `bytes` (default 10 MB).
   */
  | { kind: 'garbage'; form: 'json' | 'html' | 'splitUtf8' | 'badUtf8' | 'longLine'; bytes?: number }
  /** Sends the whole answer, one byte every `everyMs` milliseconds. */
  | { kind: 'slow'; everyMs: number }
  /** Continues until the client leaves. */
  | { kind: 'endless' }
  /** A valid answer with a wrong content type (default `text/plain`). */
  | { kind: 'contentType'; contentType?: string }
  /** A valid answer with these token counts, sent as written, so that `-3`, `1e400` and `NaN` are possible. */
  | { kind: 'usage'; prompt: string; completion: string }
  /**
   * The model calls tools badly, if any are offered · garbage: arguments that are not JSON · unknown: a tool that does
   * not exist · endless: again and again (default 1,000 times).
   */
  | { kind: 'calls'; form: 'garbage' | 'unknown' | 'endless' }
  /**
   * The model decides badly, if a decision is asked for · prose: text · unknown: a node that does not exist ·
   * wrongType: JSON of another shape · broken: half an answer · empty: nothing.
   */
  | { kind: 'router'; form: 'prose' | 'unknown' | 'wrongType' | 'broken' | 'empty' }

/** A fault, for how many requests (default 1), and for which. */
export type Fault = Kind & { times?: number; match?: { model?: string; text?: string } }

/** The speed of answers, in milliseconds. */
export type Pace = { firstTokenMs: number; perTokenMs: number }

const NUMBERS: Record<Kind['kind'], readonly string[]> = {
  status: ['status', 'retryAfter'],
  hang: [],
  cut: ['afterTokens'],
  truncate: ['afterTokens'],
  garbage: ['bytes'],
  slow: ['everyMs'],
  endless: [],
  contentType: [],
  usage: [],
  calls: [],
  router: [],
}
const COUNT = /^[\w.+"[\]-]{1,400}$/
const FORMS: Partial<Record<Kind['kind'], readonly string[]>> = {
  garbage: ['json', 'html', 'splitUtf8', 'badUtf8', 'longLine'],
  calls: ['garbage', 'unknown', 'endless'],
  router: ['prose', 'unknown', 'wrongType', 'broken', 'empty'],
}
const ENDLESS = 1_000

/** Parses a fault from JSON; throws a `TypeError` that says what is wrong with it. */
export function readFault(value: unknown): Fault {
  if (!isObject(value)) throw new TypeError('a fault is an object with a kind')
  const { kind } = value
  if (typeof kind !== 'string' || !Object.hasOwn(NUMBERS, kind))
    throw new TypeError(`a fault's kind is one of ${Object.keys(NUMBERS).join(', ')}`)
  const numbers = NUMBERS[kind as Kind['kind']]
  for (const [name, field] of Object.entries(value)) checkField(kind, name, field, numbers)
  const status = value['status']
  if (kind === 'status' && !(Number(status) >= 400 && Number(status) <= 599))
    throw new TypeError('status is 400 to 599')
  const forms = FORMS[kind as Kind['kind']]
  if (forms && !forms.includes(String(value['form']))) throw new TypeError(`form is one of ${forms.join(', ')}`)
  if (kind === 'slow' && value['everyMs'] === undefined) throw new TypeError('slow needs everyMs')
  if (kind === 'usage' && !['prompt', 'completion'].every((name) => name in value))
    throw new TypeError('usage needs prompt and completion')
  return value as Fault
}

function checkField(kind: string, name: string, field: unknown, numbers: readonly string[]): void {
  if (name === 'kind') return
  if (name === 'times' || numbers.includes(name)) {
    if (!Number.isInteger(field) || Number(field) < 0) throw new TypeError(`${name} is a whole number, 0 or more`)
    return
  }
  if (name === 'match' && isObject(field) && Object.entries(field).every(isCondition)) return
  if (name === 'form' && Object.hasOwn(FORMS, kind)) return
  if (name === 'contentType' && kind === 'contentType' && typeof field === 'string') return
  if ((name === 'prompt' || name === 'completion') && kind === 'usage' && COUNT.test(String(field))) return
  throw new TypeError(`${name} is not a field of a ${kind} fault, or has the wrong type`)
}

function isCondition([name, value]: [string, unknown]): boolean {
  return (name === 'model' || name === 'text') && typeof value === 'string'
}

/** The body is not validated yet. */
const messagesOf = (body: JsonObject): ChatMessage[] => {
  const { messages } = body
  const [first]: unknown[] = Array.isArray(messages) ? messages : []
  return isObject(first) && typeof first['content'] === 'string' ? [{ role: 'system', content: first['content'] }] : []
}

/** The faults waiting for requests, first in, first out. */
export class FaultQueue {
  #waiting: { fault: Fault; left: number }[] = []

  set(faults: readonly Fault[]): void {
    const usual = (fault: Fault): number => (fault.kind === 'calls' && fault.form === 'endless' ? ENDLESS : 1)
    this.#waiting = faults.map((fault) => ({ fault, left: fault.times ?? usual(fault) })).filter(({ left }) => left > 0)
  }

  /** Takes the first fault that matches a request, and counts it down. */
  take(body: JsonObject, text: string): Fault | undefined {
    const found = this.#waiting.find(({ fault: { kind, match } }) => {
      if (kind === 'calls' && !Array.isArray(body['tools'])) return false
      if (kind === 'router' && taskOf(messagesOf(body)) !== 'router') return false
      const ofModel = match?.model === undefined || match.model === body['model']
      return ofModel && (match?.text === undefined || text.includes(match.text))
    })
    if (!found) return undefined
    found.left -= 1
    if (found.left === 0) this.#waiting.splice(this.#waiting.indexOf(found), 1)
    return found.fault
  }
}
