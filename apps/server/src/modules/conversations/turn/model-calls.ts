// Calls of models in a turn: each is metered and noted in the trace.
import { type ModelCall, type Model, type ModelEnd, ModelError } from '../ports.ts'
import { type TurnScope, addTrace } from './turn-context.ts'
import { pictureTokens, seesPictures } from '../../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import { toCredits } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import { picturesIn, withoutPictures } from './model-attachments.ts'
import { STOPPED } from './running-turns.ts'

const MAX_TRACED = 20_000

export async function modelNamed(context: TurnScope, name: string | undefined): Promise<Model> {
  const { agent, model } = context.accepted
  if (!name || name === agent.effective.model) return model
  return context.runtime.deps.models.open(context.ctx, agent.workspaceId, name)
}

/** Calls a model, puts it on the bill whatever comes of it, and notes it in the trace. */
export async function callMetered(
  context: TurnScope,
  { model, purpose }: { model: Model; purpose: 'router' | 'answer' | 'search' },
  asked: ModelCall,
  say: (delta: string) => void,
): Promise<ModelEnd> {
  const call = seesPictures(model.name) ? asked : withoutPictures(asked)
  const started = performance.now()
  let firstTokenMs: number | undefined
  let answer = ''
  const bill = (end: ModelEnd | undefined, error: string) => {
    const used = end?.usage ?? estimate(context, model, call, answer)
    const credits = toCredits(context.meter.add(model, used))
    const { name, paidBy } = model
    const said = end && end.calls.length > 0 ? `${answer}\n${JSON.stringify(end.calls)}` : answer
    const shown = context.watched
      ? { prompt: cut(promptText(call), MAX_TRACED), answer: cut(said, MAX_TRACED) }
      : SILENT
    const ms = performance.now() - started
    addTrace(context, [
      { type: 'model', purpose, model: name, paidBy, ...shown, ...used, credits, firstTokenMs, ms, error },
    ])
  }
  try {
    const end = await model.stream(call, (delta) => {
      firstTokenMs ??= performance.now() - started
      answer += delta
      say(delta)
    })
    bill(end, '')
    return end
  } catch (error) {
    bill(undefined, error instanceof ModelError ? error.message.slice(0, 500) : 'The model could not be asked.')
    throw error
  }
}
const SILENT = { prompt: '', answer: '' }

/**
 * Where no provider says what was used: all it was given, and what was generated, whether or not it was delivered.
 * A model that failed before its first word costs nothing; one that a reader stopped had read the question.
 */
function estimate({ running: { abort } }: TurnScope, model: Model, call: ModelCall, answer: string) {
  const read = answer !== '' || abort.signal.reason === STOPPED
  const seen = picturesIn(call) * pictureTokens(model.name)
  return { inputTokens: read ? estimateTokens(promptText(call)) + seen : 0, outputTokens: estimateTokens(answer) }
}

const promptText = ({ system, messages }: ModelCall): string =>
  [system, ...messages.map(({ role, content }) => `[${role}] ${content}`)].join('\n\n')

const TOKENS = 300

interface AuxiliaryQuestion {
  readonly system: string
  readonly message: string
  readonly json: NonNullable<ModelCall['json']>
  /** The agent's own when undefined. */
  readonly model: string | undefined
  readonly ms: number
}

/** The answer, as it came; undefined where none came in time, or the turn has used what was held for it. Rejects only when the turn is stopped. */
export async function askAuxiliaryModel(
  context: TurnScope,
  { system, message, json, model, ms }: AuxiliaryQuestion,
): Promise<string | undefined> {
  const { meter, accepted, running, runtime } = context
  if (meter.platformCost() > 0 && meter.cost() >= accepted.hold) return undefined
  try {
    const signal = AbortSignal.any([running.abort.signal, AbortSignal.timeout(ms)])
    const messages = [{ role: 'user' as const, content: message }]
    let answer = ''
    await callMetered(
      context,
      { model: await modelNamed(context, model), purpose: 'search' },
      { system, messages, temperature: 0, maxTokens: TOKENS, signal, json },
      (delta) => (answer += delta),
    )
    return answer
  } catch (error) {
    if (running.abort.signal.aborted) throw error
    runtime.deps.log.warn({ err: error, agentId: accepted.agent.agentId }, 'a small question to a model stayed open')
    return undefined
  }
}
