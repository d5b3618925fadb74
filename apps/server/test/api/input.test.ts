// Sends bad input to every operation: each refusal is clear and fast, and the process survives. Input that a shared
// reader refuses goes to one call of each kind in full, and to the others in turns.
import { connect } from 'node:net'
import type { Caller } from '@parlance/contract/lib/operation'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../helpers/app.ts'
import { makeCampaign } from '../helpers/campaigns.ts'
import { arbitraryOf, type JsonSchema } from '../helpers/arbitrary.ts'
import { walk } from '../helpers/database-snapshot.ts'
import { violations } from '../helpers/invariants.ts'
import {
  addressOf,
  askForFile,
  ghosts,
  type Heard,
  makeCrawl,
  makeGap,
  makeMetric,
  makeGolden,
  makePeople,
  makeTest,
  makeKey,
  makeLeads,
  makeEvent,
  makeTheme,
  type Operation,
  operations,
  samples,
  send,
} from '../helpers/operations.ts'
import { makeCall } from '../helpers/calls.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import type { Names } from '../helpers/operation-names.ts'
import { isAll } from '../../../../scripts/test-tier.ts'

const server = await startTestServer()
const owner = await server.signUp('eu')
let names: Names
let bearers: Partial<Record<Caller, string>>
const nobody = ghosts()
const failures: unknown[] = []
const note = (reason: unknown) => void failures.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  // Some calls require a verified address.
  await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [owner.email])
  const agent = await server.makeAgent(owner, { allowAttachments: true, allowVoiceNotes: true })
  const kb = `${server.api('eu')}/v2/agents/${agent.id}/kb`
  const made = await server.must<{ data: { ID: string } }>('POST', kb, owner.token, { name: 'A', content: 'A text.' })
  const chunk = 'Another text.'
  await server.must('PATCH', `${kb}/${made.data.ID}`, owner.token, { content: chunk })
  const versions = await server.must<{ items: { id: string }[] }>('GET', `${kb}/${made.data.ID}/versions`, owner.token)
  const saving = `${server.api('eu')}/rpc/saveAgentBackup`
  const backup = { agentId: agent.id, workspaceId: owner.workspace.uid }
  const { version } = await server.must<{ version: { id: string } }>('POST', saving, owner.token, backup)
  const visitor = newVisitorId()
  const { answer } = await server.turn(agent, { visitorId: visitor })
  await askForFile(server.dbs, 'eu', answer.metadata?.conversationId ?? '')
  const org = await makeOrg(server, owner, [agent.id])
  names = {
    uid: owner.workspace.uid,
    agentId: agent.id,
    docId: made.data.ID,
    chunk,
    docVersionId: versions.items[0]?.id ?? '',
    conversationId: answer.metadata?.conversationId ?? '',
    turnId: answer.metadata?.turnId ?? '',
    versionId: version.id,
    ...(await makeTest(server, owner, agent.id)),
    ...(await makeCall(server.dbs, owner, agent.id)),
    ...(await makeGap(server.dbs, owner, { agentId: agent.id, conversationId: answer.metadata?.conversationId ?? '' })),
    ...(await makeMetric(server.dbs, server, owner, {
      agentId: agent.id,
      conversationId: answer.metadata?.conversationId ?? '',
    })),
    ...(await makeGolden(server, owner, { agentId: agent.id, docId: made.data.ID })),
    ...(await makeCampaign(server, owner, agent.id)),
    ...(await makeCrawl(server, owner, agent.id)),
    ...(await makeTheme(server, owner)),
    ...(await makeLeads(server, owner, agent.id)),
    ...org,
    clientId: (await makeClient(server, owner, org, { agentIds: [agent.id] })).clientId,
    ...(await makeEvent(server.dbs, server, owner)),
    ...(await makeKey(server, owner)),
    ...(await makePeople(server, server.dbs, owner)),
    attachmentId: nobody.attachmentId,
    accountId: nobody.accountId,
    customerId: nobody.customerId,
    paymentMethodId: nobody.paymentMethodId,
  }
  const client = (
    await makeClient(server, owner, org, { agentIds: [agent.id], isOrgAdmin: true, allowCreateAgents: true })
  ).token
  bearers = { session: owner.token, workspace: owner.workspace.secret, agent: agent.secret, visitor, client }
})
afterEach(() => expect(failures).toEqual([]))
afterAll(async () => {
  process.off('unhandledRejection', note)
  const { status } = await server.turn({ region: 'eu', id: names.agentId })
  expect(status).toBe(200)
  expect(await violations(server.dbs)).toEqual([])
})

const sampleOf = (op: Operation) => samples[op.name]?.(names) ?? {}
/** A valid token, so that only the input is refused. */
const bearerOf = (op: Operation) => op.meta.access.by.map((caller) => bearers[caller]).find(Boolean)
const cases = (ops: readonly Operation[]) => ops.map((op) => [op.name, op] as const)
const writing = operations.filter(({ method, meta }) => method !== 'GET' && !meta.file)
/** Refused before input is read: no one has taken over the chat. */
const NEEDS_THE_CHAT: ReadonlySet<string> = new Set(['conversations.attachToReply'])
/** Its answer for valid input: the agent has no channel to send campaigns on. */
const NEEDS_A_CHANNEL: ReadonlySet<string> = new Set(['campaigns.reach'])
/** The model here does not answer these questions. */
const ASKS_A_MODEL: ReadonlySet<string> = new Set(['conversations.translateReply', 'conversations.translateMessages'])
/** A file body is not validated input. */
const reading = operations.filter(({ method, meta }) => method === 'GET' || meta.file)

function expectRefusal(heard: Heard, context: unknown, codes: readonly number[] = [400, 404]) {
  const about = `${JSON.stringify(context)?.slice(0, 300)} got ${heard.status} ${JSON.stringify(heard.body)}`
  expect(codes, about).toContain(heard.status)
  expect(heard.body, about).toMatchObject({
    success: false,
    code: expect.stringMatching(/^[A-Z_]+$/),
    message: expect.stringMatching(/\S/),
    requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  // A sentence for people, without the schema library's words and names of fields.
  expect((heard.body as { message: string }).message).not.toMatch(
    /^[a-z][\w.]*: |\b(?:Invalid (?:input|option|string|URL|email)|Too (?:small|big)|Unrecognized|received) |expected \w+/,
  )
  // A refusal names the problem, and never repeats megabytes or reveals internals.
  const told = JSON.stringify(heard.body)
  expect(told.length, about).toBeLessThan(20_000)
  expect(told).not.toMatch(/node_modules|at \w+ \(|select |insert |duplicate key|ECONN|\/src\//)
}

const raw = (op: Operation, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  // Path parameters stay valid: only the body is wrong.
  const path = Object.fromEntries(Object.entries(sampleOf(op)).filter(([key]) => op.path.includes(`{${key}}`)))
  return send(op, server.url, 'eu', path, { bearer: bearerOf(op), raw: body, headers })
}
const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** How many values each call gets: all of these in `npm run test:all`, fewer otherwise. */
const inAll = (all: number, otherwise: number) => (isAll ? all : otherwise)
/** A rotating part of a list, so that every item is used somewhere. */
function byTurns<T>(list: readonly T[], turn: number, count: number): T[] {
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[(turn * count + at) % list.length] as T)
}
/** The first operation of each kind, and all others with their index. */
function byKind(ops: readonly Operation[], kindOf: (op: Operation) => string) {
  const firsts = new Map<string, Operation>()
  for (const op of ops) if (!firsts.has(kindOf(op))) firsts.set(kindOf(op), op)
  const chosen = [...firsts.values()]
  const others = ops.filter((op) => !chosen.includes(op)).map((op, turn) => [op.name, turn, op] as const)
  return { kinds: [...firsts].map(([kind, op]) => [kind, op.name, op] as const), others }
}

const BYTES = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d])
const MALFORMED: readonly (readonly [what: string, body: string | Uint8Array<ArrayBuffer>])[] = [
  ['null', 'null'],
  ['an array', '[]'],
  ['a string', '"x"'],
  ['a number', '7'],
  ['half an object', '{"a":'],
  ['no JSON', 'name=Ada'],
  ['two objects', '{}{}'],
  ['a __proto__ key', '{"__proto__":{"isAdmin":true}}'],
  ['a constructor key', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a hidden __proto__ key', '{"message":{"\\u005f_proto__":1}}'],
  ['a NUL in a key', '{"a\\u0000b":1}'],
  ['a lone surrogate in a key', '{"\\ud800":1}'],
  ['a hundred levels', nest(100)],
  ['twenty thousand levels', nest(20_000)],
  ['bytes that are no UTF-8', BYTES],
]
const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']
/** Properties that decide how a body is read. */
const { kinds, others } = byKind(writing, ({ meta }) =>
  [
    `bodies up to ${meta.maxBody ?? 256 * 1024}`,
    ...(meta.stream ? ['a stream'] : []),
    ...(meta.query ? ['with a query'] : []),
  ].join(', '),
)

describe.each(kinds)('%s (%s)', (_kind, _name, op) => {
  test.each(MALFORMED)('refuses %s', async (what, body) => expectRefusal(await raw(op, body), what))

  test('[1.3] refuses other types of content', async () => {
    for (const type of TYPES) expectRefusal(await raw(op, '{"a":1}', { 'content-type': type }), type, [415])
  })

  test('[1.22] refuses a larger body than it accepts, whether or not its length is declared', async () => {
    const big = `{"a":"${'x'.repeat(op.meta.maxBody ?? 256 * 1024)}"}`
    expectRefusal(await raw(op, big), 'too large', [413])
    const { url } = addressOf(op, server.url, 'eu', sampleOf(op))
    expect(await streamed(op, url, big)).toBe(413)
  })
})

test('[1.3] refuses malformed bodies and other content types in every other call', { timeout: 120_000 }, async () => {
  expect(others.length).toBeGreaterThan(100)
  await walk(others, async ([name, turn, op]) => {
    for (const [what, body] of byTurns(MALFORMED, turn, 1)) expectRefusal(await raw(op, body), `${name}: ${what}`)
    for (const type of byTurns(TYPES, turn, 1))
      expectRefusal(await raw(op, '{"a":1}', { 'content-type': type }), `${name}: ${type}`, [415])
  })
})

test('refuses bodies with only unknown fields in every call', () =>
  walk(writing, async (op) => expectRefusal(await raw(op, '{"isAdmin":true,"ownerID":"someone","zzz":1}'), op.name)))

test('refuses a megabyte in any field, whatever the size limit of the call', async () => {
  const readsIt = ({ meta }: Operation) => (meta.maxBody ?? 0) > 1_000_000
  const shorter = kinds.flatMap(([, , op]) => (readsIt(op) ? [] : [op]))
  for (const op of [...shorter, ...writing.filter(readsIt)]) {
    const refused = [...(NEEDS_THE_CHAT.has(op.name) ? [409] : []), ...(readsIt(op) ? [400] : [413])]
    for (const key of bodyKeys(op)) {
      const input = { ...sampleOf(op), [key]: 'x'.repeat(1_000_000) }
      expectRefusal(await send(op, server.url, 'eu', input, { bearer: bearerOf(op) }), `${op.name}: ${key}`, refused)
    }
  }
})

/** Fields outside the path. */
const bodyKeys = (op: Operation) =>
  Object.keys(samples[op.name]?.(nobody) ?? {}).filter((key) => !op.path.includes(`{${key}}`))
/** Operations that need more than the path. */
const demanding = writing.filter((op) => {
  const path = Object.entries(samples[op.name]?.(nobody) ?? {}).filter(([key]) => op.path.includes(`{${key}}`))
  return op.input?.safeParse(Object.fromEntries(path)).success === false
})

test.each(cases(demanding))('[1.23] %s does not fill in defaults when the body is missing', async (_, op) => {
  expectRefusal(await raw(op, ''), 'no body', [400])
  expectRefusal(await raw(op, '{}'), 'an empty object', [400])
})

/** Sends a body of undeclared length over a plain socket; returns the status. */
function streamed(op: Operation, url: string, body: string): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3})[^]*\r\n\r\n/.exec(heard)?.[1]
      if (status) resolve(Number(status))
    })
    socket.on('close', () => reject(new Error(`closed after: ${heard.slice(0, 100)}`)))
    // The server may close the connection during the upload.
    socket.on('error', () => undefined)
    const bearer = bearerOf(op)
    socket.write(
      `${op.method} ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
        `${bearer ? `Authorization: Bearer ${bearer}\r\n` : ''}Transfer-Encoding: chunked\r\n\r\n`,
    )
    for (let at = 0; at < body.length; at += 16_384) {
      const piece = body.slice(at, at + 16_384)
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
    }
    socket.write('0\r\n\r\n')
  })
}

/** Calls with their own limits, whatever the rate limits. */
const MEASURED = new Set([
  'workspaces.sendEmail',
  'accounts.startTwoFactor',
  'accounts.confirmTwoFactor',
  'accounts.renewRecoveryCodes',
  'accounts.stopTwoFactor',
  'accounts.passkeyOptions',
  'accounts.changeEmail',
  'accounts.changePassword',
  'clientAccount.changePassword',
])
/** One at a time, because an aborted export may still run. */
const EXPORTS = new Set(operations.filter(({ name }) => /export|csv/i.test(name)).map(({ name }) => name))
/** These only say that the object no longer exists. */
const GONE = new Set([
  'accounts.renamePasskey',
  'accounts.removePasskey',
  'accounts.disconnectProvider',
  'accounts.endSession',
])

const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  'x'.repeat(20_000),
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e\u200b',
  "'; drop table turns; --",
  '%00',
  '../../../etc/passwd',
  '${7*7}',
  '__proto__',
  'NaN',
  '🏳️‍🌈'.repeat(50),
]
const withFields = writing.filter((op) => bodyKeys(op).length > 0)
test.each(withFields.map((op, turn) => [op.name, turn, op] as const))(
  '[1.23] %s handles wrong values in every field',
  async (_, turn, op) => {
    for (const [at, key] of bodyKeys(op).entries()) {
      await walk(byTurns(WRONG, turn + at, inAll(5, 2)), async (wrong) => {
        const started = performance.now()
        // Well-formed text is accepted in text fields; everything else must be refused with a reason.
        const heard = await send(op, server.url, 'eu', { ...sampleOf(op), [key]: wrong }, { bearer: bearerOf(op) })
        // Valid mails are sent until a limit is reached, and passwords guessed until blocked.
        const spent = [...(MEASURED.has(op.name) ? [429] : []), ...(ASKS_A_MODEL.has(op.name) ? [502] : [])]
        if (heard.status !== 200) expectRefusal(heard, { key, wrong }, [400, 401, 402, 404, 409, 422, ...spent])
        expect(performance.now() - started, `${key} took too long`).toBeLessThan(5000)
        const stored = typeof wrong === 'string' && (wrong.includes('\0') || !wrong.isWellFormed())
        if (stored) expect(heard.status, `${key} took ${JSON.stringify(wrong)}`).toBe(400)
      })
    }
  },
)

describe('in the address', () => {
  const pathKeys = (op: Operation) => [...op.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
  const NASTY = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%FF',
    '%',
    '%zz',
    '..%2f..%2fetc',
    '%2e%2e',
    "'%20or%201=1--",
    'x'.repeat(4000),
    '__proto__',
    '%F0%9F%92%A9',
  ]
  // Look-ups share code by kind: all bad ids go to one call, two to every other.
  const known = new Set<string>()
  const named = operations.flatMap((op) => {
    const keys = pathKeys(op).map((key) => ({ key, isFirst: !known.has(key) }))
    for (const { key } of keys) known.add(key)
    return keys.length > 0 ? [[op.name, keys, op] as const] : []
  })
  test.each(named.map((one, turn) => [one[0], turn, ...one] as const))(
    '[1.2] %s refuses malicious ids',
    async (...given) => {
      const [, turn, , keys, op] = given
      for (const [at, { key, isFirst }] of keys.entries()) {
        await walk(isFirst ? NASTY : byTurns(NASTY, turn + at, inAll(2, 1)), async (nasty) => {
          const mark = randomId(12)
          const { url, rest } = addressOf(op, server.url, 'eu', { ...sampleOf(op), [key]: mark })
          const bearer = bearerOf(op)
          const body = op.method === 'GET' || Object.keys(rest).length === 0 ? undefined : JSON.stringify(rest)
          const target = url.replace(mark, nasty)
          // Clients resolve this URL to another one.
          if (!new URL(target).pathname.includes(nasty)) return
          const response = await fetch(target, {
            method: op.method,
            headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body }),
          })
          const heard = {
            status: response.status,
            headers: response.headers,
            body: (await response.json()) as Heard['body'],
          }
          const busy = EXPORTS.has(op.name) ? [429] : []
          if (heard.status !== 200 || !GONE.has(op.name)) expectRefusal(heard, { key, nasty }, [400, 404, ...busy])
        })
      }
    },
  )

  /** Each list parses its own cursor and search. */
  const lists = (op: Operation) => {
    const known = op.input ? z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }).properties : {}
    return ['cursor', 'search', 'before'].some((key) => key in (known ?? {}))
  }
  test.each(reading.map((op, turn) => [op.name, turn, op] as const))(
    '%s handles malicious queries',
    async (_, turn, op) => {
      const { url } = addressOf(op, server.url, 'eu', sampleOf(op))
      const bearer = bearerOf(op)
      const long = 'x'.repeat(8000)
      const queries = [
        'zzz=1',
        'limit=0',
        'limit=x',
        'limit=1e9',
        'limit=-1',
        'cursor=%00',
        'cursor=x',
        'cursor=eyJhIjoxfQ',
        // A time and an entry beyond the database's range.
        `cursor=${Buffer.from('999999999999999.a').toString('base64url')}`,
        `cursor=${Buffer.from(`1.${'9'.repeat(30)}`).toString('base64url')}`,
        'cursor=2147483648',
        'search=%00',
        `search=${long}`,
        'search=%25_%5C',
        'before=0',
        'before=NaN',
        '__proto__=1',
        'constructor=1',
        'limit=1&limit=2',
        'uid=other',
        'agentId=other',
        '%ED%A0%80=%ED%A0%80',
      ]
      await walk(byTurns(queries, turn, lists(op) ? inAll(queries.length, 8) : inAll(4, 2)), async (query) => {
        const response = await fetch(`${url}?${query}`, {
          headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
        })
        if (response.status === 200) await response.body?.cancel()
        else {
          const body = (await response.json()) as Heard['body']
          const codes = [
            400,
            404,
            ...(EXPORTS.has(op.name) ? [429] : []),
            ...(NEEDS_A_CHANNEL.has(op.name) ? [409] : []),
          ]
          expectRefusal({ status: response.status, headers: response.headers, body }, query, codes)
        }
      })
    },
  )

  test('refuses an address or header that is too long, and serves the next call', async () => {
    const huge = await fetch(`${server.url}/api/status?${'x'.repeat(20_000)}`)
    expect([400, 414, 431]).toContain(huge.status)
    await huge.body?.cancel()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test('answers unknown paths in JSON', async () => {
    const paths = operations.map((op) => {
      const { url } = addressOf(op, server.url, 'eu', sampleOf(op))
      return { method: op.method, target: `${url.split('?')[0]}/no/such/thing` }
    })
    const none = [...new Set(paths.map(({ method }) => method))].map((method) => ({ method, target: '/api/nothing' }))
    await walk([...paths, ...none], async ({ method, target }) => {
      const response = await fetch(new URL(target, server.url), { method })
      const body = (await response.json()) as Heard['body']
      expectRefusal({ status: response.status, headers: response.headers, body }, target, [404, 405])
    })
  })
})

test.each(cases(writing.filter(({ input }) => input)))(
  '[1.23] %s never answers 500 to any input that fits its schema',
  async (_, op) => {
    if (!op.input) return
    const schema = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    await fc.assert(
      fc.asyncProperty(arbitraryOf(schema), async (value) => {
        const path = Object.fromEntries(Object.entries(sampleOf(op)).filter(([key]) => op.path.includes(`{${key}}`)))
        // The agent is kept: a body that deletes or renames it would make the rest meaningless.
        if (op.method === 'DELETE') Object.assign(path, { agentId: randomId(16), uid: randomId(15) })
        const { status, body } = await send(op, server.url, 'eu', path, {
          bearer: bearerOf(op),
          raw: JSON.stringify(value) ?? 'null',
        })
        if (status >= 500 && !(status === 502 && ASKS_A_MODEL.has(op.name)))
          throw new Error(`${status} ${JSON.stringify(body)}`)
        if (status !== 200 && body?.['success'] !== false) throw new Error(`no refusal: ${JSON.stringify(body)}`)
      }),
      { seed: 20_261_121, numRuns: inAll(10, 4) },
    )
  },
)
