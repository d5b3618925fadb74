// The two things a model is asked in a turn: where to go, and what to say.
import { estimateTokens, systemPrompt } from '@parlance/core/conversations/prompt'
import { isSmallTalk } from '@parlance/core/conversations/small-talk'
import { addSources, addText, newParagraph } from '@parlance/core/conversations/turn'
import { decisionSchema, parseDecision } from '@parlance/core/engine/decision'
import type { Command, EngineEvent } from '@parlance/core/engine/engine'
import { routerPrompt } from '@parlance/core/engine/router'
import { fillInstructions } from '@parlance/core/engine/speaking'
import { systemToolSpec } from '@parlance/core/engine/systemTools'
import { urlsIn } from '@parlance/core/items/urls'
import { cut } from '@parlance/core/kit/text'
import { toCredits } from '@parlance/core/kit/money'
import type { ToolSpec } from '@parlance/core/tools/tools'
import { type Model, type ModelCall, type ModelEnd, ModelError } from './conversations.port.ts'
import { searchFor } from './turns.search.ts'
import { STOPPED, tell } from './turns.running.ts'
import { note, type Talk } from './turns.talk.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

/** A decision is a few words; a longer one has gone astray. */
const DECISION_TOKENS = 800
const MAX_TRACED = 20_000

async function modelNamed(talk: Talk, name: string | undefined): Promise<Model> {
  const { agent, model } = talk.accepted
  if (!name || name === agent.effective.model) return model
  return talk.engine.deps.models.open(talk.ctx, agent.workspaceId, name)
}

export async function decide(talk: Talk, command: Of<'decide'>): Promise<EngineEvent> {
  const { agent, request } = talk.accepted
  const { node } = command
  try {
    const model = await modelNamed(talk, node.routerLlmConfig?.model ?? node.llmConfig?.model)
    const { system, messages } = routerPrompt(command, {
      text: request.text,
      history: await talk.history,
      today: today(talk),
    })
    const call: ModelCall = {
      system,
      messages,
      temperature: node.routerLlmConfig?.temperature ?? 0,
      maxTokens: Math.max(node.routerLlmConfig?.maxTokens ?? DECISION_TOKENS, 100),
      signal: talk.running.abort.signal,
      json: { name: 'decision', schema: decisionSchema(command) },
    }
    let answer = ''
    await counted(talk, { model, purpose: 'router' }, call, (delta) => (answer += delta))
    return { type: 'decided', ...parseDecision(answer) }
  } catch (error) {
    if (talk.running.abort.signal.aborted) throw error
    talk.engine.deps.log.warn({ err: error, agentId: agent.agentId }, 'the router gave no decision')
    return { type: 'undecided', detail: error instanceof Error ? error.message.slice(0, 300) : '' }
  }
}

export async function speak(talk: Talk, command: Of<'speak'>): Promise<EngineEvent> {
  const { agent, request } = talk.accepted
  const { node } = command
  if (!command.continued) talk.passages = await passagesFor(talk, node)
  const call: ModelCall = {
    system: speakerPrompt(talk, command),
    messages: [...(await talk.history), { role: 'user', content: request.text }, ...talk.calls],
    temperature: node.llmConfig?.temperature ?? agent.effective.temperature,
    maxTokens: node.llmConfig?.maxTokens ?? agent.effective.maxTokens,
    signal: talk.running.abort.signal,
    tools: specsOf(talk, command),
  }
  let text = ''
  const say = (delta: string) => {
    talk.firstTokenMs ??= performance.now() - talk.started
    if (text === '' && command.continued) tell(talk.running.listeners, newParagraph(talk.running.turn))
    text += delta
    tell(talk.running.listeners, addText(talk.running.turn, delta))
  }
  const end = await withFallback(talk, node.llmConfig?.model, call, say, () => text !== '')
  talk.finishReason = end.finishReason === 'tools' ? 'stop' : end.finishReason
  if (end.calls.length > 0) talk.calls.push({ role: 'assistant', content: text, calls: end.calls })
  const urls = talk.passages.flatMap((passage) => [...urlsIn(passage.text)])
  return { type: 'spoke', text, calls: end.calls, urls }
}

/** The agent's fallback model answers where the first one failed before its first word. */
async function withFallback(
  talk: Talk,
  name: string | undefined,
  call: ModelCall,
  say: (delta: string) => void,
  spoke: () => boolean,
): Promise<ModelEnd> {
  const { agent } = talk.accepted
  const fallback = agent.config.vg_fallbackModel
  try {
    return await counted(talk, { model: await modelNamed(talk, name), purpose: 'answer' }, call, say)
  } catch (error) {
    const first = name ?? agent.effective.model
    if (!fallback || fallback === first || spoke() || talk.running.abort.signal.aborted) throw error
    talk.engine.deps.log.warn({ err: error, agentId: agent.agentId, fallback }, 'the fallback model answers')
    return counted(talk, { model: await modelNamed(talk, fallback), purpose: 'answer' }, call, say)
  }
}

/** Calls a model, puts it on the bill whatever comes of it, and notes it in the trace. */
async function counted(
  talk: Talk,
  { model, purpose }: { model: Model; purpose: 'router' | 'answer' },
  call: ModelCall,
  say: (delta: string) => void,
): Promise<ModelEnd> {
  const started = performance.now()
  let firstTokenMs: number | undefined
  let answer = ''
  const bill = (end: ModelEnd | undefined, error: string) => {
    const used = end?.usage ?? estimate(talk, call, answer)
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
function estimate({ running: { abort } }: Talk, call: ModelCall, answer: string) {
  const read = answer !== '' || abort.signal.reason === STOPPED
  return { inputTokens: read ? estimateTokens(promptText(call)) : 0, outputTokens: estimateTokens(answer) }
}

const promptText = ({ system, messages }: ModelCall): string =>
  [system, ...messages.map(({ role, content }) => `[${role}] ${content}`)].join('\n\n')

export const today = ({ ctx }: Pick<Talk, 'ctx'>): string => ctx.now().toISOString().slice(0, 10)

function speakerPrompt(talk: Talk, { instructions }: Of<'speak'>): string {
  const { agent, request } = talk.accepted
  const { state } = talk.now
  const general = fillInstructions({ state, graph: talk.graph }, agent.effective.instructions)
  return systemPrompt({
    agentTitle: agent.title,
    instructions: [general, instructions].filter(Boolean).join('\n\n'),
    passages: talk.passages,
    searched: agent.effective.kb.enabled && !isSmallTalk(request.text),
    language: request.page?.language ?? agent.config.lang,
    page: request.page,
    today: today(talk),
  })
}

async function passagesFor(talk: Talk, node: Of<'speak'>['node']) {
  const { agent, request } = talk.accepted
  const enabled = agent.effective.kb.enabled && (node.kb?.enabled ?? true) && !isSmallTalk(request.text)
  if (!enabled) return []
  const found = await searchFor(talk, request.text, node.kb?.maxChunks ?? agent.effective.kb.maxChunks)
  const fresh = found.filter(
    (source) => !talk.running.sources.some(({ docId, text }) => docId === source.docId && text === source.text),
  )
  const late = talk.running.turn.body.length > 0
  talk.running.sources = [...talk.running.sources, ...fresh.map((source) => (late ? { ...source, late } : source))]
  tell(talk.running.listeners, addSources(talk.running.turn, fresh))
  return found
}

function specsOf({ offer, graph }: Talk, { toolIds, systemTools }: Of<'speak'>): ToolSpec[] {
  const own = offer.tools.filter(({ id }) => toolIds.includes(id)).map(({ spec }) => spec)
  return [...own, ...systemTools.map((tool) => systemToolSpec(tool, graph))]
}
