// Whatever an assistant names in a tool call, the call goes where its contract says, or nowhere.
import { contract } from '@parlance/contract'
import * as fc from 'fast-check'
import { Hono } from 'hono'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { operations } from '../../../../test/helpers/operations.ts'
import type { NodeBindings } from '../app-types.ts'
import { createInternalCalls } from './internal-calls.ts'

/** Every call of the contract; each returns its own name and its path parameters. */
const app = new Hono<NodeBindings>()
for (const { name, method, meta, path } of operations)
  app.on(method, `${meta.scope === 'region' ? '/api/:region' : '/api'}${path.replace(/\{(\w+)\}/g, ':$1')}`, (c) => {
    const { region: _, ...params } = c.req.param() as Record<string, string>
    return c.json({ name, params })
  })
app.all('*', (c) => c.json({ name: 'nowhere', params: {} }, 404))

const incoming = { headers: { host: 'inner' }, socket: undefined } as unknown as IncomingMessage
const inner = createInternalCalls(() => app, contract)({ incoming, region: 'eu', signal: new AbortController().signal })
const keysOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
const naming = operations.filter(({ path }) => keysOf(path).length > 0)

const nasty = [
  '',
  '.',
  '..',
  '...',
  '/',
  '//',
  '../../..',
  '..%2f',
  '%2e%2e',
  '%2e',
  '%252e',
  '.%2e',
  '..;',
  '..\\',
  '\\',
  '?',
  '#',
]
const value = fc.oneof(
  fc.constantFrom(
    ...nasty,
    '%2f',
    '%',
    'a/../b',
    'a?b=c',
    'a#b',
    'a\u0000b',
    '\ud800',
    '\t..',
    'x'.repeat(201),
    'ü',
    ' ',
    '..\n',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', 'f', '?', '#', '\\', '&', '=', ';'), maxLength: 12 }),
)

test('[1.2] reaches the named call with its input, or nothing', async () => {
  expect(naming.length).toBeGreaterThan(100)
  let reached = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...naming),
      fc.array(value, { minLength: 6, maxLength: 6 }),
      async (op, values) => {
        const input = Object.fromEntries(keysOf(op.path).map((key, n) => [key, values[n]]))
        const { status, body } = await inner(op.name, input)
        if (status === 404) {
          expect(body).toMatchObject({ code: 'NOT_FOUND' })
          return
        }
        reached += 1
        const { region: _region, ...params } = input
        expect({ status, body }).toEqual({ status: 200, body: { name: op.name, params } })
      },
    ),
    { numRuns: 1200 },
  )
  expect(reached).toBeGreaterThan(200)
})

test.each([[''], ['.'], ['..'], ['x'.repeat(201)], ['\ud800'], [undefined], [null], [{}], [['..']]])(
  'what is no part of a path goes nowhere: %j',
  async (agentId) => {
    expect(await inner('agents.get', { agentId })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  },
)
