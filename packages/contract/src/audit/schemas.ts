import { z } from 'zod'
import type { Access } from '../lib/operation.ts'

export const ACTOR_KINDS = [
  'session',
  'workspace',
  'key',
  'agency',
  'agent',
  'client',
  'system',
  'stranger',
  'support',
] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** Small facts about an action, e.g. a role before and after; never people's texts, never a secret. */
export const AuditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
export type AuditDetail = z.infer<typeof AuditDetail>

export const AuditEntry = z.object({
  /** From 1 in each workspace, without gaps. */
  seq: z.number().int(),
  at: z.string(),
  /** `key` is an API key, `stranger` a person outside the workspace, `support` our support with temporary access. */
  actorKind: z.enum(ACTOR_KINDS),
  actorName: z.string(),
  /** Truncated after 30 days. */
  ip: z.string(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  detail: AuditDetail,
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Days until IP addresses are truncated and until entries are deleted. */
export const IP_DAYS = 30
export const ENTRY_DAYS = 365
/** Entries of the kind `together` by one person about one object within this time are merged. */
export const TOGETHER_MINUTES = 10

export interface Audited {
  readonly method: string
  readonly access: Pick<Access, 'by' | 'audit' | 'scope'>
  readonly stream?: boolean
  readonly text?: boolean
}

/** Calls of visitors and reading calls are not recorded, except exports. */
export function auditPolicyOf({ method, access, stream, text }: Audited): 'each' | 'together' | undefined {
  if (access.audit === 'never') return undefined
  if (access.audit !== undefined) return access.audit === 'always' ? 'each' : 'together'
  if (stream || access.by.includes('visitor') || access.by.includes('public')) return undefined
  if (method === 'GET') return text ? 'each' : undefined
  return access.scope?.endsWith(':read') ? undefined : 'each'
}

/** Records everything except reading, and merges messages in chats. */
export function supportAuditPolicyOf(audited: Audited): 'each' | 'together' | undefined {
  const { method, access, stream } = audited
  if (method === 'GET' || access.scope?.endsWith(':read')) return auditPolicyOf(audited)
  const isChat = stream === true || access.by.includes('visitor') || access.by.includes('public')
  return auditPolicyOf(audited) ?? (isChat ? 'together' : 'each')
}

const NO_THING = new Set(['limit', 'cursor', 'version', 'n'])
export function objectOf(
  path: string,
  input: Readonly<Record<string, unknown>>,
  output?: unknown,
): { readonly type: string; readonly id: string } {
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key).filter((key) => !NO_THING.has(key))
  const key = keys.at(-1) ?? ''
  const made = madeIn(output)
  const id = input[key]
  // A path of a list (`/v2/agents/{agentId}/kb`), not of an object (`/v2/agents/{agentId}`).
  if (made !== undefined && made !== id && !path.endsWith(`{${key}}`))
    return { type: typeOfPath(path), id: plain(made, 200) }
  return { type: typeOfKey(key), id: typeof id === 'string' || typeof id === 'number' ? plain(String(id), 200) : '' }
}

const PLAIN_TYPES: Readonly<Record<string, string>> = {
  uid: 'workspace',
  user: 'workspace',
  doc: 'document',
  kb: 'document',
  point: 'document',
  email: 'member',
  name: 'secret',
  uploadFile: 'file',
  saveAgentBackup: 'version',
}
const named = (type: string) => (Object.hasOwn(PLAIN_TYPES, type) ? (PLAIN_TYPES[type] ?? '') : type)
const typeOfKey = (key: string) => named(key.replace(/Id$/, ''))
/** `/v2/workspaces/{uid}/keys` lists keys, `/rpc/convertAgentTemplateToAgent` makes an agent. */
function typeOfPath(path: string): string {
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
  return last.endsWith('Agent') || last === 'duplicate' || last === 'import' ? 'agent' : named(last.replace(/s$/, ''))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function madeIn(output: unknown): string | undefined {
  if (!isRecord(output)) return undefined
  for (const part of [output['data'], output['agentCreated']]) {
    if (!isRecord(part)) continue
    const id = part['ID'] ?? part['id'] ?? part['uid']
    if (typeof id === 'string' && id !== '') return id
  }
  return undefined
}

const NAME = /^[A-Za-z_]\w{0,59}$/
const FIELDS = 30
/** The names of the sent fields without those of the path: which settings were saved, not their values. */
export function fieldsOf(path: string, input: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(input)
    .filter((key) => NAME.test(key) && input[key] !== undefined && !path.includes(`{${key}}`))
    .toSorted()
    .slice(0, FIELDS)
}

export const plain = (text: string, most: number): string =>
  // Lone surrogates can't be stored, and control characters would break the hashed line.
  text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, most)
    .toWellFormed()
    .replaceAll('\uFFFD', ' ')
    .trim()

export function plainDetail(detail: AuditDetail): AuditDetail {
  const facts = Object.entries(detail).filter(([key]) => NAME.test(key))
  return Object.fromEntries(facts.slice(0, 20).map(([key, value]) => [key, plainFact(value)]))
}
const plainFact = (value: AuditDetail[string]): AuditDetail[string] =>
  typeof value === 'string'
    ? plain(value, 254)
    : Array.isArray(value)
      ? value.slice(0, FIELDS).map((one) => plain(one, 80))
      : value

/** An IP address as stored: IPv6 with all eight groups, which makes truncating simple; '' for anything else. */
export function plainIp(ip: string): string {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(ip)) return ip
  const [address = ''] = ip.toLowerCase().split('%')
  if (!/^[0-9a-f:]+$/.test(address) || !address.includes(':')) return ''
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return groups.length === 8 && groups.every((group) => group.length <= 4) ? groups.join(':') : ''
}

/** The network of an address: 24 bits of IPv4, 48 of IPv6. Idempotent. */
export const shortIp = (ip: string): string =>
  ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0').replace(/^((?:[0-9a-f]{1,4}:){3})[0-9a-f:]*$/, '$1:')

/** Times in milliseconds. */
export interface RefusalWindow {
  readonly count: number
  readonly since: number
  readonly due: number
  readonly wait: number
}
const FIRST_WAIT = 60_000
const MOST_WAIT = 3_600_000

/** Counts a refusal: the first is recorded after a minute, further ones at growing intervals, up to an hour. */
export const addRefusal = (before: RefusalWindow | undefined, now: number): RefusalWindow =>
  before === undefined
    ? { count: 1, since: now, due: now + FIRST_WAIT, wait: FIRST_WAIT * 2 }
    : { ...before, count: before.count + 1, since: before.count === 0 ? now : before.since }

/** The state after an entry was written; undefined once nothing was refused for a whole interval. */
export const markReported = (refusals: RefusalWindow, now: number): RefusalWindow | undefined =>
  refusals.count === 0
    ? undefined
    : { count: 0, since: now, due: now + refusals.wait, wait: Math.min(MOST_WAIT, refusals.wait * 2) }
