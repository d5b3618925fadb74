// What importers build: the steps of a flow, of which some become nodes; edges skip the others.
import { cut } from '@parlance/contract/lib/text'
import { freeName } from '@parlance/contract/agents/export'
import { type AgentNode, type Edge, type EdgeRule } from '@parlance/contract/agents/nodes'
import type { Variable } from '@parlance/contract/agents/variables'
import { msg } from '@parlance/i18n/messages'
import { importError, type Notes } from './report.ts'

export const MAX_NODES = 500
const MAX_EDGES = 100
/** Of the variables, and of the tools of an agent. */
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
  /** Absent where the step could not be carried over: whoever comes here goes on to `next`. */
  readonly node?: AgentNode
  readonly outgoing: readonly OutgoingEdge[]
  /** Where it goes when no outgoing edge fits; undefined ends the flow, `stays` leaves it open. */
  readonly next: string | undefined
  /** The last step of a flow that just goes on talking. */
  readonly stays?: boolean
  /** Condition of the edge to `next`, where the visitor has to say something first. */
  readonly nextCondition?: string
}

export function assertStepLimit(steps: readonly unknown[]): void {
  if (steps.length > MAX_NODES) throw importError(msg('import_too_many_steps', { max: MAX_NODES }))
}

/** The nodes with their edges; ids are not yet shortened. Where an edge leads nowhere, `end` is the node it leads to; it is added when used. */
export function linkSteps(steps: readonly FlowStep[], end: AgentNode): AgentNode[] {
  assertStepLimit(steps.filter(({ node }) => node))
  const byId = new Map(steps.map((step) => [step.id, step]))
  // Many ways may lead into the same long row of steps that vanished: each is walked once.
  const led = new Map<string, string | undefined>()
  let ended = false
  const resolve = (id: string | undefined): string => {
    const walked: string[] = []
    let at = id
    while (at !== undefined && !led.has(at)) {
      // Until it is known better, so that a circle of vanished steps leads nowhere.
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

/** Each node once, under an id that is short enough. */
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

/** The nodes moved down until none lies on another. */
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

/** Coordinates beyond this are a fault of the file. */
const FAR = 100_000
export const position = (x: number | undefined, y: number | undefined) => ({
  x: Math.max(-FAR, Math.min(FAR, x ?? 0)),
  y: Math.max(-FAR, Math.min(FAR, y ?? 0)),
})

/** Gives things of a file the names that are valid here, each its own. */
export interface NameRegistry {
  /** The same for the same key; made from `wish` the first time. */
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

/** Letters, digits and `_`, not beginning with a digit; accents are taken off, the rest becomes `_`. */
function asName(wish: string, fallback: string, max: number): string {
  const plain = cut(wish, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, max)
  if (plain === '') return fallback
  return /^\d/.test(plain) ? `_${plain}`.slice(0, max) : plain
}

/** Ids of nodes and tools: those of the file where they are short and used once. */
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

/** The text within a limit, with a note when it was longer. */
export function truncate(text: string, max: number, where: string, notes: Notes): string {
  if (text.length > max) notes.lost(where, msg('import_text_cut', { length: text.length, max }))
  return cut(text, max)
}

/** A rule that always holds, whatever the variable is: the way is taken at once and no model is asked. */
export const always = (variable: string): EdgeRule => ({
  match: 'any',
  tests: [
    { variable, operator: 'isSet', value: '' },
    { variable, operator: 'isNotSet', value: '' },
  ],
})
