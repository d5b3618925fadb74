/** Plays conversations of an agent's graph with the sandbox model, using the product's engine and prompts. */
import type { AgentConfig, TemplateId } from '@parlance/contract/agents/schemas'
import { effectivePrompt, newAgentConfig } from '@parlance/engine/agents/draft'
import { templateConfig } from '@parlance/engine/templates/template-config'
import { systemPrompt } from '@parlance/engine/prompt'
import { compile, needsNoRouter } from '@parlance/engine/compile'
import { decisionSchema, parseDecision } from '@parlance/engine/parse-decision'
import type {
  Command,
  EngineEvent,
  EngineState,
  EngineTool,
  Graph,
  SystemTool,
  TraceEntry,
  TurnState,
} from '@parlance/contract/engine/types'
import { routerPrompt } from '@parlance/engine/router'
import { begin, step } from '@parlance/engine/step'
import { systemToolSpec } from '@parlance/engine/system-tools'
import { plainText } from '@parlance/contract/items/plain'
import { composeReply } from '../compose-reply.ts'
import type { Passage } from '../prompts/prompt.ts'
import type { ChatMessage, JsonSchema } from '../protocol/types.ts'

/** A Saturday. */
export const TODAY = '2026-11-21'

export type Heard = {
  /** Everything the agent said in this turn. */
  said: string
  /** The node of the conversation after the turn. */
  node: string
  values: EngineState['variables']
  status: EngineState['status']
  trace: readonly TraceEntry[]
}
export type Setting = {
  passages?: (text: string) => readonly Pick<Passage, 'title' | 'text'>[]
  tools?: readonly EngineTool[]
  /** The results of tools. */
  answers?: Readonly<Record<string, string>>
}

export const template = (id: TemplateId, more: Partial<AgentConfig> = {}): AgentConfig =>
  newAgentConfig({ title: 'Ada', ...templateConfig(id), ...more })

/** An open conversation: each call sends one message and returns the outcome. */
export function open(config: AgentConfig, setting: Setting = {}): (text: string) => Heard {
  const talk = new Talk(config, setting)
  return (text) => talk.turn(text)
}

class Talk {
  readonly #config: AgentConfig
  readonly #setting: Setting
  readonly #graph: Graph
  readonly #history: ChatMessage[]
  #state: EngineState | undefined
  #said: string[] = []
  #calls: ChatMessage[] = []

  constructor(config: AgentConfig, setting: Setting) {
    const graph = compile(config)
    if (!graph) throw new Error('an agent without a start')
    this.#config = config
    this.#setting = setting
    this.#graph = graph
    this.#history = effectivePrompt(config).greeting.map((content) => ({ role: 'assistant', content }))
  }

  turn(text: string): Heard {
    let now: TurnState = begin(this.#graph, this.#state, {
      tools: this.#setting.tools ?? [],
      without: withheld(this.#config, this.#graph),
    })
    this.#said = []
    this.#calls = []
    const trace: TraceEntry[] = []
    const events: EngineEvent[] = [{ type: 'visitor', text, channel: 'web-chat', today: TODAY }]
    for (let event = events.shift(); event; event = events.shift()) {
      const { next, commands, trace: entries } = step(this.#graph, now, event)
      now = next
      trace.push(...entries)
      events.push(...commands.flatMap((command) => this.#perform(command, text) ?? []))
    }
    this.#state = now.state
    const said = this.#said.join('\n\n')
    this.#history.push({ role: 'user', content: text }, { role: 'assistant', content: said })
    const { nodeId, variables, status } = now.state
    return { said, node: nodeId, values: variables, status, trace }
  }

  #perform(command: Command, text: string): EngineEvent | undefined {
    switch (command.type) {
      case 'decide':
        return this.#decide(command, text)
      case 'speak':
        return this.#speak(command, text)
      case 'say':
        return void this.#said.push(plainText(command.items))
      case 'answerCall':
        return void this.#calls.push({ role: 'tool', tool_call_id: command.id, content: command.text })
      case 'callTool': {
        const response = this.#setting.answers?.[command.toolId] ?? '{}'
        if (this.#calls.length > 0) this.#calls.push({ role: 'tool', tool_call_id: command.id, content: response })
        return { type: 'toolAnswered', id: command.id, result: toolResult(response) }
      }
      default:
        return undefined
    }
  }

  #decide(command: Extract<Command, { type: 'decide' }>, text: string): EngineEvent {
    const history = this.#history.map(({ role, content }) => ({
      role: role === 'user' ? ('user' as const) : ('assistant' as const),
      content: String(content),
    }))
    const { system, messages } = routerPrompt(command, { text, history, today: TODAY })
    const schema = decisionSchema(command) as JsonSchema
    const reply = composeReply({
      messages: [{ role: 'system', content: system }, ...messages],
      response_format: { type: 'json_schema', json_schema: { name: 'decision', schema } },
    })
    return { type: 'decided', ...parseDecision('text' in reply ? (reply.text ?? '') : '') }
  }

  #speak(command: Extract<Command, { type: 'speak' }>, text: string): EngineEvent {
    const own = (this.#setting.tools ?? []).filter(({ id }) => command.toolIds.includes(id)).map(({ spec }) => spec)
    const specs = [...own, ...command.systemTools.map((name) => systemToolSpec(name, this.#graph, 'web-chat'))]
    const system = systemPrompt({
      agentTitle: this.#config.title,
      instructions: [effectivePrompt(this.#config).instructions, command.instructions].filter(Boolean).join('\n\n'),
      passages: this.#setting.passages?.(text) ?? [],
      searched: true,
      language: undefined,
      page: undefined,
      today: TODAY,
    })
    const reply = composeReply({
      messages: [
        { role: 'system', content: system },
        ...this.#history,
        { role: 'user', content: text },
        ...this.#calls,
      ],
      ...(specs.length > 0 ? { tools: specs.map((spec) => ({ type: 'function' as const, function: spec })) } : {}),
    })
    const words = 'text' in reply ? (reply.text ?? '') : ''
    const made = 'toolCalls' in reply ? (reply.toolCalls ?? []) : []
    const calls = made.map((call, at) => ({ id: `c${this.#calls.length}-${at}`, ...call }))
    if (words) this.#said.push(words)
    if (calls.length > 0)
      this.#calls.push({
        role: 'assistant',
        content: words,
        tool_calls: calls.map(({ id, ...call }) => ({ id, type: 'function', function: call })),
      })
    return { type: 'spoke', text: words, calls }
  }
}

/** Agents with one prompt only speak; a hand-off is offered when the agent names people. */
function withheld({ nodes, UIhandoffTitle }: AgentConfig, graph: Graph): SystemTool[] {
  if (needsNoRouter(graph)) return ['hand_off', 'end_chat']
  return UIhandoffTitle !== '' || nodes.some(({ type }) => type === 'handoff') ? [] : ['hand_off']
}

const toolResult = (response: string) => ({
  ok: true,
  status: 200,
  durationMs: 1,
  request: { method: 'GET', url: '', headers: {}, body: '' },
  response,
  error: '',
  variables: {},
})
