// The tool editor's logic without a screen: new tools, issues, and test arguments.
import { isVariableName } from '@parlance/engine/graph/graph-edit'
import { toolProblems } from '@parlance/engine/tools/request'
import { lookUp, readJson } from '@parlance/engine/tools/response'
import { mustHave, toolArguments } from '@parlance/engine/tools/spec'
import { CHANNEL_IDS } from '@parlance/contract/channels/list'
import type { ResponseMapping, Tool, ToolField } from '@parlance/contract/tools/schemas'
import { isMissing, namesIn, readValue } from '@parlance/contract/tools/values'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { randomId } from '../../lib/random-id.ts'

// Records, so that a type error reports a missing key.
const METHOD_ORDER: Record<Tool['method'], number> = { GET: 0, POST: 1, PUT: 2, PATCH: 3, DELETE: 4 }
export const METHODS = Object.keys(METHOD_ORDER) as Tool['method'][]
export const CHANNELS = CHANNEL_IDS
const TYPE_ORDER: Record<ToolField['type'], number> = {
  string: 0,
  number: 1,
  integer: 2,
  boolean: 3,
  object: 4,
  array: 5,
}
export const TYPES = Object.keys(TYPE_ORDER) as ToolField['type'][]
const PLACE_ORDER: Record<ToolField['in'], number> = { body: 0, query: 1, path: 2, header: 3 }
export const PLACES = Object.keys(PLACE_ORDER) as ToolField['in'][]

/** The contract's limits. */
export const TOOL_LIMITS = { fields: 100, mapping: 50, minSeconds: 1, maxSeconds: 60, agentTools: 100 } as const

export const blankTool = (id: string): Tool => ({
  id,
  name: '',
  description: '',
  method: 'GET',
  serverUrl: '',
  fields: [],
  channels: [],
  isGlobal: false,
  disabled: false,
  timeoutMs: 10_000,
  responseMapping: [],
})

export const blankField = (method: Tool['method']): ToolField => ({
  key: '',
  type: 'string',
  in: method === 'GET' || method === 'DELETE' ? 'query' : 'body',
  required: true,
  description: '',
  isEnv: false,
  value: '',
  options: [],
})

/** A unique id. */
export const newToolId = (): string => randomId().slice(0, 16)

/** `book_2` for a second `book`; at most 64 characters, the limit of model APIs. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let at = 1, free = name.slice(0, 64); ; free = `${name.slice(0, 60)}_${++at}`)
    if (!taken.includes(free)) return free
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** Translation keys under `tools.problems`, or sentences of the contract. */
export type Wrong = { readonly key: 'name' | 'sameName' | 'noKey' | 'badJson' | 'variable' | 'sameVariable' }
export type Issue = Wrong | { readonly message: MessageDescriptor }

export interface Issues {
  readonly name?: Issue
  readonly serverUrl?: Issue
  /** By the field's index. */
  readonly fields: Readonly<Record<number, Issue>>
  /** By the row's index. */
  readonly mapping: Readonly<Record<number, Issue>>
  /** Concerning several fields. */
  readonly others: readonly Issue[]
}

/** Everything that blocks saving, by place. `taken`: names of other tools. */
export function toolIssues(tool: Tool, taken: readonly string[] = []): Issues {
  const bare = toolProblems({ ...tool, fields: [] })
  const fields: Record<number, Issue> = {}
  for (const [at, field] of tool.fields.entries()) {
    const issue = fieldIssue(tool, field, bare)
    if (issue) fields[at] = issue
  }
  const atFields = Object.values(fields).flatMap((issue) => ('message' in issue ? [issue.message] : []))
  const told = new Set([...bare, ...atFields].map(({ message }) => message))
  const complete = { ...tool, fields: tool.fields.filter(({ key }) => key.trim() !== '') }
  const others = toolProblems(complete).filter(
    ({ message }) => !told.has(message) && !single(complete, told).has(message),
  )
  return {
    ...nameIssue(tool.name, taken),
    ...(bare[0] === undefined ? {} : { serverUrl: { message: bare[0] } }),
    fields,
    mapping: mappingIssues(tool.responseMapping),
    others: others.map((message) => ({ message })),
  }
}

/** Further problems of single fields, beyond the first one shown. */
const single = (tool: Tool, told: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([
    ...told,
    ...tool.fields.flatMap((field) => toolProblems({ ...tool, fields: [field] }).map(({ message }) => message)),
  ])

export const canSave = ({ name, serverUrl, fields, mapping, others }: Issues): boolean =>
  !name && !serverUrl && others.length + Object.keys(fields).length + Object.keys(mapping).length === 0

function nameIssue(name: string, taken: readonly string[]): { name?: Issue } {
  if (!NAME.test(name)) return { name: { key: 'name' } }
  return taken.includes(name) ? { name: { key: 'sameName' } } : {}
}

function fieldIssue(tool: Tool, field: ToolField, bare: readonly MessageDescriptor[]): Issue | undefined {
  if (field.key.trim() === '') return { key: 'noKey' }
  const [message] = toolProblems({ ...tool, fields: [field] }).filter(
    (problem) => !bare.some((known) => known.message === problem.message),
  )
  if (message !== undefined) return { message }
  const json = field.type === 'object' || field.type === 'array'
  return json && !field.isEnv && field.value !== '' && !isJson(field.value) ? { key: 'badJson' } : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function mappingIssues(rows: readonly ResponseMapping[]): Record<number, Issue> {
  const issues: Record<number, Issue> = {}
  for (const [at, { variable }] of rows.entries()) {
    if (!isVariableName(variable)) issues[at] = { key: 'variable' }
    else if (rows.findIndex((row) => row.variable === variable) < at) issues[at] = { key: 'sameVariable' }
  }
  return issues
}

/** Variables in the tool's address and constants: a test call needs their values. */
export function usedVariables(tool: Tool, secrets: readonly string[]): string[] {
  const fixed = tool.fields.filter(({ isEnv, value }) => !isEnv && value !== '').map(({ value }) => value)
  const parts = new Set(tool.fields.filter((field) => field.in === 'path').map(({ key }) => key))
  return namesIn([tool.serverUrl, ...fixed].join('\n')).filter((name) => !parts.has(name) && !secrets.includes(name))
}

export interface Asked {
  /** Name for the model. */
  readonly name: string
  readonly field: ToolField
  readonly required: boolean
}
/** Fields that need values in a test call. */
export const askedOf = ({ fields }: Tool): Asked[] =>
  toolArguments({ fields: fields.filter(({ key }) => key.trim() !== '') }).map(({ name, field }) => ({
    name,
    field,
    required: mustHave(field),
  }))

/** Problems of a test call's values by argument; `missing` for required ones. */
export function argumentProblems(
  tool: Tool,
  values: Readonly<Record<string, string>>,
): Record<string, 'missing' | MessageDescriptor> {
  return Object.fromEntries(
    askedOf(tool).flatMap(({ name, field, required }): [string, 'missing' | MessageDescriptor][] => {
      const value = values[name]
      if (isMissing(value)) return required ? [[name, 'missing']] : []
      const read = readValue(field, value)
      return 'problem' in read ? [[name, read.problem]] : []
    }),
  )
}

export interface Branch {
  /** As in a mapping; undefined below a key with a dot, which no path can name. */
  readonly path: string | undefined
  readonly label: string
  readonly value: unknown
}
/** The entries of a value with their paths, at most `max`. */
export function branchesOf(value: unknown, path: string | undefined, max = 100): Branch[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .slice(0, max)
    .map(([label, inner]) => {
      const nameable = path !== undefined && label !== '' && !/[.[\]]/.test(label)
      return { path: nameable ? (path === '' ? label : `${path}.${label}`) : undefined, label, value: inner as unknown }
    })
}

/** A response parsed as JSON, if it is. */
export const answerJson = (text: string): unknown => readJson(text, 'json')

/** A variable name for a path: `price` for `items.0.price`. */
export function variableFor(path: string, taken: readonly string[]): string {
  const last = path.split('.').findLast((step) => !/^\d+$/.test(step)) ?? ''
  const name = last.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_') || 'answer'
  return freeName(name, taken)
}

/** What a mapping would extract from a response, as text, if anything. */
export function previewOf(json: unknown, path: string): string | undefined {
  const found = json === undefined ? undefined : lookUp(json, path)
  if (found === undefined || found === null) return undefined
  return typeof found === 'string' ? found : JSON.stringify(found)
}

/** Formats JSON; returns other text unchanged. */
export function pretty(text: string): string {
  const json = answerJson(text)
  return json === undefined ? text : JSON.stringify(json, null, 2)
}
