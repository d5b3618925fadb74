// The beginning of an agentflow: its state as variables, its form as questions, and the node that starts it.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import { msg } from '@parlance/i18n/messages'
import { always, truncate, type FlowStep } from './flow.ts'
import type { FlowiseNode } from './flowise-graph.ts'
import { plain, type FlowiseImport, rows } from './flowise-text.ts'
import { get, type JsonObject, string } from './json-document.ts'

/** The Flow State a flow begins with, as variables with their default values. */
export function declareState(start: FlowiseNode | undefined, { names, variables }: FlowiseImport): void {
  for (const row of rows(start && get(start.inputs, 'startState'))) {
    const key = string(get(row, 'key'))
    if (key !== '')
      variables.declare({ name: names.of(key, key), defaultValue: plain(string(get(row, 'value'))).slice(0, 5000) })
  }
}

const FORM = 'start-form'
const FIELD_TYPES: Readonly<Record<string, AgentNode['variables'][number]['type']>> = {
  number: 'number',
  boolean: 'boolean',
}

/** The form a flow begins with, asked for one by one. */
export function formStep(start: FlowiseNode, top: string | undefined, flowise: FlowiseImport): FlowStep | undefined {
  const kind = string(get(start.inputs, 'startInputType'))
  const { notes, names, variables } = flowise
  if (kind === 'webhookTrigger') notes.lost(start.where, msg('import_webhook_start'))
  if (kind !== 'formInput') return undefined
  const asked = rows(get(start.inputs, 'formInputTypes'))
    .slice(0, 50)
    .map((row) => formField(row, names))
  if (asked.length === 0) return undefined
  for (const { name, type } of asked) variables.declare({ name, type })
  const title = plain(string(get(start.inputs, 'formTitle')))
  const about = plain(string(get(start.inputs, 'formDescription')))
  const instructions = truncate(
    [title, about, 'Ask for what is missing, one thing at a time.'].filter(Boolean).join('\n'),
    50_000,
    start.where,
    notes,
  )
  return {
    id: FORM,
    node: node({
      id: FORM,
      name: title.slice(0, 200) || 'Form',
      type: 'collect',
      instructions,
      variables: asked,
      rf: { ...start.rf },
    }),
    outgoing: [],
    next: top,
  }
}

function formField(row: JsonObject, names: FlowiseImport['names']): AgentNode['variables'][number] {
  const key = string(get(row, 'name')) || string(get(row, 'label'))
  const type = string(get(row, 'type'))
  return {
    name: names.of(key, key),
    type: (Object.hasOwn(FIELD_TYPES, type) ? FIELD_TYPES[type] : undefined) ?? 'text',
    description: string(get(row, 'label')).slice(0, 1000),
    required: true,
    options: rows(get(row, 'addOptions'))
      .flatMap((option) => string(get(option, 'option')).slice(0, 200) || [])
      .slice(0, 100),
  }
}

/** With a start: the first step that speaks, or one of its own before a step that does something else. */
export function begin(
  nodes: readonly AgentNode[],
  entry: string | undefined,
  steps: readonly FlowStep[],
  start: FlowiseNode | undefined,
  { variables }: FlowiseImport,
): AgentNode[] {
  const skip = new Map(steps.map(({ id, next, node: made }) => [id, made ? undefined : next]))
  const seen = new Set<string>()
  let at = entry ?? nodes.find(({ type }) => type === 'default')?.id
  while (at !== undefined && !seen.has(at) && skip.get(at) !== undefined) {
    seen.add(at)
    at = skip.get(at)
  }
  const first = nodes.find(({ id }) => id === at)
  if (first?.type === 'default')
    return nodes.map((one) =>
      one === first ? { ...one, type: 'start', startConfig: { initialMessage: '', userStarts: false } } : one,
    )
  const [anyVariable] = variables.all()
  const own = node({
    id: 'start-of-flow',
    name: 'Start',
    type: 'start',
    instructions: 'The flow begins here. Go on with what the visitor says.',
    startConfig: { initialMessage: '', userStarts: false },
    childrenNodes: first ? [{ nodeId: first.id, condition: '', rule: always(anyVariable?.name ?? 'greeted') }] : [],
    rf: { x: (start?.rf.x ?? 0) - 360, y: start?.rf.y ?? 0 },
  })
  return [own, ...nodes]
}
