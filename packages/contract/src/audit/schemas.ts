// The log of who did what in a workspace: which calls it takes, what of them it keeps, and how seldom it hears of refusals.
import { z } from 'zod'
import type { Access } from '../lib/operation.ts'

export const ACTOR_KINDS = ['session', 'workspace', 'key', 'agent', 'client', 'system', 'stranger', 'support'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** Small facts about what happened, e.g. a role before and after; never what people wrote, never a secret. */
export const AuditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
export type AuditDetail = z.infer<typeof AuditDetail>

export const AuditEntry = z.object({
  /** From 1 in each workspace, without gaps. */
  seq: z.number().int(),
  at: z.string(),
  /** `workspace` is its secret, `key` an API key, `stranger` somebody of no part in the workspace, `support` one let in for a while. */
  actorKind: z.enum(ACTOR_KINDS),
  /** Address of a person, name of a key. */
  actorName: z.string(),
  /** Without its last part once the entry is 30 days old. */
  ip: z.string(),
  /** Name of the call, e.g. `agents.publish`. */
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  detail: AuditDetail,
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Days after which addresses are cut, and after which an entry goes. */
export const IP_DAYS = 30
export const ENTRY_DAYS = 365
/** Entries of the kind `together` of one person about one thing within so many minutes are one. */
export const TOGETHER_MINUTES = 10

/** What of a call decides how the log takes it. */
export interface Audited {
  readonly method: string
  readonly access: Pick<Access, 'by' | 'audit' | 'scope'>
  readonly stream?: boolean
  readonly text?: boolean
}

/**
 * Whether a call that succeeded becomes an entry. What visitors say and send is no management; what only looks is none
 * either, but for exports, which carry much away at once.
 */
export function auditPolicyOf({ method, access, stream, text }: Audited): 'each' | 'together' | undefined {
  if (access.audit === 'never') return undefined
  if (access.audit !== undefined) return access.audit === 'always' ? 'each' : 'together'
  if (stream || access.by.includes('visitor') || access.by.includes('public')) return undefined
  if (method === 'GET') return text ? 'each' : undefined
  return access.scope?.endsWith(':read') ? undefined : 'each'
}

/**
 * The same for support that was let in: all it does is told of, and what it says in chats as one, but what it merely looks at.
 */
export function supportAuditPolicyOf(audited: Audited): 'each' | 'together' | undefined {
  const { method, access, stream } = audited
  if (method === 'GET' || access.scope?.endsWith(':read')) return auditPolicyOf(audited)
  const isChat = stream === true || access.by.includes('visitor') || access.by.includes('public')
  return auditPolicyOf(audited) ?? (isChat ? 'together' : 'each')
}

const NO_THING = new Set(['limit', 'cursor', 'version', 'n'])
/** What a call is about: the last thing that its path names, or what it made. */
export function objectOf(
  path: string,
  input: Readonly<Record<string, unknown>>,
  output?: unknown,
): { readonly type: string; readonly id: string } {
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key).filter((key) => !NO_THING.has(key))
  const key = keys.at(-1) ?? ''
  const made = madeIn(output)
  const id = input[key]
  // A list in which something was made: `/v2/agents/{agentId}/kb`, and not `/v2/agents/{agentId}`.
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

/** The id of what an answer says was made: `data.ID`, `data.id` or the agent of a template. */
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
/** The names of what a call sent, without what its path names: which settings were saved, not how they stand now. */
export function fieldsOf(path: string, input: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(input)
    .filter((key) => NAME.test(key) && input[key] !== undefined && !path.includes(`{${key}}`))
    .toSorted()
    .slice(0, FIELDS)
}

/** One line, no longer than `most` characters. */
export const plain = (text: string, most: number): string =>
  // Half of a pair that was cut, and controls, cannot be stored or would break the line of what is hashed.
  text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, most)
    .toWellFormed()
    .replaceAll('\uFFFD', ' ')
    .trim()

/** Detail as it is kept: at most 20 facts, each a short line. */
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

/** An address as the log keeps it: IPv6 with its eight groups, so that cutting it needs no reading; '' for anything else. */
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

/** The network of an address: 24 bits of IPv4, 48 of IPv6. Of what is cut already it is the same. */
export const shortIp = (ip: string): string =>
  ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0').replace(/^((?:[0-9a-f]{1,4}:){3})[0-9a-f:]*$/, '$1:')

/** Refusals of one kind that no entry tells of yet. Times in milliseconds. */
export interface RefusalWindow {
  readonly count: number
  readonly since: number
  /** When the next entry is written. */
  readonly due: number
  /** How long the one after that waits. */
  readonly wait: number
}
const FIRST_WAIT = 60_000
const MOST_WAIT = 3_600_000

/** One more refusal: the first is told of after a minute, and who goes on is told of ever more seldom, at last hourly. */
export const addRefusal = (before: RefusalWindow | undefined, now: number): RefusalWindow =>
  before === undefined
    ? { count: 1, since: now, due: now + FIRST_WAIT, wait: FIRST_WAIT * 2 }
    : { ...before, count: before.count + 1, since: before.count === 0 ? now : before.since }

/** After an entry told of them; undefined once nothing was refused for a whole wait. */
export const markReported = (refusals: RefusalWindow, now: number): RefusalWindow | undefined =>
  refusals.count === 0
    ? undefined
    : { count: 0, since: now, due: now + refusals.wait, wait: Math.min(MOST_WAIT, refusals.wait * 2) }
