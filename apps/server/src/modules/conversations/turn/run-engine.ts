// Runs the node engine through one turn: does what it asks for, tells it what came of it, until it has nothing more to do.
import { offersPeople } from '@parlance/contract/conversations/lifecycle'
import { addItem, type Ending } from './stream-parts.ts'
import type { TokenUsage } from '../../billing/index.ts'
import {
  type Command,
  type EngineEvent,
  type EngineState,
  LIMITS,
  type Step,
  type SystemTool,
  type TraceEntry,
} from '@parlance/contract/engine/types'
import { begin, step } from '@parlance/engine/step'
import { losses } from '@parlance/engine/items/channels'
import type { Milli } from '@parlance/contract/lib/money'
import { cut } from '@parlance/contract/lib/text'
import { toolAnswer } from '@parlance/engine/tools/response'
import type { ToolCallResult, ToolChannel } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Accepted } from './answer.ts'
import { type Engine, NO_OFFER, type Offer, type TurnRequest } from './turn-deps.ts'
import { createMeter } from './usage-meter.ts'
import { decide, languageOf, speak, today } from './call-model.ts'
import { type RunningTurn, tell } from './running-turns.ts'
import { searchFor, storedHistory } from './retrieve.ts'
import { graphOf, note, type Talk } from './turn-context.ts'
import { type Searched, searchedIn } from './report-unanswered.ts'

export interface Outcome {
  readonly ending: Ending
  readonly usage: TokenUsage
  readonly cost: Milli
  readonly firstTokenMs: number | undefined
  readonly engine?: EngineState | undefined
  readonly trace?: readonly TraceEntry[] | undefined
  readonly state?: 'requested_chat' | 'ended_chat' | 'ai-chatting' | undefined
  /** Of a whole answer to a visitor that searched the knowledge base. */
  readonly searched?: Searched | undefined
}

/** `failed` says how a turn ends that a model or a fault of ours broke off. */
export async function run(
  engine: Engine,
  ctx: Ctx,
  running: RunningTurn,
  accepted: Accepted,
  failed: (error: unknown) => Ending,
): Promise<Outcome> {
  const talk = await openTalk(engine, ctx, running, accepted)
  let ending: Ending
  let searched: Searched | undefined
  try {
    await converse(talk)
    ending = { status: 'complete', finishReason: talk.finishReason }
    searched = await searchedIn(talk)
  } catch (error) {
    ending = failed(error)
  }
  return {
    ending,
    usage: talk.meter.usage(),
    cost: talk.meter.cost(),
    firstTokenMs: talk.firstTokenMs,
    searched,
    ...kept(talk, ending),
  }
}

/** A plain agent leaves nothing behind but its words; a turn that failed leaves the conversation where it was, for another try. */
function kept(talk: Talk, ending: Ending): Pick<Outcome, 'engine' | 'trace' | 'state'> {
  const { plain } = graphOf(talk.accepted.agent.config)
  const { state } = talk.now
  const before = talk.accepted.state
  const stays = plain && before === undefined && Object.keys(state.variables).length === 0 && state.status === 'talking'
  const wasAway = before !== undefined && before.status !== 'talking' && state.status === 'talking'
  return {
    ...(stays || ending.status === 'failed' ? {} : { engine: state }),
    ...(talk.watched || !plain || talk.offer.tools.length > 0 || talk.accepted.request.carried
      ? { trace: talk.trace }
      : {}),
    state: talk.state ?? (wasAway ? 'ai-chatting' : undefined),
  }
}

async function openTalk(engine: Engine, ctx: Ctx, running: RunningTurn, accepted: Accepted): Promise<Talk> {
  const { agent, request } = accepted
  const { graph, plain } = graphOf(agent.config)
  const offer = await offered(engine, ctx, accepted)
  const history = request.history ?? storedHistory(ctx, running.turn.metadata.conversationId, accepted)
  const now = begin(graph, accepted.state, { tools: offer.tools, without: withheld(agent.config, plain) })
  const talk: Talk = {
    engine,
    ctx,
    running,
    accepted,
    graph,
    offer,
    meter: createMeter(engine),
    history: Promise.resolve(history),
    calls: [],
    searches: new Map(),
    isBlind: false,
    question: undefined,
    numbers: new Map(),
    passages: [],
    attached: undefined,
    now: withVariables(now, request.debug?.variables),
    started: performance.now(),
    firstTokenMs: undefined,
    finishReason: 'stop',
    state: undefined,
    trace: running.trace,
    watched: request.channel === 'test',
  }
  // A failing read is met where it is awaited; until then it must not count as unhandled.
  talk.history.catch(() => undefined)
  for (const { server, error } of offer.faults)
    note(talk, [{ type: 'tool', toolId: `mcp:${server}`, name: server, arguments: '', result: { ok: false, error } }])
  return talk
}

/** The channel a turn behaves as: owners who try out their agent see the website's unless they choose another. */
export const channelOf = ({ channel, debug }: TurnRequest): ToolChannel =>
  debug?.channel ?? (channel === 'test' ? 'web-chat' : channel)

async function offered(engine: Engine, ctx: Ctx, { agent, request }: Accepted): Promise<Offer> {
  const { tools, functionsIds, mcpServers } = agent.config
  if (tools.length + functionsIds.length + mcpServers.length === 0) return NO_OFFER
  return engine.deps.tools.toolsFor(ctx, agent.workspaceId, {
    tools,
    functionsIds,
    mcpServers,
    channel: channelOf(request),
  })
}

/** Agents of one prompt speak and nothing else; people are offered where somebody said that there are any. */
function withheld(config: Accepted['agent']['config'], plain: boolean): SystemTool[] {
  if (plain) return ['hand_off', 'end_chat']
  return offersPeople(config) ? [] : ['hand_off']
}

function withVariables(now: Talk['now'], set: NonNullable<TurnRequest['debug']>['variables']): Talk['now'] {
  if (!set) return now
  const variables = { ...now.state.variables }
  for (const [name, value] of Object.entries(set)) {
    if (value === null) delete variables[name]
    else variables[name] = value
  }
  return { ...now, state: { ...now.state, variables } }
}

async function converse(talk: Talk): Promise<void> {
  const { request } = talk.accepted
  const first: EngineEvent = {
    type: 'visitor',
    text: request.text,
    channel: channelOf(request),
    today: today(talk),
    language: languageOf(talk),
    values: talk.accepted.values,
    nodeId: request.debug?.nodeId,
  }
  let steps = [move(talk, first)]
  for (;;) {
    const answers = await perform(
      talk,
      steps.flatMap(({ commands }) => commands),
    )
    if (answers.length === 0) {
      if (steps.at(-1)?.done) return
      throw new Error('the engine waits for nothing that was asked for')
    }
    steps = answers.map((event) => move(talk, event))
  }
}

function move(talk: Talk, event: EngineEvent): Step {
  const result = step(talk.graph, talk.now, event)
  talk.now = result.next
  note(talk, result.trace)
  return result
}

/** One after the other, in order; calls of tools beside each other. Answers what the engine is to hear, in that order. */
async function perform(talk: Talk, commands: readonly Command[]): Promise<EngineEvent[]> {
  const answers: Promise<EngineEvent>[] = []
  for (const command of commands) {
    switch (command.type) {
      case 'decide':
      case 'speak': {
        const over = overBudget(talk)
        if (over) answers.push(Promise.resolve({ type: 'exhausted', what: over }))
        else
          answers.push(
            Promise.resolve(await (command.type === 'decide' ? decide(talk, command) : speak(talk, command))),
          )
        break
      }
      case 'callTool':
        answers.push(call(talk, command))
        break
      default:
        act(talk, command)
    }
  }
  return Promise.all(answers)
}

function overBudget({ started, meter, accepted }: Talk): 'time' | 'cost' | undefined {
  if (performance.now() - started > LIMITS.turnMs) return 'time'
  // The first call may cost what was held for it; another one begins only while something of that is left.
  return meter.platformCost() > 0 && meter.cost() >= accepted.hold ? 'cost' : undefined
}

type Act = Extract<Command, { type: 'say' | 'answerCall' | 'handOff' | 'endChat' }>

function act(talk: Talk, command: Act): void {
  switch (command.type) {
    case 'say':
      talk.firstTokenMs ??= performance.now() - talk.started
      for (const item of command.items) tell(talk.running.listeners, addItem(talk.running.turn, item))
      note(
        talk,
        losses(command.items, channelOf(talk.accepted.request)).map((loss) => ({ type: 'loss' as const, ...loss })),
      )
      break
    case 'answerCall':
      talk.calls.push({ role: 'tool', id: command.id, name: command.name, content: command.text })
      break
    case 'handOff':
      talk.state = 'requested_chat'
      break
    case 'endChat':
      talk.state = 'ended_chat'
      break
  }
}

async function call(talk: Talk, command: Extract<Command, { type: 'callTool' }>): Promise<EngineEvent> {
  const { id, toolId } = command
  const tool = talk.offer.tools.find((offer) => offer.id === toolId)
  const result = toolId === 'search_knowledge' ? await searched(talk, command.arguments) : await called(talk, command)
  // A node's own call is no model's: only answers to a model's calls belong to its conversation.
  const asked = talk.calls.some((message) => 'calls' in message && message.calls.some((one) => one.id === id))
  if (asked)
    talk.calls.push({
      role: 'tool',
      id,
      name: tool?.spec.name ?? toolId,
      content: toolAnswer(result, tool?.responseMapping),
    })
  const args = cut(JSON.stringify(command.arguments), 5000)
  if (toolId !== 'search_knowledge')
    note(talk, [{ type: 'tool', toolId, name: tool?.spec.name ?? toolId, arguments: args, result }])
  return { type: 'toolAnswered', id, result }
}

function called(talk: Talk, command: Extract<Command, { type: 'callTool' }>): Promise<ToolCallResult> {
  const { engine, ctx, accepted, now, running } = talk
  const { tools, functionsIds, mcpServers } = accepted.agent.config
  const sources = { tools, functionsIds, mcpServers, channel: channelOf(accepted.request) }
  return engine.deps.tools.call(ctx, accepted.agent.workspaceId, sources, {
    toolId: command.toolId,
    arguments: command.arguments,
    variables: now.state.variables,
    signal: running.abort.signal,
  })
}

async function searched(talk: Talk, args: Readonly<Record<string, unknown>>): Promise<ToolCallResult> {
  const query =
    typeof args['query'] === 'string' ? args['query'] : (talk.accepted.request.words ?? talk.accepted.request.text)
  const started = performance.now()
  const { kb } = talk.accepted.agent.effective
  const found = await searchFor(talk, query, { limit: kb.maxChunks, tags: undefined })
  const late = found
    .filter(({ n }) => !talk.running.sources.some((known) => known.n === n))
    .map((source) => ({ ...source, late: true }))
  if (kb.showSources) talk.running.sources = [...talk.running.sources, ...late]
  const response = JSON.stringify(found.map(({ n, title, text }) => ({ n, title, text })))
  const request = { method: 'SEARCH', url: 'knowledge', headers: {}, body: query }
  return { ok: true, status: 200, durationMs: performance.now() - started, request, response, error: '', variables: {} }
}
