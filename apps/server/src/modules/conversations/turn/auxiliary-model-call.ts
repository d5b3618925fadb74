// Small questions to a model on the way to an answer. None of them may stop the turn or make it late.
import type { ModelCall } from '../ports.ts'
import { counted, modelNamed } from './model-calls.ts'
import type { Talk } from './turn-context.ts'

const TOKENS = 300

interface SmallQuestion {
  readonly system: string
  readonly message: string
  readonly json: NonNullable<ModelCall['json']>
  /** The agent's own when undefined. */
  readonly model: string | undefined
  readonly ms: number
}

/** The answer, as it came; undefined where none came in time, or the turn has used what was held for it. Rejects only when the turn is stopped. */
export async function askSmall(
  talk: Talk,
  { system, message, json, model, ms }: SmallQuestion,
): Promise<string | undefined> {
  const { meter, accepted, running, engine } = talk
  if (meter.platformCost() > 0 && meter.cost() >= accepted.hold) return undefined
  try {
    const signal = AbortSignal.any([running.abort.signal, AbortSignal.timeout(ms)])
    const messages = [{ role: 'user' as const, content: message }]
    let answer = ''
    await counted(
      talk,
      { model: await modelNamed(talk, model), purpose: 'search' },
      { system, messages, temperature: 0, maxTokens: TOKENS, signal, json },
      (delta) => (answer += delta),
    )
    return answer
  } catch (error) {
    if (running.abort.signal.aborted) throw error
    engine.deps.log.warn({ err: error, agentId: accepted.agent.agentId }, 'a small question to a model stayed open')
    return undefined
  }
}
