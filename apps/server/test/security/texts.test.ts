// Texts that attack their reader: SQL, and input that slows down regular expressions. The numbers are those of
// docs/security.md.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../helpers/app.ts'
import { snapshotDatabases, quiet, textWithin, walk } from '../helpers/database-snapshot.ts'
import { violations } from '../helpers/invariants.ts'
import { addressOf, type Operation, operations, samples, send } from '../helpers/operations.ts'
import { bearerFor, makeTenant, type Tenant } from '../helpers/tenants.ts'
import { isAll } from '../../../../scripts/test-tier.ts'

const server = await startTestServer({ settings: { baseWorkspaceSeats: 20 } })
let a: Tenant
beforeAll(async () => {
  a = await makeTenant(server, 'eu')
  // The first read of receipts stores the rates that apply from now on.
  const receipts = operations.find(({ name }) => name === 'clientBilling.receipts')
  if (receipts)
    await fetch(addressOf(receipts, server.url, 'eu', inputOf(receipts)).url, {
      headers: { authorization: `Bearer ${bearerFor(receipts, a)}` },
    })
  await quiet(server.dbs)
})
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const inputOf = (op: Operation) => samples[op.name]?.(a) ?? {}
const reads = operations.filter(({ method }) => method === 'GET')
const writes = operations.filter(({ method, meta }) => method !== 'GET' && !meta.file)
const anybodys = ({ meta }: Operation) =>
  (['public', 'visitor', 'sandbox'] as const).some((one) => meta.access.by.includes(one))

interface Field {
  readonly type?: string
  readonly items?: Field
  readonly anyOf?: readonly Field[]
  readonly properties?: Readonly<Record<string, Field>>
}
function fieldsOf({ input }: Operation): [string, Field][] {
  if (!input) return []
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Field
  return [schema, ...(schema.anyOf ?? [])].flatMap(({ properties }) => Object.entries(properties ?? {}))
}
const takesText = (field: Field): boolean => field.type === 'string' || (field.anyOf ?? []).some(takesText)

const INJECTIONS = [
  `'`,
  `"`,
  `' or '1'='1`,
  `' or 1=1 --`,
  `"; drop table agents; --`,
  `\\'; select pg_sleep(5); --`,
  `{"$ne":1}`,
  `$1`,
  `x->>'y'`,
]
test('[1.26] treats quotes and SQL in every search, filter, order, cursor and token as text', async () => {
  const before = await snapshotDatabases(server.dbs)
  let searched = 0
  await walk(reads, async (op) => {
    const bearer = bearerFor(op, a)
    const keys = [...fieldsOf(op).map(([key]) => key), 'sort', 'order', 'filter'].filter(
      (key) => !op.path.includes(`{${key}}`),
    )
    const { url } = addressOf(op, server.url, 'eu', inputOf(op))
    const ask = async (key: string, value: string, as = bearer) => {
      const query = new URLSearchParams({ [key]: value }).toString()
      const started = performance.now()
      const response = await fetch(url + (url.includes('?') ? '&' : '?') + query, {
        headers: as ? { authorization: `Bearer ${as}` } : {},
      })
      const text = op.meta.stream && response.ok ? '' : await textWithin(response, 2000)
      await response.body?.cancel().catch(() => undefined)
      expect(response.status, `${op.name} ${key}=${value} ${text.slice(0, 200)}`).toBeLessThan(500)
      expect(text, op.name).not.toMatch(/syntax error|relation "|unterminated/)
      expect(performance.now() - started, `${op.name} ${key}=${value}`).toBeLessThan(4500)
      return { status: response.status, text }
    }
    for (const value of INJECTIONS) {
      // Search fields get all of them; ids, names, numbers and tokens get some, or one in turns.
      const at = INJECTIONS.indexOf(value)
      const isTried = (turn: number) => (isAll ? at < 3 : at === turn % 3)
      for (const key of keys.filter((one, turn) => one === 'search' || isTried(turn))) {
        const { status, text } = await ask(key, value)
        if (key !== 'search' || status !== 200 || value.length < 10) continue
        // Nothing has such a name: a list that returns items was injected; a table has only its column names.
        if (op.meta.text) {
          expect(text.trim().split('\n').length, `${op.name} ${value}`).toBe(1)
          searched += 1
          continue
        }
        const { items } = JSON.parse(text) as { items?: unknown[] }
        if (items === undefined) continue
        expect(items, `${op.name} ${value}`).toEqual([])
        searched += 1
      }
      // Any long token is a visitor's, who has nothing here.
      if (anybodys(op) || !(isAll || isTried(reads.indexOf(op)))) continue
      expect([400, 401, 403, 404], op.name).toContain((await ask('limit', '1', `x${value}`)).status)
    }
  })
  expect(searched).toBeGreaterThan(20)
  expect(await snapshotDatabases(server.dbs)).toBe(before)
}, 90_000)

/** Texts that take very long in regular expressions with many ways to match. */
const SLOW = [
  `a@a.${'a'.repeat(60)}!`,
  `${'a@'.repeat(50_000)}`,
  `${'a.'.repeat(50_000)}!`,
  `${'a-'.repeat(50_000)}!`,
  `http://${'a'.repeat(50_000)}${'/..'.repeat(15_000)}!`,
  `${' '.repeat(100_000)}!`,
  `${'\n\t '.repeat(33_000)}!`,
  `${'0'.repeat(100_000)}x`,
  `${'#'.repeat(100_000)}`,
  `${'{{'.repeat(50_000)}`,
  `${'<a '.repeat(33_000)}`,
  `${'('.repeat(50_000)}${')'.repeat(49_999)}`,
]
/** The shortest of some tries: slow code is slow each time, a busy machine is not. */
async function quickest(limit: number, work: () => unknown): Promise<number> {
  let best = Infinity
  for (let tries = 0; tries < 6 && best > limit; tries += 1) {
    const started = performance.now()
    await work()
    best = Math.min(best, performance.now() - started)
  }
  return best
}

test('[1.21] checks any text in any field quickly', async () => {
  let fields = 0
  for (const op of operations) {
    for (const [key, field] of fieldsOf(op)) {
      const values = takesText(field) ? SLOW : field.items && takesText(field.items) ? SLOW.map((text) => [text]) : []
      if (values.length > 0) fields += 1
      for (const value of values) {
        const input = { ...inputOf(op), [key]: value }
        const took = await quickest(50, () => op.input?.safeParse(input))
        expect(took, `${op.name}.${key} ${String(value).slice(0, 20)}`).toBeLessThan(50)
      }
    }
  }
  expect(fields).toBeGreaterThan(300)
}, 90_000)

test('[1.21] takes no longer over the wire for slow texts than for others of their length', async () => {
  const slow: string[] = []
  for (const op of writes) {
    const keys = fieldsOf(op).filter(([key, field]) => takesText(field) && !op.path.includes(`{${key}}`))
    if (keys.length === 0) continue
    const timed = (text: string, bound: number) =>
      quickest(bound, () => {
        // One unknown field keeps the call from doing anything, but all fields are still checked.
        const input = { ...inputOf(op), ...Object.fromEntries(keys.map(([key]) => [key, text])), zzz: 1 }
        return send(op, server.url, 'eu', input, { bearer: bearerFor(op, a) })
      })
    const length = Math.floor(200_000 / keys.length / 2)
    const bound = 50 + (await timed('x'.repeat(Math.min(20_000, length)), Infinity))
    for (const text of SLOW.slice(0, 3)) {
      if ((await timed(text.slice(0, Math.min(20_000, length)), bound)) > bound)
        slow.push(`${op.name} ${text.slice(0, 9)}`)
    }
  }
  expect(slow).toEqual([])
}, 90_000)

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !file.includes('.test.'),
)
const holding = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))

test('[1.13] renders no text as HTML on any screen or in any chat', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(holding(/dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write\(/)).toEqual(
    [],
  )
})

test('[1.17] runs no text as code', () => {
  expect(holding(/\beval\(|new Function\(|setTimeout\(['"`]/)).toEqual([])
  // Fixed code may run there, because a time limit can end it.
  const [limited, ...others] = holding(/['"](node:)?vm['"]/)
  expect(others).toEqual([])
  expect(limited).toBe('apps/server/src/lib/inbound-mail.ts')
  const code = readFileSync(join(ROOT, limited ?? ''), 'utf8')
  expect([...code.matchAll(/\b(?:run\w*Context|compileFunction|Script)\(([^,\n]*)/g)].map(([, run]) => run)).toEqual([
    "'parse(text)'",
  ])
})
