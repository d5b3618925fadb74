import { contract } from '@parlance/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { bearerOf, curlOf, docOps, typescriptOf } from './operations.ts'

const ops = docOps(contract)
const schemas = new Map(
  Object.entries(contract).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, call]) => [
      `${noun}.${name}`,
      call['~orpc'].inputSchema as z.ZodType | undefined,
    ]),
  ),
)
const filled = (sample: object) =>
  JSON.parse(
    JSON.stringify(sample).replaceAll('AGENT_ID', 'abcdefgh12345678').replaceAll('WORKSPACE_ID', 'abcdefgh1234567'),
  ) as object

test('has a valid sample for every call', () => {
  const wrong = ops.flatMap(({ id, sample }) => {
    const issues = schemas.get(id)?.safeParse(filled(sample)).error?.issues ?? []
    return issues.map(({ path, message }) => `${id} ${path.join('.')}: ${message}`)
  })
  expect(ops.length).toBeGreaterThan(150)
  expect(wrong, 'say one in samples.ts').toEqual([])
})

test('documents access and a complete path for every call', () => {
  for (const op of ops) {
    expect([op.id, curlOf(op, 'https://x.test').match(/\{\w+\}/)]).toEqual([op.id, null])
    expect(op.meta.access.by.length).toBeGreaterThan(0)
  }
})

test('has examples that a shell and a compiler accept', () => {
  const op = ops.find(({ id }) => id === 'knowledge.create')
  const sample = { agentId: 'AGENT_ID', name: "Ada's hours", content: 'x' }
  expect(op && curlOf({ ...op, sample }, 'https://x.test')).toBe(
    [
      "curl -X POST 'https://x.test/api/REGION/v2/agents/AGENT_ID/kb'",
      "-H 'Authorization: Bearer KEY'",
      "-H 'Content-Type: application/json'",
      String.raw`-d '{"name":"Ada'\''s hours","content":"x"}'`,
    ].join(' \\\n  '),
  )
  expect(op && typescriptOf({ ...op, sample }, 'https://x.test')).toContain(
    String.raw`parlance.knowledge.create({ agentId: 'AGENT_ID', name: 'Ada\'s hours', content: 'x' })`,
  )
})

test('names an accepted bearer in examples, and no made-up ids', () => {
  const named = (id: string) => ops.filter((op) => op.id === id).map(bearerOf)
  expect(named('agents.list')).toEqual(['KEY'])
  expect(named('workspaces.renewSecret')).toEqual(['SESSION'])
  expect(named('conversations.interact')).toEqual([undefined])
  for (const op of ops) {
    const text = curlOf(op, 'https://x.test')
    expect([op.id, text.includes("Bearer KEY'")]).toEqual([op.id, bearerOf(op) === 'KEY'])
    if (bearerOf(op) === 'KEY') expect([op.id, op.meta.access.scope]).toEqual([op.id, expect.stringContaining(':')])
    expect([op.id, /[/=]a-[a-z]+id\b/.exec(text)]).toEqual([op.id, null])
  }
})
