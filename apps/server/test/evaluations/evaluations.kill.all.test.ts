// kill -9 during a test run, then a restart on the same data: the run continues, and each test counts and costs once.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestRun } from '@parlance/contract/evaluations/schemas'
import type { CreditLogEntry } from '@parlance/contract/billing/schemas'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { verify } from '../../src/cli/verify.ts'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-run-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 250, perTokenMs: 20 })
const env = { RATE_LIMIT_SCALE: '10000', OPENAI_API_KEY: model.key, OPENAI_BASE_URL: model.url }
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const TESTS = 6

test('resumes a run within a minute after its process was killed', { timeout: 120_000 }, async () => {
  const before = clientOf(running.url, model)
  const owner = await before.signUp('eu')
  const agent = await before.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  const at = (api: typeof before, path: string) => `${api.api('eu')}/v2/agents/${agent.id}${path}`
  const runAt = async (api: typeof before, id: string) =>
    (await api.must<{ data: TestRun }>('GET', at(api, `/test-runs/${id}`), owner.token)).data
  for (let n = 0; n < TESTS; n += 1)
    await before.must('PUT', at(before, `/tests/test${n}`), owner.token, {
      name: `Test ${n}`,
      steps: [{ message: 'When do you open?', expectations: [{ type: 'judge', criterion: 'It names the hour nine' }] }],
    })
  const { data: begun } = await before.must<{ data: TestRun }>('POST', at(before, '/tests/run'), owner.token, {})
  await expect.poll(async () => (await runAt(before, begun.id)).done, { timeout: 20_000, interval: 50 }).toBe(2)
  await running.kill()

  running = await startProcess(dataDir, env)
  const after = clientOf(running.url, model)
  model.control.set({ firstTokenMs: 0, perTokenMs: 0 })
  await expect.poll(async () => (await runAt(after, begun.id)).status, { timeout: 30_000, interval: 200 }).toBe('done')
  const done = await runAt(after, begun.id)
  expect(done).toMatchObject({ total: TESTS, done: TESTS })
  expect(new Set(done.results.map(({ testId }) => testId)).size).toBe(TESTS)
  expect(done.results.map(({ error }) => error)).toEqual(Array(TESTS).fill(''))

  const path = `${after.api('eu')}/v2/workspaces/${owner.workspace.uid}/credit-log`
  const { items } = await after.must<{ items: CreditLogEntry[] }>('GET', path, owner.token)
  const paid = items.filter(({ direction }) => direction === 'decrease')
  expect(paid.filter(({ kind }) => kind === 'test')).toHaveLength(TESTS)
  // The interrupted answer is paid as far as it got, and then its replacement.
  const answers = paid.filter(({ kind }) => kind === 'turn').length
  expect([TESTS, TESTS + 1]).toContain(answers)
  const installation = { dataDir, regions: ['eu', 'na'] as const, databases: {} }
  expect((await verify(installation)).filter(({ rows }) => rows.length > 0)).toEqual([])
})
