// A Typebot export as an agent: groups of blocks become sequences of nodes; the first bubbles become the greeting.
import type { newAgentConfig } from '@parlance/engine/agents/draft'
import { plainText } from '@parlance/contract/items/plain'
import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import { msg } from '@parlance/i18n/messages'
import {
  always,
  separateNodes,
  truncate,
  createIds,
  createNameRegistry,
  createVariables,
  linkSteps,
  shortenIds,
  type FlowStep,
} from './flow.ts'
import { importError, type Notes } from './report.ts'
import { get, isRecord, type Json, type JsonObject, record, records, string } from './json-document.ts'
import { groupSteps } from './typebot-groups.ts'
import { QUESTION_PREFIX, stepId, type TypebotImport } from './typebot-flow.ts'
import { createTypebotTexts } from './typebot-text.ts'

const VERSIONS = /^[3-6](\.\d{1,3})?$/
const END = node({ id: 'end-of-flow', name: 'End', type: 'end' })
const START = 'start-of-flow'
const MAX_GREETING = 5000
const MAX_BLOCKS = 5000

export function readTypebot(file: Json, notes: Notes): Parameters<typeof newAgentConfig>[0] {
  if (!isRecord(file) || !Array.isArray(get(file, 'groups'))) throw importError(msg('import_typebot_no_groups'))
  const version = string(get(file, 'version'))
  if (version !== '' && !VERSIONS.test(version))
    throw importError(msg('import_typebot_version', { version: version.slice(0, 20) }))
  const groups = records(get(file, 'groups'))
  const blocks = groups.reduce((sum, group) => sum + records(get(group, 'blocks')).length, 0)
  if (Math.max(groups.length, blocks, records(get(file, 'edges')).length) > MAX_BLOCKS)
    throw importError(msg('import_typebot_too_large', { max: MAX_BLOCKS }))
  const { flow, steps } = begin(file, groups, notes)
  for (const [index, group] of groups.entries()) steps.push(...groupSteps(group, index, flow))
  if (!steps.some(({ node: made }) => made)) throw importError(msg('import_typebot_empty'))
  const nodes = linkSteps(steps, END)
  const entry = entryOf(file, groups, flow)
  const title = string(get(file, 'name'))
  noteRest(file, notes)
  return {
    title: title.trim() || 'Typebot',
    enableNodes: true,
    vg_systemPrompt: PROMPT,
    vg_initMessages: [],
    nodes: separateNodes(shortenIds(withStart(nodes, reached(steps, entry), flow))),
    tools: flow.tools,
    variables: flow.variables.all(),
  }
}

const PROMPT =
  'You lead visitors through a fixed flow. Keep to the step you are in: say what it tells you to say, in its words, in the language of the visitor. Answer a question in between in one sentence, then come back to the step. Add nothing of your own.'

function begin(
  file: JsonObject,
  groups: readonly JsonObject[],
  notes: Notes,
): { flow: TypebotImport; steps: FlowStep[] } {
  const names = createNameRegistry('variable', 100)
  const variables = createVariables()
  const texts = createTypebotTexts(file, names, variables, notes)
  const edges = new Map<string, JsonObject>()
  for (const edge of records(get(file, 'edges'))) {
    const from = record(get(edge, 'from'))
    edges.set(string(get(edge, 'id')), edge)
    const start = string(get(from, 'blockId')) || string(get(from, 'eventId'))
    edges.set(`${start}|${string(get(from, 'itemId'))}`, edge)
  }
  const blocksOf = new Map(groups.map((group) => [string(get(group, 'id')), records(get(group, 'blocks'))]))
  const idsOf = new Map([...blocksOf].map(([id, blocks]) => [id, new Set(blocks.map((block) => get(block, 'id')))]))
  const stepIdOf = (groupId: string, blockId: string): string | undefined => {
    if (idsOf.get(groupId)?.has(blockId)) return stepId(groupId, blockId)
    const [first] = blocksOf.get(groupId) ?? []
    return first && stepId(groupId, string(get(first, 'id')))
  }
  const sets = new Map<string, number>()
  const spoken = new Set<string>()
  for (const block of [...blocksOf.values()].flat()) {
    const name = texts.variable(string(get(record(get(block, 'options')), 'variableId')))
    if (name && get(block, 'type') === 'Set variable') sets.set(name, (sets.get(name) ?? 0) + 1)
    for (const mapped of records(get(record(get(block, 'options')), 'responseMapping'))) {
      const filled = texts.variable(string(get(mapped, 'variableId')))
      if (filled) spoken.add(filled)
    }
  }
  const flow: TypebotImport = {
    texts,
    notes,
    names,
    variables,
    stepIdOf,
    sets,
    toolNames: createNameRegistry('request', 64),
    tools: [],
    id: createIds(),
    spoken,
    target(edgeId, from, item = '') {
      const to = record(get(edges.get(edgeId) ?? edges.get(`${from}|${item}`) ?? {}, 'to'))
      return stepIdOf(string(get(to, 'groupId')), string(get(to, 'blockId')))
    },
  }
  return { flow, steps: [] }
}

/** The step the flow begins at: by its start event, its start block, or its first group. */
function entryOf(file: JsonObject, groups: readonly JsonObject[], flow: TypebotImport): string | undefined {
  const starts = [...records(get(file, 'events')), ...groups.flatMap((group) => records(get(group, 'blocks')))].filter(
    (one) => get(one, 'type') === 'start',
  )
  const [start] = starts
  const led = start && flow.target(string(get(start, 'outgoingEdgeId')), string(get(start, 'id')))
  const first = groups.find((group) => records(get(group, 'blocks')).some((one) => get(one, 'type') !== 'start'))
  return led ?? (first && flow.stepIdOf(string(get(first, 'id')), ''))
}

function reached(steps: readonly FlowStep[], entry: string | undefined): string | undefined {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const seen = new Set<string>()
  for (let at = entry; at !== undefined && !seen.has(at); at = byId.get(at)?.next) {
    seen.add(at)
    const found = byId.get(at)?.node
    if (found) return at
  }
  return undefined
}

const waits = ({ type, childrenNodes }: AgentNode): boolean =>
  type === 'message' && childrenNodes.some(({ condition }) => condition !== '')

/** The start node: greets with the first bubbles; the visitor's answer decides the edge. */
function withStart(nodes: readonly AgentNode[], entry: string | undefined, flow: TypebotImport): AgentNode[] {
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const said: string[] = []
  const folded = new Set<string>()
  let at = entry === undefined ? undefined : byId.get(entry)
  let ways: Edge[] | undefined
  while (at?.type === 'message' && !folded.has(at.id)) {
    folded.add(at.id)
    said.push(plainText(at.items))
    if (waits(at)) ways = at.childrenNodes
    at = ways ? undefined : byId.get(at.childrenNodes[0]?.nodeId ?? '')
  }
  if (at?.type === 'collect') said.push(wordingOf(at))
  const greeting = truncate(said.filter(Boolean).join('\n\n'), MAX_GREETING, 'Start', flow.notes)
  const [anyVariable] = flow.variables.all()
  const start = node({
    id: START,
    name: 'Start',
    type: 'start',
    instructions: 'The flow begins here. Go on with what the visitor answers.',
    startConfig: { initialMessage: greeting, userStarts: greeting === '' },
    childrenNodes: ways ?? (at ? [{ nodeId: at.id, condition: '', rule: always(anyVariable?.name ?? 'greeted') }] : []),
    rf: { x: (byId.get(entry ?? '')?.rf?.x ?? 0) - 360, y: byId.get(entry ?? '')?.rf?.y ?? 0 },
  })
  return withoutUnled([start, ...nodes], folded)
}

/** A greeting that only the start used is merged into it: its node is removed. */
function withoutUnled(nodes: readonly AgentNode[], greetings: ReadonlySet<string>): AgentNode[] {
  const ways = new Map<string, number>()
  const count = (from: AgentNode, by: 1 | -1) => {
    for (const { nodeId } of from.childrenNodes) if (nodeId !== from.id) ways.set(nodeId, (ways.get(nodeId) ?? 0) + by)
  }
  for (const one of nodes) count(one, 1)
  const gone = new Set<string>()
  for (const id of greetings) {
    if ((ways.get(id) ?? 0) > 0) continue
    gone.add(id)
    for (const one of nodes) if (one.id === id) count(one, -1)
  }
  return nodes.filter(({ id }) => !gone.has(id))
}

const wordingOf = ({ instructions }: AgentNode): string =>
  instructions.startsWith(QUESTION_PREFIX) ? instructions.slice(QUESTION_PREFIX.length) : ''

/** Notes for what is outside the flow. */
function noteRest(file: JsonObject, notes: Notes): void {
  for (const event of records(get(file, 'events')))
    if (get(event, 'type') !== 'start') notes.lost(`Event “${string(get(event, 'type'))}”`, msg('import_events'))
  if (isRecord(get(file, 'theme'))) notes.lost('Theme', msg('import_appearance'))
  if (isRecord(get(file, 'settings'))) notes.lost('Settings', msg('import_settings'))
}
