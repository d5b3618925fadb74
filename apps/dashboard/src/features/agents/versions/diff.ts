// Compares two configurations of an agent by field; steps, tools and variables by identity.
import type { AgentConfig, OpenConfig } from '@parlance/contract/agents/schemas'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { diffText, type Part } from '../../../components/content/text-diff.ts'

/** A path segment: a field, part of one, or an entry's name. */
export interface Where {
  readonly kind: 'field' | 'name'
  readonly text: string
}

export type Change =
  | { readonly kind: 'text'; readonly where: readonly Where[]; readonly parts: readonly Part[] }
  | { readonly kind: 'value'; readonly where: readonly Where[]; readonly before: string; readonly after: string }
  | { readonly kind: 'added' | 'removed'; readonly where: readonly Where[]; readonly what: string }
  | { readonly kind: 'moved'; readonly where: readonly Where[] }

/** A field's value in words; undefined to show the value itself. */
export type Describe = (key: string, value: unknown) => readonly string[] | undefined
const asItIs: Describe = () => undefined

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists whose entries are identified by a field, not their index. */
const IDENTITY: Partial<Record<keyof AgentConfig, string>> = {
  nodes: 'id',
  tools: 'id',
  mcpServers: 'id',
  variables: 'name',
}
/** Stored apart from versions, so not comparable. */
const SECRETS: ReadonlySet<string> = new Set(['VF_DIALOGUE_API_KEY', 'whatsappToken', 'gcloudPrivateKey'])
const LONG = 40
const DEEPEST = 4

/** In the field order of `after`; empty when equal. */
export function diffConfigs(before: OpenConfig, after: OpenConfig, describe = asItIs): Change[] {
  const [a, b] = [before as Plain, after as Plain]
  return [...new Set([...Object.keys(b), ...Object.keys(a)])]
    .filter((key) => !SECRETS.has(key))
    .flatMap((key) => diffField(key, a[key], b[key], describe))
}

const same = (a: unknown, b: unknown) => sameConfig({ value: a }, { value: b })
const field = (text: string): Where => ({ kind: 'field', text })

function diffField(key: string, before: unknown, after: unknown, describe: Describe): Change[] {
  if (same(before, after)) return []
  const identity = IDENTITY[key as keyof AgentConfig]
  if (identity) return diffList([key, identity], listOf(before), listOf(after), describe)
  return diffValue([field(key)], before, after, describe)
}

const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])
const nameOf = (entry: Plain, identity: string) => String(entry['name'] || entry[identity])

function diffList(
  [key, identity]: readonly [key: string, identity: string],
  before: readonly Plain[],
  after: readonly Plain[],
  describe: Describe,
): Change[] {
  const old = new Map(before.map((entry) => [entry[identity], entry]))
  const kept = new Set(after.map((entry) => entry[identity]))
  const place = (entry: Plain): Where[] => [field(key), { kind: 'name', text: nameOf(entry, identity) }]
  const changed = after.flatMap((entry): Change[] => {
    const earlier = old.get(entry[identity])
    if (!earlier) return [{ kind: 'added', where: place(entry), what: nameOf(entry, identity) }]
    return diffEntry(place(entry), earlier, entry, describe)
  })
  const gone = before
    .filter((entry) => !kept.has(entry[identity]))
    .map((entry): Change => ({ kind: 'removed', where: place(entry), what: nameOf(entry, identity) }))
  if (changed.length + gone.length > 0) return [...changed, ...gone]
  return [{ kind: 'moved', where: [field(key)] }]
}

/** A position on the canvas does not change behaviour: one word is enough. */
function diffEntry(where: readonly Where[], before: Plain, after: Plain, describe: Describe): Change[] {
  const { rf: oldPlace, ...old } = before
  const { rf: newPlace, ...now } = after
  const changes = diffObject(where, old, now, describe)
  const moved = !same(oldPlace, newPlace)
  return changes.length === 0 && moved ? [{ kind: 'moved', where }] : changes
}

function diffObject(where: readonly Where[], before: Plain, after: Plain, describe: Describe): Change[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) =>
    same(before[key], after[key]) ? [] : diffValue([...where, field(key)], before[key], after[key], describe),
  )
}

function diffValue(where: readonly Where[], before: unknown, after: unknown, describe: Describe): Change[] {
  if (where.length < DEEPEST && (isPlain(before) || isPlain(after))) {
    return diffObject(where, isPlain(before) ? before : {}, isPlain(after) ? after : {}, describe)
  }
  const key = where.at(-1)?.text ?? ''
  const words = [before, after].map((value) => textOf(describe(key, value) ?? value))
  // Equal descriptions hide a difference, so show the values.
  const [old = '', now = ''] = words[0] === words[1] ? [textOf(before), textOf(after)] : words
  const long = [old, now].some((text) => text.length > LONG || text.includes('\n'))
  if (long) return [{ kind: 'text', where, parts: diffText(old, now) }]
  return [{ kind: 'value', where, before: old, after: now }]
}

/** A value as text; lists of texts get a line each. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n')
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value as number | boolean)
}
