// Three-way merge of agents: a copy gets what the master changed since the last push, and keeps its own changes.
import { AgentConfig, SECRET_FIELDS } from '@parlance/contract/agents/schemas'
import { sameConfig } from '@parlance/contract/agents/same-config'

export interface Conflict {
  readonly path: readonly string[]
  /** Display names of the entries on the path; the key for unnamed ones. */
  readonly names: readonly string[]
}

export interface Merged {
  readonly config: AgentConfig
  /** Changed by both, differently: the copy's value is kept. */
  readonly conflicts: readonly Conflict[]
}

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
export const same = (a: unknown, b: unknown): boolean => sameConfig({ value: a }, { value: b })
const own = (from: unknown, key: string): unknown => (isPlain(from) && Object.hasOwn(from, key) ? from[key] : undefined)

/** Fields that belong to each copy: identity, accounts and secrets. A push leaves them alone. */
const OWN: ReadonlySet<string> = new Set([
  'title',
  'whatsappNumberId',
  'whatsappBusniessId',
  'waTestNumber',
  'waVerifyPassed',
  ...SECRET_FIELDS,
])

/** Keys that identify list entries. Other lists are merged as one value. */
const KEYS: Readonly<Record<string, string>> = {
  nodes: 'id',
  tools: 'id',
  mcpServers: 'id',
  variables: 'name',
  fields: 'key',
}

interface Walk {
  readonly conflicts: Conflict[]
}
interface Place {
  readonly path: readonly string[]
  readonly names: readonly string[]
}
const below = ({ path, names }: Place, key: string, name = key): Place => ({
  path: [...path, key],
  names: [...names, name],
})

/** `base` is the master as last pushed, `theirs` the copy, `ours` the master. Changes are merged by field and entry. */
export function mergeAgents(base: AgentConfig, theirs: AgentConfig, ours: AgentConfig): Merged {
  const walk: Walk = { conflicts: [] }
  const merged: Plain = {}
  for (const key of keysOf(theirs, ours)) {
    const value = OWN.has(key)
      ? own(theirs, key)
      : mergeValue(walk, { path: [key], names: [key] }, key, own(base, key), own(theirs, key), own(ours, key))
    if (value !== undefined) merged[key] = value
  }
  keepReferences(walk, merged, theirs, ours)
  const checked = fallBack(walk, merged, theirs)
  return { config: AgentConfig.parse(checked), conflicts: walk.conflicts }
}

const keysOf = (...sources: readonly unknown[]): string[] => [
  ...new Set(sources.flatMap((source) => (isPlain(source) ? Object.keys(source) : []))),
]

function mergeValue(walk: Walk, at: Place, key: string, base: unknown, theirs: unknown, ours: unknown): unknown {
  if (same(theirs, base) || same(theirs, ours)) return ours
  if (same(ours, base)) return theirs
  const identity = KEYS[key]
  if (identity !== undefined && [theirs, ours].every((list) => isKeyed(list, identity)))
    return mergeList(walk, at, identity, isKeyed(base, identity) ? base : [], theirs as Plain[], ours as Plain[])
  if (isPlain(theirs) && isPlain(ours)) {
    const merged: Plain = {}
    for (const name of keysOf(theirs, ours)) {
      const value = mergeValue(walk, below(at, name), name, own(base, name), own(theirs, name), own(ours, name))
      if (value !== undefined) merged[name] = value
    }
    return merged
  }
  walk.conflicts.push(at)
  return theirs
}

const isKeyed = (list: unknown, identity: string): list is Plain[] =>
  Array.isArray(list) &&
  list.every((entry) => isPlain(entry) && typeof entry[identity] === 'string') &&
  new Set(list.map((entry: Plain) => entry[identity])).size === list.length

function mergeList(
  walk: Walk,
  at: Place,
  identity: string,
  base: readonly Plain[],
  theirs: readonly Plain[],
  ours: readonly Plain[],
): Plain[] {
  const idOf = (entry: Plain) => String(entry[identity])
  const index = (list: readonly Plain[]) => new Map(list.map((entry) => [idOf(entry), entry]))
  const [inBase, inTheirs, inOurs] = [index(base), index(theirs), index(ours)]
  const merged = new Map<string, Plain>()
  for (const id of new Set([...inTheirs.keys(), ...inOurs.keys()])) {
    const [before, copy, master] = [inBase.get(id), inTheirs.get(id), inOurs.get(id)]
    const place = below(at, id, String((copy ?? master)?.['name'] || id))
    if (copy && master) {
      merged.set(id, mergeValue(walk, place, id, before, copy, master) as Plain)
    } else if (copy) {
      // Removed by the master, or never present.
      if (before === undefined || !same(before, copy)) merged.set(id, copy)
      if (before !== undefined && !same(before, copy)) walk.conflicts.push(place)
    } else if (master) {
      if (before === undefined) merged.set(id, master)
      // Removed by the copy while the master changed it.
      else if (!same(before, master)) walk.conflicts.push(place)
    }
  }
  const order = (list: readonly Plain[]) => list.map(idOf).filter((id) => inTheirs.has(id) && inBase.has(id))
  const moved = !same(
    order(theirs),
    base.map(idOf).filter((id) => inTheirs.has(id)),
  )
  const [first, second] = moved ? [theirs, ours] : [ours, theirs]
  return inOrder(first.map(idOf), second.map(idOf)).flatMap((id): Plain[] => {
    const entry = merged.get(id)
    return entry ? [entry] : []
  })
}

/** The ids of `first`; others follow the one that precedes them in `second`. */
function inOrder(first: readonly string[], second: readonly string[]): string[] {
  const ordered = [...first]
  const known = new Set(first)
  second.forEach((id, index) => {
    if (known.has(id)) return
    const before = second[index - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, id)
    known.add(id)
  })
  return ordered
}

type Node = AgentConfig['nodes'][number]

/** A step or tool that the copy's own step uses is not removed; edges to steps that it removed are not added. */
function keepReferences(walk: Walk, merged: Plain, theirs: AgentConfig, ours: AgentConfig): void {
  let nodes = merged['nodes'] as Node[]
  const byId = (list: readonly Node[]) => new Map(list.map((node) => [node.id, node]))
  const [copy, master] = [byId(theirs.nodes), byId(ours.nodes)]
  for (let again = true; again;) {
    again = false
    const present = byId(nodes)
    for (const node of nodes) {
      const [before, pushed] = [copy.get(node.id), master.get(node.id)]
      const missing = node.childrenNodes.filter(({ nodeId }) => !present.has(nodeId))
      if (
        missing.length === 0 ||
        (pushed && same(pushed.childrenNodes, node.childrenNodes) && isWhole(missing, master, pushed))
      )
        continue
      for (const { nodeId } of missing) {
        const kept = copy.get(nodeId)
        if (!kept || (before && !before.childrenNodes.some((edge) => edge.nodeId === nodeId))) continue
        nodes = [...nodes, kept]
        present.set(nodeId, kept)
        walk.conflicts.push({ path: ['nodes', nodeId], names: ['nodes', kept.name || nodeId] })
        again = true
      }
    }
  }
  const present = byId(nodes)
  merged['nodes'] = nodes.map((node) => {
    const before = copy.get(node.id)
    if (before && same(before.childrenNodes, node.childrenNodes)) return node
    const lost = node.childrenNodes.filter(
      ({ nodeId }) => !present.has(nodeId) && master.has(nodeId) && !same(nodes, ours.nodes),
    )
    if (lost.length === 0) return node
    walk.conflicts.push({
      path: ['nodes', node.id, 'childrenNodes'],
      names: ['nodes', node.name || node.id, 'childrenNodes'],
    })
    return {
      ...node,
      childrenNodes: before ? before.childrenNodes : node.childrenNodes.filter(({ nodeId }) => present.has(nodeId)),
    }
  })
  keepTools(walk, merged, theirs, ours)
}

/** Whether the master itself has the dangling edges; then the merge did not cause them. */
const isWhole = (missing: readonly { nodeId: string }[], master: ReadonlyMap<string, Node>, pushed: Node): boolean =>
  missing.every(({ nodeId }) => !master.has(nodeId) && pushed.childrenNodes.some((edge) => edge.nodeId === nodeId))

function keepTools(walk: Walk, merged: Plain, theirs: AgentConfig, ours: AgentConfig): void {
  const tools = merged['tools'] as AgentConfig['tools']
  const present = new Set(tools.map(({ id }) => id))
  const usedBy = (nodes: readonly Node[]) =>
    new Set(nodes.flatMap(({ toolsIds, toolCall }) => [...toolsIds, ...(toolCall ? [toolCall.toolId] : [])]))
  const used = usedBy(merged['nodes'] as Node[])
  const usedByMaster = usedBy(ours.nodes)
  const kept = theirs.tools.filter(({ id }) => !present.has(id) && used.has(id) && !usedByMaster.has(id))
  if (kept.length === 0) return
  merged['tools'] = [...tools, ...kept]
  for (const { id, name } of kept) walk.conflicts.push({ path: ['tools', id], names: ['tools', name] })
}

/** A field whose merged value is invalid (two first steps, two tools with one name) keeps the copy's value. */
function fallBack(walk: Walk, merged: Plain, theirs: AgentConfig): Plain {
  const checked: Plain = { ...merged }
  for (const [key, schema] of Object.entries(AgentConfig.shape)) {
    if (schema.safeParse(checked[key]).success) continue
    checked[key] = own(theirs, key)
    walk.conflicts.push({ path: [key], names: [key] })
  }
  return checked
}

export function countChanges(before: object, after: object): number {
  return keysOf(before, after)
    .filter((key) => !OWN.has(key))
    .reduce((sum, key) => sum + countIn(key, own(before, key), own(after, key)), 0)
}

function countIn(key: string, before: unknown, after: unknown): number {
  if (same(before, after)) return 0
  const identity = KEYS[key]
  const lists = identity !== undefined && isKeyed(before, identity) && isKeyed(after, identity)
  const [a, b] = lists ? [byKey(before, identity), byKey(after, identity)] : [before, after]
  if (!isPlain(a) || !isPlain(b)) return 1
  // A change of order alone counts once.
  return Math.max(
    1,
    keysOf(a, b).reduce((sum, name) => sum + countIn(name, own(a, name), own(b, name)), 0),
  )
}

const byKey = (list: readonly Plain[], identity: string): Plain =>
  Object.fromEntries(list.map((entry) => [String(entry[identity]), entry]))
