// Builds a tool's HTTP request from validated arguments. Values can't change its target.
import type { Values } from '@parlance/contract/agents/variables'
import { MASK } from '@parlance/contract/tools/mask'
import { mustHave, toolArguments } from './spec.ts'
import type { Tool, ToolField } from '@parlance/contract/tools/schemas'
import { type FindText, fillDeep, fillText, isMissing, namesIn, readValue } from '@parlance/contract/tools/values'
import { defaultIn, PLACEHOLDER } from '@parlance/contract/agents/placeholders'
import { formatAs } from '@parlance/contract/agents/formatters'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

export interface ToolRequest {
  readonly method: Tool['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
/** Messages for users and models, without secrets. */
export interface Problems {
  readonly problems: readonly MessageDescriptor[]
}
export type BuiltRequest = { readonly request: ToolRequest } | Problems

/** Input of a call. `secrets` are values by name. */
export interface RequestInput {
  readonly arguments: Readonly<Record<string, unknown>>
  readonly variables: Values
  readonly secrets: Readonly<Record<string, string>>
  /** The conversation's language for formatted values; English by default. */
  readonly language?: string | undefined
}

const URL_MAX = 4000
const BODY_MAX = 200_000
const HEADER_MAX = 8000

/** Headers of the connection, or that identify us. */
const FORBIDDEN =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|http2-settings|proxy-.*|sec-.*|forwarded|via|x-forwarded-.*|x-real-ip)$/i
export const isForbiddenHeader = (name: string): boolean => FORBIDDEN.test(name)
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
/** Header values that fetch accepts; a line break would start another header. */
const HEADER_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/
const ADDRESS = /^(https?):\/\/([^/?#\\]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/i

interface Address {
  readonly origin: string
  readonly path: string
  readonly query: string
}

/** The parts of an address, or why it is not allowed. */
function readAddress(serverUrl: string): Address | MessageDescriptor {
  const [, scheme = '', authority = '', path = '', query = ''] = ADDRESS.exec(serverUrl) ?? []
  if (scheme === '' || authority === '') return msg('url_scheme_invalid')
  if (/[{}]/.test(authority)) return msg('request_host_fixed')
  if (authority.includes('@')) return msg('request_address_with_credentials')
  const origin = `${scheme}://${authority}`
  if (!URL.canParse(origin)) return msg('request_address_invalid')
  return { origin, path, query }
}

/** The fixed scheme, host and port of a tool; undefined for an invalid address. */
export function originOf(serverUrl: string): string | undefined {
  const address = readAddress(serverUrl)
  return 'code' in address ? undefined : new URL(address.origin).origin
}

/** Problems of a tool regardless of arguments; empty when it can be called. */
export function toolProblems(tool: Pick<Tool, 'serverUrl' | 'fields' | 'method'>): MessageDescriptor[] {
  const address = readAddress(tool.serverUrl)
  const problems = 'code' in address ? [address] : []
  const headers = new Set<string>()
  for (const field of tool.fields) {
    if (field.in === 'path' && !('code' in address) && !tool.serverUrl.includes(`{${field.key}}`))
      problems.push(msg('request_placeholder_missing', { key: `{${field.key}}`, field: field.key }))
    if (field.isEnv && field.value === '') problems.push(msg('request_secret_unnamed', { field: field.key }))
    if (field.in !== 'header') continue
    const name = field.key.toLowerCase()
    if (headers.has(name)) problems.push(msg('request_header_duplicate', { field: field.key }))
    headers.add(name)
    if (!HEADER_NAME.test(field.key)) problems.push(msg('request_header_name_invalid', { field: field.key }))
    else if (FORBIDDEN.test(field.key)) problems.push(msg('request_header_forbidden', { field: field.key }))
    else if (name === 'cookie' && !field.isEnv) problems.push(msg('request_cookie_not_secret'))
  }
  return problems
}

const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/
/** A secret field is a secret's name, or a text with names in braces, e.g. `Bearer {TOKEN}`. */
const templateOf = (value: string): string => (SECRET_NAME.test(value) ? `{${value}}` : value)

/** Names of secrets a call may need; may include names of variables. */
export function secretNames(tool: Pick<Tool, 'serverUrl' | 'fields'>): string[] {
  const texts = tool.fields.map((field) => (field.isEnv ? templateOf(field.value) : field.value))
  return namesIn([tool.serverUrl, ...texts].join('\n'))
}

/**
 * The request of one call. Arguments are matched by their model name or field key; those of constant or secret fields
 * are ignored. Empty values count as missing.
 */
export function toolRequest(tool: Tool, filling: RequestInput): BuiltRequest {
  const problems = toolProblems(tool)
  const address = readAddress(tool.serverUrl)
  if (problems.length > 0 || 'code' in address) return { problems }
  const given = valuesOf(tool, filling, problems)
  const headers = headersOf(tool, given, problems)
  const url = urlOf(tool, address, filling, given, problems)
  const body = bodyOf(tool, headers, given, problems)
  if (problems.length > 0) return { problems: unique(problems) }
  return { request: { method: tool.method, url, headers, body } }
}

const unique = (problems: readonly MessageDescriptor[]): MessageDescriptor[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
]

/** The same request with secrets masked, for display. */
export function shownRequest(tool: Tool, filling: RequestInput): BuiltRequest {
  const masked = Object.fromEntries(Object.keys(filling.secrets).map((name) => [name, MASK]))
  return toolRequest(tool, { ...filling, secrets: masked })
}

type Given = readonly { readonly field: ToolField; readonly value: unknown }[]

const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined

/** Variables are filled in before secrets, so that no captured value is treated as a secret's name. */
const finder =
  ({ variables, secrets, language = '' }: RequestInput): FindText =>
  (name, formatter) => {
    const value = own(variables, name)
    if (value === undefined) return own(secrets, name)
    const text = formatter === undefined ? String(value) : formatAs(value, formatter, undefined, language)
    return text.toWellFormed()
  }

function valuesOf(tool: Tool, filling: RequestInput, problems: MessageDescriptor[]): Given {
  const names = new Map(toolArguments(tool).map(({ name, field }) => [field, name]))
  return tool.fields.flatMap((field) => {
    const name = names.get(field)
    const raw =
      name === undefined
        ? fixedValue(field, filling, problems)
        : (own(filling.arguments, name) ?? own(filling.arguments, field.key))
    if (isMissing(raw)) {
      if (mustHave(field)) problems.push(msg('request_field_missing', { field: field.key }))
      return []
    }
    const read = readValue(field, raw)
    if ('value' in read) return [{ field, value: read.value }]
    problems.push(read.problem)
    return []
  })
}

/** Removes placeholders of unknown values; keeps other braces, such as those of query languages. */
function orNothing(find: FindText, template: string): FindText {
  const isOurs = !/[{}]/.test(template.replaceAll(PLACEHOLDER, ''))
  return isOurs ? (name, formatter) => find(name, formatter) ?? defaultIn(formatter ?? '') ?? '' : find
}

function fixedValue(field: ToolField, filling: RequestInput, problems: MessageDescriptor[]): unknown {
  if (field.isEnv) {
    const template = templateOf(field.value)
    const missing = namesIn(template).filter((name) => isMissing(own(filling.secrets, name)))
    problems.push(...missing.map((name) => msg('tool_secret_missing', { name })))
    return missing.length > 0 ? MASK : fillText(template, (name) => own(filling.secrets, name))
  }
  const find = finder(filling)
  const fill = (text: string) => fillText(text, orNothing(find, text))
  if (field.type !== 'object' && field.type !== 'array') return fill(field.value)
  try {
    return fillDeep(JSON.parse(field.value), fill)
  } catch {
    problems.push(msg('request_fixed_value_not_json', { field: field.key }))
    return undefined
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

function headersOf(tool: Tool, given: Given, problems: MessageDescriptor[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const { field, value } of given) {
    if (field.in !== 'header') continue
    const text = asText(value).trim()
    if (!HEADER_VALUE.test(text)) problems.push(msg('request_header_characters', { field: field.key }))
    else if (text.length > HEADER_MAX) problems.push(msg('request_header_too_long', { field: field.key }))
    else if (text !== '') headers.set(field.key.toLowerCase(), text)
  }
  if (!headers.has('accept')) headers.set('accept', 'application/json, text/plain;q=0.9, */*;q=0.5')
  if (hasBody(tool) && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return Object.fromEntries(headers)
}

/** A GET has no body: its body fields go into the query. */
const placeOf = (tool: Pick<Tool, 'method'>, field: ToolField) =>
  field.in === 'body' && tool.method === 'GET' ? 'query' : field.in
const hasBody = (tool: Tool): boolean => tool.fields.some((field) => placeOf(tool, field) === 'body')

function urlOf(
  tool: Tool,
  address: Address,
  filling: RequestInput,
  given: Given,
  problems: MessageDescriptor[],
): string {
  const parts = new Map(given.filter(({ field }) => field.in === 'path').map((one) => [one.field.key, one.value]))
  const find = finder(filling)
  const fill = (text: string) =>
    fillPlaces(text, (name, formatter) => (parts.has(name) ? parts.get(name) : find(name, formatter)), problems)
  const path = address.path.split('/').map((segment) => checkedSegment(segment, fill(segment), problems))
  const query = [
    ...(address.query === '' ? [] : [fill(address.query)]),
    ...given.filter(({ field }) => placeOf(tool, field) === 'query').flatMap(({ field, value }) => pairs(field, value)),
  ]
  const text = `${address.origin}${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.origin !== new URL(address.origin).origin) {
    problems.push(msg('request_address_invalid'))
    return ''
  }
  if (url.href.length > URL_MAX) problems.push(msg('request_address_too_long'))
  return url.href
}

/** Field keys allow more characters than variable names, so a placeholder is anything in braces. */
const FORMATTED = /^([A-Za-z_][A-Za-z0-9_]{0,99})\s?\|(.{1,60})$/

const fillPlaces = (
  text: string,
  find: (name: string, formatter: string | undefined) => unknown,
  problems: MessageDescriptor[],
): string =>
  text.replaceAll(/\{([^{}]{1,200})\}/g, (_, place: string) => {
    const [, name = place, formatter] = FORMATTED.exec(place) ?? []
    const value = find(name, formatter)
    if (isMissing(value)) problems.push(msg('request_placeholder_unfilled', { name: `{${name}}` }))
    return encodeURIComponent(asText(value ?? ''))
  })

/** A value of «..» would leave the path. */
function checkedSegment(template: string, filled: string, problems: MessageDescriptor[]): string {
  if (template !== filled && /^(\.|%2e){1,2}$/i.test(filled)) problems.push(msg('request_address_dot_segments'))
  return filled
}

function pairs(field: ToolField, value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.map((one) => `${encodeURIComponent(field.key.toWellFormed())}=${encodeURIComponent(asText(one ?? ''))}`)
}

function bodyOf(
  tool: Tool,
  headers: Readonly<Record<string, string>>,
  given: Given,
  problems: MessageDescriptor[],
): string | undefined {
  if (!hasBody(tool)) return undefined
  const fields = given.filter(({ field }) => placeOf(tool, field) === 'body')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
  const body = isForm
    ? fields.flatMap(({ field, value }) => pairs(field, value)).join('&')
    : JSON.stringify(Object.fromEntries(fields.map(({ field, value }) => [field.key, value])))
  if (body.length > BODY_MAX) problems.push(msg('request_body_too_large'))
  return body
}
