/** Replies for faults that make the model call tools or decide badly. */
import type { Fault } from '../faults.ts'
import { chooseTool } from '../tools/choose-tool.ts'
import type { ChatRequest, Reply } from './types.ts'

/** `undefined` for faults that don't change the model's reply. */
export function faultyDecision(request: ChatRequest, fault: Fault | undefined): Reply | undefined {
  if (fault?.kind === 'router') return { text: DECISIONS[fault.form] }
  if (fault?.kind !== 'calls') return undefined
  const name = request.tools?.[0]?.function.name ?? 'no_such_tool'
  if (fault.form === 'garbage') return { toolCalls: [{ name, arguments: '{"broken": "argu' }] }
  if (fault.form === 'unknown') return { toolCalls: [{ name: 'no_such_tool', arguments: '{"anything": 1}' }] }
  const choice = { type: 'function' as const, function: { name } }
  const user = request.messages.findLast(({ role }) => role === 'user')
  return { toolCalls: [chooseTool(user ? [user] : [], request.tools ?? [], choice) ?? { name, arguments: '{}' }] }
}

const DECISIONS = {
  prose: 'I would say the visitor wants to go on, but it is hard to tell.',
  unknown: '{"next": "a-place-there-is-not", "values": {"nobody_asked": "x"}, "reason": "a guess"}',
  wrongType: '{"next": 42, "values": "none", "reason": ["a", "b"]}',
  broken: '{"next": "sta',
  empty: '',
}
