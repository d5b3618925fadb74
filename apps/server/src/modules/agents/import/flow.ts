// The intermediate form of imports: steps of a flow. Some become nodes; edges skip the others.
import { withoutMarks } from '@parlance/contract/lib/fold'
import { cut } from '@parlance/contract/lib/text'
import { freeName } from '@parlance/contract/agents/export'
import { type AgentNode, type Edge, type EdgeRule } from '@parlance/contract/agents/nodes'
import type { Variable } from '@parlance/contract/agents/variables'
import { msg } from '@parlance/i18n/messages'
import { importError, type Notes } from './report.ts'

export const MAX_NODES = 500
const MAX_EDGES = 100
const MAX_NAMES = 100

/** `to` is the id of a step; undefined ends the flow. */
export interface OutgoingEdge {
  readonly to: string | undefined
  readonly condition?: string
  readonly rule?: EdgeRule
  readonly on?: Edge['on']
}

export interface FlowStep {
  readonly id: string
  /** Absent if the step could not be imported: the flow continues at `next`. */
  readonly node?: AgentNode
  readonly outgoing: readonly OutgoingEdge[]
  /** The next step if no edge matches; undefined ends the flow, unless `stays` is set. */
  readonly next: string | undefined
  /** The conversation stays at this step. */
  readonly stays?: boolean
  /** Condition of the edge to `next`, if the visitor must answer first. */
  readonly nextCondition?: string
}

export function assertStepLimit(steps: readonly unknown[]): void {
  if (steps.length > MAX_NODES) throw importError(msg('import_too_many_steps', { max: MAX_NODES }))
}

/** The nodes with their edges; ids are not shortened yet. Edges without a target lead to `end`, which is added if used. */
export function linkSteps(steps: readonly FlowStep[], end: AgentNode): AgentNode[] {
  assertStepLimit(steps.filter(({ node }) => node))
  const byId = new Map(steps.map((step) => [step.id, step]))
  // Many paths may lead through the same skipped steps: each is resolved once.
  const led = new Map<string, string | undefined>()
  let ended = false
  const resolve = (id: string | undefined): string => {
    const walked: string[] = []
    let at = id
    while (at !== undefined && !led.has(at)) {
      // Preliminary, so that a cycle of skipped steps leads nowhere.
      led.set(at, byId.get(at)?.node ? at : undefined)
      walked.push(at)
      at = byId.get(at)?.node ? undefined : byId.get(at)?.next
    }
    const last = at ?? walked.at(-1)
    const found = last === undefined ? undefined : led.get(last)
    for (const one of walked) led.set(one, found)
    ended ||= found === undefined
    return found ?? end.id
  }
  const nodes = steps.flatMap(({ node, outgoing, next, stays, nextCondition }) => {
    if (!node) return []
    if (['end', 'handoff', 'note'].includes(node.type)) return [node]
    const edges: Edge[] = outgoing.slice(0, MAX_EDGES).map(({ to, condition = '', rule, on }) => ({
      nodeId: resolve(to),
      condition: cut(condition, 2000),
      ...(rule ? { rule } : {}),
      ...(on ? { on } : {}),
    }))
    if (next !== undefined || !stays) edges.push({ nodeId: resolve(next), condition: cut(nextCondition ?? '', 2000) })
    return [{ ...node, childrenNodes: edges.slice(0, MAX_EDGES) }]
  })
  const right = Math.max(0, ...nodes.map(({ rf }) => rf?.x ?? 0)) + WIDTH + GAP
  return ended ? [...nodes, { ...end, rf: { x: right, y: 0 } }] : nodes
}

export function shortenIds(nodes: readonly AgentNode[]): AgentNode[] {
  const next = createIds()
  const ids = new Map<string, string>()
  const once = nodes.filter(({ id }) => !ids.has(id) && ids.set(id, next(id)))
  return once.map((node) => ({
    ...node,
    id: ids.get(node.id) ?? node.id,
    childrenNodes: node.childrenNodes.map((edge) => ({ ...edge, nodeId: ids.get(edge.nodeId) ?? edge.nodeId })),
  }))
}

const WIDTH = 320
const HEIGHT = 180
const GAP = 20

export function separateNodes(nodes: readonly AgentNode[]): AgentNode[] {
  const placed: { x: number; y: number }[] = []
  const ordered = nodes
    .map((node, index) => ({ node, index, at: node.rf ?? { x: 0, y: 0 } }))
    .toSorted((a, b) => a.at.y - b.at.y || a.index - b.index)
  const moved = ordered.map(({ node, index, at }) => {
    const x = Math.round(at.x)
    let y = Math.round(at.y)
    const beside = placed.filter((other) => Math.abs(other.x - x) < WIDTH).toSorted((a, b) => a.y - b.y)
    for (const other of beside) if (Math.abs(other.y - y) < HEIGHT) y = other.y + HEIGHT + GAP
    placed.push({ x, y })
    return { index, node: { ...node, rf: { x, y } } }
  })
  return moved.toSorted((a, b) => a.index - b.index).map(({ node }) => node)
}

const FAR = 100_000
export const position = (x: number | undefined, y: number | undefined) => ({
  x: Math.max(-FAR, Math.min(FAR, x ?? 0)),
  y: Math.max(-FAR, Math.min(FAR, y ?? 0)),
})

export interface NameRegistry {
  readonly of: (key: string, wish: string) => string
  readonly known: (key: string) => string | undefined
}

/** @param max characters of a name; more than `MAX_NAMES` names are refused */
export function createNameRegistry(fallback: string, max: number): NameRegistry {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  return {
    known: (key) => names.get(key),
    of(key, wish) {
      const known = names.get(key)
      if (known !== undefined) return known
      if (names.size >= MAX_NAMES) throw importError(msg('import_too_many_things', { max: MAX_NAMES, thing: fallback }))
      const name = freeName(asName(wish, fallback, max), taken, max)
      taken.add(name)
      names.set(key, name)
      return name
    },
  }
}

/** Letters, digits and `_`, not starting with a digit; accents are removed, the rest becomes `_`. */
function asName(wish: string, fallback: string, max: number): string {
  const plain = withoutMarks(cut(wish, 500))
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, max)
  if (plain === '') return fallback
  return /^\d/.test(plain) ? `_${plain}`.slice(0, max) : plain
}

/** Ids of nodes and tools: those of the file if they are short and unique. */
export function createIds(): (wish: string) => string {
  const taken = new Set<string>()
  return (wish) => {
    const id = freeName(
      cut(wish, 90)
        .replace(/[^A-Za-z0-9_-]+/g, '-')
        .replace(/^-|-$/g, '') || 'step',
      taken,
      100,
    )
    taken.add(id)
    return id
  }
}

/** Variables of an import in the order they were met, at most a hundred. */
export function createVariables() {
  const all = new Map<string, Variable>()
  return {
    declare(variable: Partial<Variable> & { name: string }): void {
      const before = all.get(variable.name)
      const blank: Variable = { name: '', type: 'text', description: '', isEnv: false, defaultValue: '' }
      all.set(variable.name, { ...blank, ...before, ...variable })
      if (all.size > MAX_NAMES) throw importError(msg('import_too_many_variables', { max: MAX_NAMES }))
    },
    all: (): Variable[] => [...all.values()],
  }
}
export type DeclaredVariables = ReturnType<typeof createVariables>

/** Truncates a text, with a note. */
export function truncate(text: string, max: number, where: string, notes: Notes): string {
  if (text.length > max) notes.lost(where, msg('import_text_cut', { length: text.length, max }))
  return cut(text, max)
}

/** A rule that is always true, so that the edge is taken without asking a model. */
export const always = (variable: string): EdgeRule => ({
  match: 'any',
  tests: [
    { variable, operator: 'isSet', value: '' },
    { variable, operator: 'isNotSet', value: '' },
  ],
})
