// Schemas that have a name of their own in the API description: the exported ones of core.
import * as accounts from '@parlance/core/accounts/accounts'
import * as data from '@parlance/core/accounts/data'
import * as invitationsApi from '@parlance/core/accounts/invitations.api'
import * as securityApi from '@parlance/core/accounts/security.api'
import * as agents from '@parlance/core/agents/agents'
import * as css from '@parlance/core/agents/css'
import * as nodes from '@parlance/core/agents/nodes'
import * as variables from '@parlance/core/agents/variables'
import * as analyticsApi from '@parlance/core/analytics/analytics.api'
import * as audit from '@parlance/core/audit/audit'
import * as billing from '@parlance/core/billing/billing'
import * as conversations from '@parlance/core/conversations/conversations'
import * as excerpt from '@parlance/core/conversations/excerpt'
import * as crawler from '@parlance/core/crawler/crawler'
import * as dialogue from '@parlance/core/dialogue/dialogue'
import * as embed from '@parlance/core/embed/embed'
import * as engine from '@parlance/core/engine/engine'
import * as evaluations from '@parlance/core/evaluations/evaluations'
import * as events from '@parlance/core/events/events'
import * as filesApi from '@parlance/core/files/files.api'
import * as gaps from '@parlance/core/gaps/gaps'
import * as goldens from '@parlance/core/goldens/goldens'
import * as items from '@parlance/core/items/items'
import * as knowledge from '@parlance/core/knowledge/knowledge'
import * as refresh from '@parlance/core/knowledge/refresh'
import * as sourcesApi from '@parlance/core/knowledge/sources.api'
import * as onboarding from '@parlance/core/onboarding/onboarding'
import * as platformApi from '@parlance/core/platform/platform.api'
import * as requests from '@parlance/core/requests/requests'
import * as themes from '@parlance/core/themes/themes'
import * as tools from '@parlance/core/tools/tools'
import * as keys from '@parlance/core/workspaces/keys'
import * as logs from '@parlance/core/workspaces/logs'
import * as members from '@parlance/core/workspaces/members'
import * as support from '@parlance/core/workspaces/support'
import * as workspaces from '@parlance/core/workspaces/workspaces'
import { success } from '@parlance/core/kit/contract'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  accounts,
  data,
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
  goldens,
  items,
  knowledge,
  refresh,
  sourcesApi,
  onboarding,
  platformApi,
  requests,
  themes,
  tools,
  keys,
  logs,
  members,
  support,
  workspaces,
]

export type Json = { readonly [key: string]: unknown }

/** Unions as generators expect them: of values an enum, of anything anything. */
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

/** Short ones read better where they stand. */
const deserves = (json: Json): boolean =>
  json['properties'] !== undefined ||
  json['anyOf'] !== undefined ||
  (Array.isArray(json['enum']) && json['enum'].length > 2)

/** JSON text of a schema to its name; what is sent where that differs from what is answered is called `…Input`. */
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
