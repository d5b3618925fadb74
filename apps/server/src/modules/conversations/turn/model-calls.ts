// Calls of models in a turn: which one answers to a name, and every call on the bill and in the trace.
import { pictureTokens, seesPictures } from '../../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import { toCredits } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import { type Model, type ModelCall, type ModelEnd, ModelError } from '../ports.ts'
import { picturesIn, withoutPictures } from './attachments.ts'
import { STOPPED } from './running-turns.ts'
import { note, type Talk } from './turn-context.ts'

const MAX_TRACED = 20_000

export async function modelNamed(talk: Talk, name: string | undefined): Promise<Model> {
  const { agent, model } = talk.accepted
  if (!name || name === agent.effective.model) return model
  return talk.engine.deps.models.open(talk.ctx, agent.workspaceId, name)
}

/** Calls a model, puts it on the bill whatever comes of it, and notes it in the trace. */
export async function counted(
  talk: Talk,
  { model, purpose }: { model: Model; purpose: 'router' | 'answer' | 'search' },
  asked: ModelCall,
  say: (delta: string) => void,
): Promise<ModelEnd> {
  const call = seesPictures(model.name) ? asked : withoutPictures(asked)
  const started = performance.now()
  let firstTokenMs: number | undefined
  let answer = ''
  const bill = (end: ModelEnd | undefined, error: string) => {
    const used = end?.usage ?? estimate(talk, model, call, answer)
    const credits = toCredits(talk.meter.add(model, used))
    const { name, paidBy } = model
    const said = end && end.calls.length > 0 ? `${answer}\n${JSON.stringify(end.calls)}` : answer
    const shown = talk.watched ? { prompt: cut(promptText(call), MAX_TRACED), answer: cut(said, MAX_TRACED) } : SILENT
    const ms = performance.now() - started
    note(talk, [{ type: 'model', purpose, model: name, paidBy, ...shown, ...used, credits, firstTokenMs, ms, error }])
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
function estimate({ running: { abort } }: Talk, model: Model, call: ModelCall, answer: string) {
  const read = answer !== '' || abort.signal.reason === STOPPED
  const seen = picturesIn(call) * pictureTokens(model.name)
  return { inputTokens: read ? estimateTokens(promptText(call)) + seen : 0, outputTokens: estimateTokens(answer) }
}

const promptText = ({ system, messages }: ModelCall): string =>
  [system, ...messages.map(({ role, content }) => `[${role}] ${content}`)].join('\n\n')
