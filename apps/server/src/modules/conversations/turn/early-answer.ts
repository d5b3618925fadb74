// An answer that is begun before its message is final: what the turn would read and ask of models is done ahead, and the
// turn uses the results of those questions that it asks in exactly the same way. Nothing is stored, charged or announced,
// and no tool is called: all that happens in the turn, once the message is final.
import type { Milli } from '@parlance/contract/lib/money'
import type { Source } from '@parlance/contract/conversations/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import { turnCost } from '../../billing/index.ts'
import type { Model, ModelCall, ModelEnd, Models } from '../ports.ts'
import { type AcceptDeps, foreseeMessage } from './accept-message.ts'
import { estimateUsage, meterSettings } from './model-calls.ts'
import { type EngineDeps, runEngine } from './run-engine.ts'
import { openRunningTurn, STOPPED } from './running-turns.ts'
import type { TurnRequest } from './types.ts'

/** Model calls before the answer: a router and a rewritten question. */
const MOST_CALLS = 3

/** A model call that was begun early. */
interface BegunCall {
  readonly model: Model
  readonly call: ModelCall
  readonly abort: AbortController
  readonly end: Promise<ModelEnd>
  readonly texts: string[]
  readonly readers: Set<(delta: string) => void>
  state: 'running' | 'ended' | 'failed'
}

export interface EarlyAnswer {
  /** For the turn: returns what was begun, if it asks the same. */
  readonly models: Models
  readonly search: EngineDeps['search']
  /** Stops what the turn did not use; resolves with the platform's price of it. */
  readonly close: () => Promise<Milli>
}

/** All that a model's answer depends on. */
const keyOf = ({ name, paidBy }: Model, { system, messages, temperature, maxTokens, tools, json }: ModelCall): string =>
  JSON.stringify([name, paidBy, system, messages, temperature, maxTokens, tools ?? [], json ?? null])

const isText = ({ messages }: ModelCall): boolean => messages.every((message) => !('pictures' in message))

export function beginAnswer(deps: AcceptDeps & EngineDeps, ctx: Ctx, request: TurnRequest): EarlyAnswer {
  const begun = new Map<string, BegunCall>()
  const unused: BegunCall[] = []
  const searches = new Map<string, Promise<readonly Source[]>>()
  const abort = new AbortController()
  /** The turn asks by itself now. */
  let isTaken = false

  const begin = (model: Model, call: ModelCall): BegunCall => {
    const stop = new AbortController()
    const texts: string[] = []
    const readers = new Set<(delta: string) => void>()
    const end = model.stream({ ...call, signal: stop.signal }, (delta) => {
      texts.push(delta)
      for (const reader of readers) reader(delta)
    })
    const one: BegunCall = { model, call, abort: stop, end, texts, readers, state: 'running' }
    end.then(
      () => (one.state = 'ended'),
      () => (one.state = 'failed'),
    )
    return one
  }
  const follow = async (one: BegunCall, signal: AbortSignal, onText: (delta: string) => void): Promise<ModelEnd> => {
    const stop = () => one.abort.abort(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    for (const text of one.texts) onText(text)
    one.readers.add(onText)
    return one.end.finally(() => signal.removeEventListener('abort', stop))
  }
  const modelsWith = (stream: (model: Model, ...call: Parameters<Model['stream']>) => Promise<ModelEnd>): Models => ({
    async open(...of) {
      const model = await deps.models.open(...of)
      return { ...model, stream: (call, onText) => stream(model, call, onText) }
    },
  })
  const early: EngineDeps = {
    ...deps,
    models: modelsWith(async (model, call, onText) => {
      abort.signal.throwIfAborted()
      if (isTaken || unused.length >= MOST_CALLS || !isText(call)) throw new Error('the rest is asked in the turn')
      const one = begin(model, call)
      begun.set(keyOf(model, call), one)
      unused.push(one)
      return follow(one, abort.signal, onText)
    }),
    search(of, query) {
      const found = deps.search(of, query)
      found.catch(() => searches.delete(JSON.stringify(query)))
      searches.set(JSON.stringify(query), found)
      return found
    },
    tools: { ...deps.tools, call: () => Promise.reject(new Error('tools are called in the turn')) },
    log: deps.log.child({}, { level: 'silent' }),
  }
  const run = async () => {
    const message = await foreseeMessage({ ...deps, models: early.models }, ctx, request)
    if (!message || abort.signal.aborted) return
    const running = openRunningTurn(ctx.region, message, Promise.resolve())
    abort.signal.addEventListener('abort', () => running.abort.abort(STOPPED), { once: true })
    await runEngine(early, ctx, running, message)
  }
  const ran = run().catch((error: unknown) => {
    if (!abort.signal.aborted) deps.log.debug({ err: error }, 'an answer was not begun early')
  })

  const priceOf = async ({ model, call, end, texts }: BegunCall): Promise<Milli> => {
    if (model.paidBy !== 'platform') return 0
    const ended = await end.catch(() => undefined)
    const usage = ended?.usage ?? estimateUsage(model, call, { answer: texts.join(''), wasRead: true })
    return turnCost({ ...meterSettings(deps.creditValueUsd, model), usage })
  }
  return {
    models: modelsWith((model, call, onText) => {
      isTaken = true
      const key = keyOf(model, call)
      const one = begun.get(key)
      if (!one || one.state === 'failed') return model.stream(call, onText)
      begun.delete(key)
      unused.splice(unused.indexOf(one), 1)
      return follow(one, call.signal, onText)
    }),
    search: (of, query) => searches.get(JSON.stringify(query)) ?? deps.search(of, query),
    async close() {
      begun.clear()
      abort.abort(STOPPED)
      // A call that failed before its first word costs nothing.
      const left = unused.splice(0).filter(({ state, texts }) => state !== 'failed' || texts.length > 0)
      for (const one of left) one.abort.abort(STOPPED)
      await ran
      return (await Promise.all(left.map(priceOf))).reduce((sum, price) => sum + price, 0)
    },
  }
}
