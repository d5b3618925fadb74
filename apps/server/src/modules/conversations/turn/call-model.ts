// A model's two jobs in a turn: decide the next node in the graph, and speak.
import { supportsVision } from '../../billing/index.ts'
import type { AttachedText } from '@parlance/contract/conversations/attachments'
import { createCitationReader } from '@parlance/contract/conversations/citations'
import { systemPrompt } from '@parlance/engine/prompt'
import { decisionSchema, parseDecision } from '@parlance/engine/parse-decision'
import type { Source } from '@parlance/contract/conversations/schemas'
import type { Command, EngineEvent, TurnState } from '@parlance/contract/engine/types'
import { routerPrompt } from '@parlance/engine/router'
import { fillInstructions } from '@parlance/engine/speaking-prompt'
import { systemToolSpec } from '@parlance/engine/system-tools'
import { urlsIn } from '@parlance/engine/items/urls'
import type { ToolSpec } from '@parlance/contract/tools/schemas'
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import { type Model, type ModelCall, type ModelEnd, ModelError, type ModelMessage } from '../ports.ts'
import { picturesIn, visitorMessage, withoutPictures } from './attachments.ts'
import { localNow } from './local-now.ts'
import { callMetered, type ModelDeps, modelNamed } from './model-calls.ts'
import { asksSomething } from './retrieve.ts'
import { sendParts } from './running-turns.ts'
import { addText, newParagraph } from './stream-parts.ts'
import type { TurnContext } from './turn-context.ts'

type ModelContext = TurnContext<ModelDeps>

type Of<T extends Command['type']> = Extract<Command, { type: T }>

const DECISION_TOKENS = 800
export async function decide(context: ModelContext, command: Of<'decide'>): Promise<EngineEvent> {
  const { agent, request } = context.accepted
  const { node } = command
  try {
    const { system, messages } = routerPrompt(command, {
      text: request.text,
      history: await context.history,
      today: localNow(context.ctx, agent).today,
    })
    const call: ModelCall = {
      system,
      messages,
      temperature: node.routerLlmConfig?.temperature ?? 0,
      maxTokens: Math.max(node.routerLlmConfig?.maxTokens ?? DECISION_TOKENS, 100),
      signal: context.running.abort.signal,
      json: { name: 'decision', schema: decisionSchema(command) },
    }
    const name = node.routerLlmConfig?.model ?? node.llmConfig?.model
    const answer = await withFallback(context, name, async (model) => {
      let text = ''
      await callMetered(context, { model, purpose: 'router' }, call, (delta) => (text += delta))
      return text
    })
    return { type: 'decided', ...parseDecision(answer) }
  } catch (error) {
    if (context.running.abort.signal.aborted) throw error
    context.deps.log.warn({ err: error, agentId: agent.agentId }, 'the router model failed')
    return {
      type: 'undecided',
      detail: error instanceof ModelError ? error.reason : error instanceof Error ? error.message.slice(0, 300) : '',
    }
  }
}

export interface SpeechInput {
  readonly state: TurnState
  /** Tool calls of models and their results, in this turn. */
  readonly calls: readonly ModelMessage[]
  /** Passages given to the model that spoke last. */
  readonly passages: readonly Source[]
  readonly onFirstToken: () => void
}

export interface Speech {
  readonly event: EngineEvent
  readonly passages: readonly Source[]
  readonly finishReason: 'stop' | 'length' | 'other'
  /** The model's tool calls, as the message before their results. */
  readonly calls: readonly ModelMessage[]
}

export async function speak(context: ModelContext, command: Of<'speak'>, before: SpeechInput): Promise<Speech> {
  const { agent, request } = context.accepted
  const { node } = command
  const asks = await asksSomething(context)
  const passages = command.continued ? before.passages : asks ? await retrievePassages(context, command) : []
  const attached = await context.attachments(node.llmConfig?.model || context.accepted.model.name)
  const call: ModelCall = {
    system: speakerPrompt(context, command, { state: before.state, passages, asks, attached: attached.texts }),
    messages: [...(await context.history), visitorMessage(request.text, attached), ...before.calls],
    temperature: node.llmConfig?.temperature ?? agent.effective.temperature,
    maxTokens: node.llmConfig?.maxTokens ?? agent.effective.maxTokens,
    signal: context.running.abort.signal,
    tools: toolSpecs(context, command, before.state.turn.channel),
    mayBeSilent: command.continued && context.running.turn.body.length > 0,
  }
  let text = ''
  let hasText = false
  const { citable } = context.retrieval
  const reader = createCitationReader(() => (agent.effective.kb.showSources ? citable() : 0))
  const show = (delta: string) => {
    if (delta === '') return
    if (text === '') sendParts(context.running.listeners, newParagraph(context.running.turn))
    text += delta
    sendParts(context.running.listeners, addText(context.running.turn, delta))
  }
  const say = (delta: string) => {
    before.onFirstToken()
    hasText ||= delta !== ''
    // Without passages there is nothing to cite, so brackets are plain text.
    show(citable() > 0 ? reader.push(delta) : delta)
  }
  const end = await withFallback(
    context,
    node.llmConfig?.model,
    (model) => callWithPictures(context, model, { call, say, hasText: () => hasText }),
    () => hasText,
  )
  show(reader.end())
  const urls = passages.flatMap((passage) => [...urlsIn(passage.text)])
  return {
    event: { type: 'spoke', text, calls: end.calls, urls },
    passages,
    finishReason: end.finishReason === 'tools' ? 'stop' : end.finishReason,
    calls: end.calls.length > 0 ? [{ role: 'assistant', content: text, calls: end.calls }] : [],
  }
}

/** Asks the agent's fallback model if the first one fails before its first word. */
async function withFallback<T>(
  context: ModelContext,
  name: string | undefined,
  ask: (model: Model) => Promise<T>,
  hasText: () => boolean = () => false,
): Promise<T> {
  const { agent } = context.accepted
  const fallback = agent.config.vg_fallbackModel
  try {
    return await ask(await modelNamed(context, name))
  } catch (error) {
    const first = name || agent.effective.model
    if (!fallback || fallback === first || hasText() || context.running.abort.signal.aborted) throw error
    if (first === agent.effective.model && standsIn(context, fallback)) throw error
    context.deps.log.warn(
      { err: error, agentId: agent.agentId, fallback },
      'the model failed, the fallback model is asked',
    )
    return ask(await modelNamed(context, fallback))
  }
}

/** Whether this model was opened in place of the agent's own one. */
function standsIn({ accepted: { agent, model } }: ModelContext, name: string): boolean {
  return model.name !== providerOf(agent.effective.model).name && model.name === providerOf(name).name
}

/** A model that refuses pictures is asked again without them. */
async function callWithPictures(
  context: ModelContext,
  model: Model,
  { call, say, hasText }: { call: ModelCall; say: (delta: string) => void; hasText: () => boolean },
): Promise<ModelEnd> {
  try {
    return await callMetered(context, { model, purpose: 'answer' }, call, say)
  } catch (error) {
    const hasRefusedPictures =
      error instanceof ModelError && error.kind === 'refused' && picturesIn(call) > 0 && !hasText()
    if (!hasRefusedPictures || !supportsVision(model.name) || context.running.abort.signal.aborted) throw error
    context.deps.log.warn({ err: error, model: model.name }, 'a model refused a picture')
    return callMetered(context, { model, purpose: 'answer' }, withoutPictures(call), say)
  }
}

export const languageOf = ({ accepted: { request, agent } }: Pick<TurnContext, 'accepted'>): string =>
  request.page?.language ?? agent.config.lang

function speakerPrompt(
  context: ModelContext,
  command: Of<'speak'>,
  {
    state,
    passages,
    asks,
    attached,
  }: Pick<SpeechInput, 'state' | 'passages'> & {
    readonly asks: boolean
    readonly attached: readonly AttachedText[]
  },
): string {
  const { agent, request } = context.accepted
  const general = fillInstructions(
    { state: state.state, graph: context.graph },
    agent.effective.instructions,
    state.turn.language,
  )
  return systemPrompt({
    agentTitle: agent.title,
    instructions: [general, command.instructions].filter(Boolean).join('\n\n'),
    passages,
    cites: agent.effective.kb.showSources,
    searched: agent.effective.kb.enabled && asks && !leavesSearching(command),
    searches: searchesItself(command),
    language: languageOf(context),
    page: request.page,
    ...localNow(context.ctx, agent),
    attached,
    people: context.people.note,
  })
}

const searchesItself = ({ systemTools }: Of<'speak'>): boolean => systemTools.includes('search_knowledge')
/** The model searches, or could have until it ran out of calls. */
const leavesSearching = (command: Of<'speak'>): boolean =>
  searchesItself(command) || (command.continued && command.node.kb?.smartSearch === true)

async function retrievePassages(context: ModelContext, command: Of<'speak'>) {
  const { agent } = context.accepted
  const { node } = command
  const enabled = agent.effective.kb.enabled && (node.kb?.enabled ?? true)
  if (!enabled || searchesItself(command)) return []
  const question = await context.retrieval.question(node)
  const found = await context.retrieval.search(question, {
    limit: node.kb?.maxChunks ?? agent.effective.kb.maxChunks,
    tags: node.kb?.tags,
  })
  if (!agent.effective.kb.showSources) return found
  const added = found.filter(
    (source) => !context.running.sources.some(({ docId, text }) => docId === source.docId && text === source.text),
  )
  // Readers get them at the end, when it is known whether the answer uses them.
  context.running.sources = [...context.running.sources, ...added.map((source) => ({ ...source, late: true }))]
  return found
}

function toolSpecs(
  { offer, graph }: Pick<TurnContext, 'offer' | 'graph'>,
  { toolIds, systemTools }: Of<'speak'>,
  channel: string,
): ToolSpec[] {
  const own = offer.tools.filter(({ id }) => toolIds.includes(id)).map(({ spec }) => spec)
  return [...own, ...systemTools.map((tool) => systemToolSpec(tool, graph, channel))]
}
