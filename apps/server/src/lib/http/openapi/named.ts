// Named schemas of the API description: the exported ones of the contract.
import * as accounts from '@parlance/contract/accounts/schemas'
import * as accountData from '@parlance/contract/accounts/account-data'
import * as invitationsApi from '@parlance/contract/accounts/invitations-api'
import * as securityApi from '@parlance/contract/accounts/security-api'
import * as agents from '@parlance/contract/agents/schemas'
import * as css from '@parlance/contract/agents/css'
import * as nodes from '@parlance/contract/agents/nodes'
import * as variables from '@parlance/contract/agents/variables'
import * as analyticsApi from '@parlance/contract/analytics/api'
import * as audit from '@parlance/contract/audit/schemas'
import * as billing from '@parlance/contract/billing/schemas'
import * as conversations from '@parlance/contract/conversations/schemas'
import * as excerpt from '@parlance/contract/conversations/excerpt'
import * as crawler from '@parlance/contract/crawler/schemas'
import * as dialogue from '@parlance/contract/dialogue/schemas'
import * as embed from '@parlance/contract/widget/embed'
import * as engine from '@parlance/contract/engine/types'
import * as evaluations from '@parlance/contract/evaluations/schemas'
import * as events from '@parlance/contract/events/schemas'
import * as filesApi from '@parlance/contract/files/api'
import * as gaps from '@parlance/contract/gaps/schemas'
import * as retrievalEvals from '@parlance/contract/retrieval-evals/schemas'
import * as items from '@parlance/contract/items/schemas'
import * as knowledge from '@parlance/contract/knowledge/schemas'
import * as refresh from '@parlance/contract/knowledge/refresh'
import * as sourcesApi from '@parlance/contract/knowledge/sources-api'
import * as leads from '@parlance/contract/leads/schemas'
import * as onboarding from '@parlance/contract/onboarding/schemas'
import * as agencies from '@parlance/contract/agencies/schemas'
import * as clientAccountApi from '@parlance/contract/orgs/client-account-api'
import * as orgs from '@parlance/contract/orgs/schemas'
import * as platformApi from '@parlance/contract/platform/api'
import * as requestLog from '@parlance/contract/request-log/schemas'
import * as themes from '@parlance/contract/themes/schemas'
import * as tools from '@parlance/contract/tools/schemas'
import * as keys from '@parlance/contract/workspaces/keys'
import * as logs from '@parlance/contract/workspaces/logs'
import * as members from '@parlance/contract/workspaces/members'
import * as support from '@parlance/contract/workspaces/support'
import * as workspaces from '@parlance/contract/workspaces/schemas'
import { success } from '@parlance/contract/lib/operation'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  accounts,
  accountData,
  invitationsApi,
  securityApi,
  agents,
  css,
  nodes,
  variables,
  analyticsApi,
  audit,
  billing,
  conversations,
  excerpt,
  crawler,
  dialogue,
  embed,
  engine,
  evaluations,
  events,
  filesApi,
  gaps,
  retrievalEvals,
  items,
  knowledge,
  leads,
  refresh,
  sourcesApi,
  onboarding,
  agencies,
  orgs,
  clientAccountApi,
  platformApi,
  requestLog,
  themes,
  tools,
  keys,
  logs,
  members,
  support,
  workspaces,
]

export type Json = { readonly [key: string]: unknown }

/** Simplifies unions for generators: constants become an enum. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const json = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
  const options: unknown = json['anyOf']
  if (!Array.isArray(options) || options.length === 0) return json
  const { anyOf: _, ...rest } = json
  const values = options.map((one: Json) => (Object.keys(one).length === 1 ? one['const'] : undefined))
  if (!values.includes(undefined)) return { ...rest, enum: values }
  return options.some((one: Json) => Object.keys(one).length === 0) ? rest : json
}

const converter = new ZodToJsonSchemaConverter()
export const jsonOf = (schema: z.ZodType, strategy: 'input' | 'output'): Json =>
  plain(converter.convert(schema, { strategy })[1]) as Json

/** Short schemas are easier to read inline. */
const deserves = (json: Json): boolean =>
  json['properties'] !== undefined ||
  json['anyOf'] !== undefined ||
  (Array.isArray(json['enum']) && json['enum'].length > 2)

/** Maps the JSON of a schema to its name; an input schema that differs from the output is called `…Input`. */
export function namedSchemas(): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  const add = (json: Json, name: string) => {
    const text = JSON.stringify(json)
    if (deserves(json) && !named.has(text)) named.set(text, name)
  }
  const schemas: [string, z.ZodType][] = [['Success', success]]
  for (const module of MODULES)
    for (const [name, schema] of Object.entries(module))
      if (/^[A-Z][A-Za-z]*[a-z]/.test(name) && schema instanceof z.ZodType) schemas.push([name, schema])
  for (const [name, schema] of schemas.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    add(jsonOf(schema, 'output'), name)
    add(jsonOf(schema, 'input'), name.endsWith('Input') ? name : `${name}Input`)
  }
  return named
}
