// Lets the model speak and handles its tool calls: system tools at once, others by command.
import { englishOf, msg, withRef } from '@parlance/i18n/messages'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { checkItems } from './items/check.ts'
import { urlsIn } from './items/urls.ts'
import { cut } from '@parlance/contract/lib/text'
import {
  type EngineEvent,
  type EngineTool,
  LIMITS,
  SYSTEM_TOOLS,
  type SystemTool,
  type ToolCall,
} from '@parlance/contract/engine/types'
import { isSettable, takeValue } from './variables.ts'
import {
  updateState,
  currentNode,
  updateTurn,
  recordVisitedNode,
  type Run,
  say,
  stopAtLimit,
  countModelCall,
} from './run.ts'
import { speakingPrompt } from './speaking-prompt.ts'

/** Requests speech. Near a limit no tools are offered, so that the model answers. */
export function speak(run: Run, node: AgentNode, how: { continued?: boolean; passing?: boolean } = {}): undefined {
  const { continued = false, passing = false } = how
  if (!countModelCall(run)) return stopAtLimit(run, 'modelCalls')
  const toolless = run.turn.toolCalls >= LIMITS.toolCalls || run.turn.modelCalls >= LIMITS.modelCalls
  updateTurn(run, { waiting: 'speech', passing, toolless })
  const silent = passing || toolless
  run.commands.push({
    type: 'speak',
    node,
    instructions: speakingPrompt(run, node),
    toolIds: silent ? [] : toolsOfNode(run, node).map(({ id }) => id),
    systemTools: silent ? [] : systemToolsOfNode(run, node),
    continued,
  })
  recordVisitedNode(run, node)
  return undefined
}

/** Tools available at a node: its own, global ones and those of its MCP servers. */
export function toolsOfNode(run: Run, node: AgentNode): EngineTool[] {
  return run.turn.tools.filter(
    ({ id, isGlobal }) =>
      isGlobal || node.toolsIds.includes(id) || node.mcpServers.some((server) => id.startsWith(`mcp:${server}:`)),
  )
}

/** Not at collect nodes, whose values come from the router. */
export function systemToolsOfNode(run: Run, node: AgentNode): SystemTool[] {
  const offered: Record<SystemTool, boolean> = {
    search_knowledge: node.kb?.smartSearch === true && node.kb.enabled,
    set_variable: node.type !== 'collect' && [...run.graph.names].some((name) => isSettable(run, name)),
    hand_off: true,
    end_chat: true,
    send_ui: run.graph.uiEngine,
  }
  return SYSTEM_TOOLS.filter((tool) => offered[tool] && !run.turn.without.includes(tool))
}

/**
 * Handles the model's speech. The model continues after tool results, unless it closed the conversation, or showed
 * items and called nothing else: those are its answer.
 */
export function handleSpeech(
  run: Run,
  event: Extract<EngineEvent, { type: 'spoke' }>,
): 'goOn' | 'wait' | 'closed' | 'stopped' {
  updateTurn(run, { waiting: undefined, spoke: run.turn.spoke || event.text.trim() !== '' })
  if (event.calls.length === 0 || run.turn.passing) return 'goOn'
  if (run.turn.toolless) {
    stopAtLimit(run, run.turn.toolCalls >= LIMITS.toolCalls ? 'toolCalls' : 'modelCalls')
    return 'stopped'
  }
  const node = currentNode(run)
  const urls = new Set([...run.graph.urls, ...run.turn.urls, ...(event.urls ?? [])])
  const outcomes = event.calls.map((call) => answerCall(run, node, call, urls))
  if (run.turn.pending.length > 0) {
    updateTurn(run, { waiting: 'tools' })
    return 'wait'
  }
  if (run.turn.closing) return 'closed'
  const isAnswer = outcomes.includes('shown') && outcomes.every((outcome) => outcome === 'shown' || outcome === 'done')
  if (!isAnswer) {
    speak(run, node, { continued: true })
    return 'wait'
  }
  return 'goOn'
}

type Outcome = 'done' | 'shown' | 'failed' | 'pending'

function answerCall(run: Run, node: AgentNode, call: ToolCall, urls: ReadonlySet<string>): Outcome {
  const args = argumentsOf(call.arguments)
  const answer = (ok: boolean, text: string): Outcome => {
    run.commands.push({ type: 'answerCall', id: call.id, name: call.name, ok, text })
    return ok ? 'done' : 'failed'
  }
  const system = systemToolsOfNode(run, node).find((name) => name === call.name)
  const tool = system ? undefined : toolsOfNode(run, node).find(({ spec }) => spec.name === call.name)
  if (!args && (tool || system)) return answer(false, 'The arguments must be a JSON object.')
  if (tool || system === 'search_knowledge')
    return callTool(run, node, call, tool?.id ?? 'search_knowledge', args ?? {}, answer)
  switch (system) {
    case 'set_variable':
      return setVariable(run, args ?? {}, answer)
    case 'hand_off':
    case 'end_chat':
      updateTurn(run, {
        closing: {
          type: system === 'hand_off' ? 'handOff' : 'endChat',
          reason: cut(String(args?.['reason'] ?? ''), 500),
        },
      })
      return answer(true, 'Done. Say nothing more.')
    case 'send_ui':
      return sendUi(run, node, args, urls, answer)
    default:
      run.trace.push(unknownToolAnswer(call.name, call.arguments))
      return answer(false, `There is no tool «${cut(call.name, 100)}» here.`)
  }
}

type Answer = (ok: boolean, text: string) => Outcome

function callTool(
  run: Run,
  node: AgentNode,
  call: ToolCall,
  toolId: string,
  args: Readonly<Record<string, unknown>>,
  answer: Answer,
): Outcome {
  if (run.turn.toolCalls >= LIMITS.toolCalls) {
    if (!run.trace.some(({ type }) => type === 'limit')) run.trace.push({ type: 'limit', what: 'toolCalls' })
    return answer(false, 'Too many calls in one turn: answer with what there is.')
  }
  updateTurn(run, { toolCalls: run.turn.toolCalls + 1, pending: [...run.turn.pending, call.id] })
  run.commands.push({ type: 'callTool', id: call.id, nodeId: node.id, toolId, arguments: args })
  return 'pending'
}

function setVariable(run: Run, args: Readonly<Record<string, unknown>>, answer: Answer): Outcome {
  const name = String(args['name'] ?? '')
  const taken = takeValue(run, name, args['value'], 'visitor')
  if (taken === 'unknown') return answer(false, `There is no variable «${cut(name, 100)}» that can be set.`)
  if (taken !== 'refused') return answer(true, 'Set.')
  return answer(
    false,
    run.turn.refused.find((refusal) => refusal.name === name)?.reason.message ?? 'The value is not valid.',
  )
}

function sendUi(run: Run, node: AgentNode, args: unknown, urls: ReadonlySet<string>, answer: Answer): Outcome {
  const { items, notes } = checkItems(args, urls)
  if (items.length === 0) return answer(false, ['Nothing was shown.', ...notes.map(englishOf)].join(' '))
  say(run, node.id, items)
  answer(true, ['Shown to the visitor.', ...notes.map(englishOf)].join(' '))
  return 'shown'
}

export const unknownToolAnswer = (name: string, args: unknown) => ({
  type: 'tool' as const,
  toolId: '',
  name: cut(name, 100),
  arguments: cut(jsonOf(args), 2000),
  result: { ok: false, ...withRef('error', msg('tool_unknown')) },
})

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/** Models send arguments as an object, as JSON, or not at all for tools without any. */
function argumentsOf(raw: unknown): Readonly<Record<string, unknown>> | undefined {
  if (raw === undefined || raw === null || raw === '') return {}
  if (typeof raw === 'object') return Array.isArray(raw) ? undefined : { ...raw }
  if (typeof raw !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(raw)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** Stores a tool result; true if it was the last pending one. */
export function acceptToolResult(run: Run, { id, result }: Extract<EngineEvent, { type: 'toolAnswered' }>): boolean {
  const at = run.turn.pending.indexOf(id)
  if (at < 0) return false
  const pending = run.turn.pending.toSpliced(at, 1)
  updateTurn(run, { pending, urls: [...run.turn.urls, ...urlsIn(result.response)].slice(-500) })
  if (result.ok) for (const [name, raw] of Object.entries(result.variables)) takeValue(run, name, plain(raw), 'tool')
  if (pending.length > 0) return false
  updateTurn(run, { waiting: undefined })
  return true
}
const plain = (raw: unknown): unknown => (typeof raw === 'object' && raw !== null ? jsonOf(raw) : raw)

/** Hands off or ends the conversation. */
export function closeConversation(
  run: Run,
  { type, reason }: { type: 'handOff' | 'endChat'; reason: string },
): undefined {
  const nodeId = currentNode(run).id
  const status = type === 'handOff' ? 'handed-off' : 'ended'
  updateTurn(run, { closing: undefined, waiting: undefined })
  run.commands.push(type === 'handOff' ? { type, nodeId, reason } : { type, nodeId })
  updateState(run, { status })
  run.trace.push({ type: 'status', status, reason })
  return undefined
}
