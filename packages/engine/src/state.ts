// Stored state of a conversation, adapted to the current graph, which may have changed meanwhile.
import type { Value } from '@parlance/contract/agents/variables'
import { cut } from '@parlance/contract/lib/text'
import { isTalking } from './compile.ts'
import type { EngineState, Graph } from '@parlance/contract/engine/types'
import { lastTalkingNode } from './run.ts'
import { checkValue, MAX_VALUE } from '@parlance/contract/engine/values'

const MAX_TRAIL = 50

/** The state of a new conversation: at the start, with the declared values. */
export function initialState(graph: Graph): EngineState {
  const variables: Record<string, Value> = {}
  for (const { name, isEnv, defaultValue, ...spec } of graph.variables.values()) {
    if (isEnv || defaultValue === '') continue
    const checked = checkValue(spec, defaultValue, '')
    // An invalid default is kept as the owner wrote it.
    variables[name] = 'value' in checked ? checked.value : cut(defaultValue, MAX_VALUE)
  }
  return { nodeId: graph.startId, variables, trail: [], attempts: {}, status: 'talking' }
}

/** Total: drops what does not fit. If the current node was deleted, continues at the last talking node or the start. */
export function restoreState(graph: Graph, kept: EngineState | undefined): EngineState {
  if (!isRecord(kept)) return initialState(graph)
  const trail = (Array.isArray(kept['trail']) ? kept['trail'] : [])
    .filter((id): id is string => typeof id === 'string' && graph.nodes.has(id))
    .slice(-MAX_TRAIL)
  const status = kept['status'] === 'ended' || kept['status'] === 'handed-off' ? kept['status'] : 'talking'
  const nodeId = typeof kept['nodeId'] === 'string' ? kept['nodeId'] : ''
  const node = graph.nodes.get(nodeId)
  const rests = node && (isTalking(node) || node.type === 'message' || node.type === 'handoff')
  const place = status === 'ended' ? graph.startId : rests ? nodeId : lastTalkingNode(graph, trail).id
  return {
    nodeId: place,
    variables: pick(kept['variables'], isValue),
    trail,
    attempts: pick(kept['attempts'], (value): value is number => Number.isSafeInteger(value) && isStorable(value)),
    ...(kept['reopened'] === true && place === nodeId ? { reopened: true } : {}),
    status,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** JSON knows no negative zero: what was stored has none. */
const isStorable = (value: unknown): boolean => !Object.is(value, -0)
const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'boolean' || (Number.isFinite(value) && isStorable(value))

/** The record itself where all of it fits. */
function pick<T>(from: unknown, fits: (value: unknown) => value is T): Record<string, T> {
  if (!isRecord(from)) return {}
  const picked = Object.entries(from).filter((pair): pair is [string, T] => pair[0] !== '__proto__' && fits(pair[1]))
  return picked.length === Object.keys(from).length ? (from as Record<string, T>) : Object.fromEntries(picked)
}
