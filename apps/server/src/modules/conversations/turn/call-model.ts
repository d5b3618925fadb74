// The two things a model is asked in a turn: where to go, and what to say.
import { seesPictures } from '../../billing/index.ts'
import type { AttachedText } from '@parlance/contract/conversations/attachments'
import { createCitationReader } from '@parlance/contract/conversations/citations'
import { systemPrompt } from '@parlance/engine/prompt'
import { isSmallTalk } from './small-talk.ts'
import { addText, newParagraph } from './stream-parts.ts'
import { decisionSchema, parseDecision } from '@parlance/engine/decision'
import type { Source } from '@parlance/contract/conversations/schemas'
import type { Command, EngineEvent, TurnState } from '@parlance/contract/engine/types'
import { routerPrompt } from '@parlance/engine/router'
import { fillInstructions } from '@parlance/engine/speaking'
import { systemToolSpec } from '@parlance/engine/system-tools'
import { urlsIn } from '@parlance/engine/items/urls'
import type { ToolSpec } from '@parlance/contract/tools/schemas'
import { type Model, type ModelCall, type ModelEnd, ModelError, type ModelMessage } from '../ports.ts'
import { picturesIn, visitorMessage, withoutPictures } from './model-attachments.ts'
import { callMetered, modelNamed } from './model-calls.ts'
import { tell } from './running-turns.ts'
import type { TurnContext } from './turn-context.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

/** A decision is a few words; a longer one has gone astray. */
const DECISION_TOKENS = 800
export async function decide(context: TurnContext, command: Of<'decide'>): Promise<EngineEvent> {
  const { agent, request } = context.accepted
  const { node } = command
  try {
    const model = await modelNamed(context, node.routerLlmConfig?.model ?? node.llmConfig?.model)
    const { system, messages } = routerPrompt(command, {
      text: request.text,
      history: await context.history,
      today: today(context),
    })
    const call: ModelCall = {
      system,
      messages,
      temperature: node.routerLlmConfig?.temperature ?? 0,
      maxTokens: Math.max(node.routerLlmConfig?.maxTokens ?? DECISION_TOKENS, 100),
      signal: context.running.abort.signal,
      json: { name: 'decision', schema: decisionSchema(command) },
    }
    let answer = ''
    await callMetered(context, { model, purpose: 'router' }, call, (delta) => (answer += delta))
    return { type: 'decided', ...parseDecision(answer) }
  } catch (error) {
    if (context.running.abort.signal.aborted) throw error
    context.runtime.deps.log.warn({ err: error, agentId: agent.agentId }, 'the router gave no decision')
    return { type: 'undecided', detail: error instanceof Error ? error.message.slice(0, 300) : '' }
  }
}

/** What a turn has so far, for the model that speaks now. */
export interface Speaking {
  readonly state: TurnState
  /** Calls of models and their answers, in this turn. */
  readonly calls: readonly ModelMessage[]
  /** Those the model that spoke last was given. */
  readonly passages: readonly Source[]
  readonly onFirstToken: () => void
}

export interface Spoken {
  readonly event: EngineEvent
  readonly passages: readonly Source[]
  readonly finishReason: 'stop' | 'length' | 'other'
  /** The model's calls of tools, as a message that their answers follow. */
  readonly calls: readonly ModelMessage[]
}

export async function speak(context: TurnContext, command: Of<'speak'>, before: Speaking): Promise<Spoken> {
  const { agent, request } = context.accepted
  const { node } = command
  const passages = command.continued ? before.passages : await passagesFor(context, node)
  const attached = await context.attachments(node.llmConfig?.model || context.accepted.model.name)
  const call: ModelCall = {
    system: speakerPrompt(context, command, { state: before.state, passages, attached: attached.texts }),
    messages: [...(await context.history), visitorMessage(request.text, attached), ...before.calls],
    temperature: node.llmConfig?.temperature ?? agent.effective.temperature,
    maxTokens: node.llmConfig?.maxTokens ?? agent.effective.maxTokens,
    signal: context.running.abort.signal,
    tools: specsOf(context, command),
  }
  let text = ''
  let heard = false
  const { numbered } = context.retrieval
  const reader = createCitationReader(() => (agent.effective.kb.showSources ? numbered() : 0))
  const show = (delta: string) => {
    if (delta === '') return
    if (text === '' && command.continued) tell(context.running.listeners, newParagraph(context.running.turn))
    text += delta
    tell(context.running.listeners, addText(context.running.turn, delta))
  }
  const say = (delta: string) => {
    before.onFirstToken()
    heard ||= delta !== ''
    // Without passages there is nothing to cite: brackets are the model's own.
    show(numbered() > 0 ? reader.push(delta) : delta)
  }
  const end = await withFallback(context, node.llmConfig?.model, call, say, () => heard)
  show(reader.end())
  const urls = passages.flatMap((passage) => [...urlsIn(passage.text)])
  return {
    event: { type: 'spoke', text, calls: end.calls, urls },
    passages,
    finishReason: end.finishReason === 'tools' ? 'stop' : end.finishReason,
    calls: end.calls.length > 0 ? [{ role: 'assistant', content: text, calls: end.calls }] : [],
  }
}

/** The agent's fallback model answers where the first one failed before its first word. */
async function withFallback(
  context: TurnContext,
  name: string | undefined,
  call: ModelCall,
  say: (delta: string) => void,
  spoke: () => boolean,
): Promise<ModelEnd> {
  const { agent } = context.accepted
  const fallback = agent.config.vg_fallbackModel
  try {
    return await seeing(context, await modelNamed(context, name), { call, say, spoke })
  } catch (error) {
    const first = name ?? agent.effective.model
    if (!fallback || fallback === first || spoke() || context.running.abort.signal.aborted) throw error
    context.runtime.deps.log.warn({ err: error, agentId: agent.agentId, fallback }, 'the fallback model answers')
    return callMetered(context, { model: await modelNamed(context, fallback), purpose: 'answer' }, call, say)
  }
}

/** A model that refuses pictures all the same is asked once more without them. */
async function seeing(
  context: TurnContext,
  model: Model,
  { call, say, spoke }: { call: ModelCall; say: (delta: string) => void; spoke: () => boolean },
): Promise<ModelEnd> {
  try {
    return await callMetered(context, { model, purpose: 'answer' }, call, say)
  } catch (error) {
    const blind = error instanceof ModelError && error.kind === 'refused' && picturesIn(call) > 0 && !spoke()
    if (!blind || !seesPictures(model.name) || context.running.abort.signal.aborted) throw error
    context.runtime.deps.log.warn({ err: error, model: model.name }, 'a model refused a picture')
    return callMetered(context, { model, purpose: 'answer' }, withoutPictures(call), say)
  }
}

export const languageOf = ({ accepted: { request, agent } }: Pick<TurnContext, 'accepted'>): string =>
  request.page?.language ?? agent.config.lang

export const today = ({ ctx }: Pick<TurnContext, 'ctx'>): string => ctx.now().toISOString().slice(0, 10)

function speakerPrompt(
  context: TurnContext,
  { instructions }: Of<'speak'>,
  { state, passages, attached }: Pick<Speaking, 'state' | 'passages'> & { readonly attached: readonly AttachedText[] },
): string {
  const { agent, request } = context.accepted
  const general = fillInstructions(
    { state: state.state, graph: context.graph },
    agent.effective.instructions,
    state.turn.language,
  )
  return systemPrompt({
    agentTitle: agent.title,
    instructions: [general, instructions].filter(Boolean).join('\n\n'),
    passages,
    cites: agent.effective.kb.showSources,
    searched: agent.effective.kb.enabled && asksSomething(request),
    language: languageOf(context),
    page: request.page,
    today: today(context),
    attached,
  })
}

/** A greeting, or files without a word, are no question to the knowledge base. */
const asksSomething = ({ text, words = text }: TurnContext['accepted']['request']): boolean =>
  words !== '' && !isSmallTalk(words)

async function passagesFor(context: TurnContext, node: Of<'speak'>['node']) {
  const { agent, request } = context.accepted
  const enabled = agent.effective.kb.enabled && (node.kb?.enabled ?? true) && asksSomething(request)
  if (!enabled) return []
  const question = await context.retrieval.question(node)
  const found = await context.retrieval.search(question, {
    limit: node.kb?.maxChunks ?? agent.effective.kb.maxChunks,
    tags: node.kb?.tags,
  })
  if (!agent.effective.kb.showSources) return found
  const fresh = found.filter(
    (source) => !context.running.sources.some(({ docId, text }) => docId === source.docId && text === source.text),
  )
  // Readers are told at the end: only then is it known whether the answer came of them.
  context.running.sources = [...context.running.sources, ...fresh.map((source) => ({ ...source, late: true }))]
  return found
}

function specsOf({ offer, graph }: TurnContext, { toolIds, systemTools }: Of<'speak'>): ToolSpec[] {
  const own = offer.tools.filter(({ id }) => toolIds.includes(id)).map(({ spec }) => spec)
  return [...own, ...systemTools.map((tool) => systemToolSpec(tool, graph))]
}
