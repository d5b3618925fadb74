// Model calls of a turn: each is charged to the meter and added to the trace.
import { type Message, msg, withRef } from '@parlance/i18n/messages'
import {
  METER_DEFAULTS,
  maxImageTokens,
  priceOf,
  supportsVision,
  type TokenUsage,
  turnCost,
  addUnits,
  type UsedUnits,
  usedUnits,
} from '../../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import { type Milli, toCredits } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import type { Logger } from '../../../lib/log.ts'
import { type Model, type ModelCall, type ModelEnd, ModelError, type Models } from '../ports.ts'
import { picturesIn, withoutPictures } from './attachments.ts'
import { STOPPED } from './running-turns.ts'
import { addTrace, type TurnScope } from './turn-context.ts'
import type { Meter } from './types.ts'

export interface ModelDeps {
  readonly models: Models
  readonly log: Logger
}

const MAX_TRACED_CHARS = 20_000

/** The already opened model for no name or the agent's own; any other is opened. */
export async function modelNamed(context: TurnScope<ModelDeps>, name: string | undefined): Promise<Model> {
  const { agent, model } = context.accepted
  if (!name || name === agent.effective.model) return model
  return context.deps.models.open(context.ctx, agent.workspaceId, name)
}

/** Calls a model, charges it even on failure, and adds it to the trace. */
export async function callMetered(
  context: TurnScope,
  { model, purpose }: { model: Model; purpose: 'router' | 'answer' | 'search' },
  request: ModelCall,
  onText: (delta: string) => void,
): Promise<ModelEnd> {
  const call = supportsVision(model.name) ? request : withoutPictures(request)
  const started = performance.now()
  let firstTokenMs: number | undefined
  let answer = ''
  const record = (end: ModelEnd | undefined, error: Message) => {
    const wasRead = answer !== '' || context.running.abort.signal.reason === STOPPED
    const usage = end?.usage ?? estimateUsage(model, call, { answer, wasRead })
    const credits = toCredits(context.meter.add(model, usage))
    const { name, paidBy } = model
    const output = end && end.calls.length > 0 ? `${answer}\n${JSON.stringify(end.calls)}` : answer
    const shown = context.isTest
      ? { prompt: cut(promptText(call), MAX_TRACED_CHARS), answer: cut(output, MAX_TRACED_CHARS) }
      : NOT_SHOWN
    const ms = performance.now() - started
    addTrace(context, [
      {
        type: 'model',
        purpose,
        model: name,
        paidBy,
        ...shown,
        ...usage,
        credits,
        firstTokenMs,
        ms,
        ...withRef('error', error),
      },
    ])
  }
  try {
    const end = await model.stream(call, (delta) => {
      firstTokenMs ??= performance.now() - started
      answer += delta
      onText(delta)
    })
    record(end, '')
    return end
  } catch (error) {
    record(undefined, error instanceof ModelError ? error.reason : msg('model_not_asked'))
    throw error
  }
}
/** Traces of visitors' turns contain no prompts and answers. */
const NOT_SHOWN = { prompt: '', answer: '' }

/** Without reported usage: the prompt and all generated text. Free if the model failed before its first word. */
export function estimateUsage(
  model: Pick<Model, 'name'>,
  call: ModelCall,
  { answer, wasRead }: { readonly answer: string; readonly wasRead: boolean },
): TokenUsage {
  const pictures = picturesIn(call) * maxImageTokens(model.name)
  return {
    inputTokens: wasRead ? estimateTokens(promptText(call)) + pictures : 0,
    outputTokens: estimateTokens(answer),
  }
}

const promptText = ({ system, messages }: ModelCall): string =>
  [system, ...messages.map(({ role, content }) => `[${role}] ${content}`)].join('\n\n')

const AUXILIARY_TOKENS = 300

interface AuxiliaryQuestion {
  readonly system: string
  readonly message: string
  readonly json: NonNullable<ModelCall['json']>
  /** The agent's own model when undefined. */
  readonly model: string | undefined
  readonly timeoutMs: number
}

/** Undefined without an answer in time, or once the hold is used up. Rejects only when the turn is stopped. */
export async function askAuxiliaryModel(
  context: TurnScope<ModelDeps>,
  { system, message, json, model, timeoutMs }: AuxiliaryQuestion,
): Promise<string | undefined> {
  const { deps, meter, accepted, running } = context
  if (meter.platformCost() > 0 && meter.cost() >= accepted.hold) return undefined
  try {
    const signal = AbortSignal.any([running.abort.signal, AbortSignal.timeout(timeoutMs)])
    const messages = [{ role: 'user' as const, content: message }]
    let answer = ''
    await callMetered(
      context,
      { model: await modelNamed(context, model), purpose: 'search' },
      { system, messages, temperature: 0, maxTokens: AUXILIARY_TOKENS, signal, json },
      (delta) => (answer += delta),
    )
    return answer
  } catch (error) {
    if (running.abort.signal.aborted) throw error
    deps.log.warn({ err: error, agentId: accepted.agent.agentId }, 'auxiliary model call failed')
    return undefined
  }
}

export const meterSettings = (creditValueUsd: number, model: Model) => ({
  paidBy: model.paidBy,
  price: priceOf(model.name),
  settings: { ...METER_DEFAULTS, creditValueUsd },
})

export function createMeter(creditValueUsd: number): Meter {
  const usage = { inputTokens: 0, outputTokens: 0 }
  let platform: Milli = 0
  let ownKey: Milli = 0
  const units: UsedUnits[] = []
  return {
    add(model, used) {
      usage.inputTokens += used.inputTokens
      usage.outputTokens += used.outputTokens
      addUnits(units, usedUnits(model, used))
      const cost = turnCost({ ...meterSettings(creditValueUsd, model), usage: used })
      if (model.paidBy === 'platform') {
        platform += cost
        return cost
      }
      const added = Math.max(0, cost - ownKey)
      ownKey += added
      return added
    },
    cost: () => platform + ownKey,
    platformCost: () => platform,
    usage: () => ({ ...usage }),
    units: () => units,
  }
}
