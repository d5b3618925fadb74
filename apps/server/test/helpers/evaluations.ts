// Tests of agents: saved, run and compared through the API.
import type { CreditLogEntry } from '@parlance/contract/billing/schemas'
import type { AgentTest, TestRun } from '@parlance/contract/evaluations/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { expect, vi } from 'vitest'
import type { startTestServer } from './app.ts'
import { call, type Person, type TestAgent } from './people.ts'

export type Listed = AgentTest & { draftPassed?: boolean; publishedPassed?: boolean }
export interface Compared {
  readonly items: readonly { testId: string; name: string; draft?: boolean; published?: boolean }[]
  readonly worse: string[]
  readonly missing: string[]
}
/** One question, and what its answer has to contain. */
export const says = (text: string, ...expectations: AgentTest['steps'][number]['expectations']) => [
  { message: 'When do you open?', expectations: [{ type: 'contains' as const, text }, ...expectations] },
]

export function evaluationsOf(server: Awaited<ReturnType<typeof startTestServer>>) {
  const { control } = server.model
  const base = server.api('eu')
  const at = (agent: Pick<TestAgent, 'id'>, path = '') => `${base}/v2/agents/${agent.id}${path}`
  const get = <T>(agent: TestAgent, path: string) => server.must<T>('GET', at(agent, path), agent.owner.token)
  const post = <T>(agent: TestAgent, path: string, body: object = {}) =>
    server.must<T>('POST', at(agent, path), agent.owner.token, body)
  const refused = async (agent: TestAgent, method: string, path: string, body?: object) => {
    const answer = await call<{ code: string; message: string }>(method, at(agent, path), {
      bearer: agent.owner.token,
      ...(body ? { body } : {}),
    })
    return { status: answer.status, code: answer.body.code, message: answer.body.message }
  }
  const list = async (agent: TestAgent) => (await get<{ items: Listed[] }>(agent, '/tests')).items
  const compare = (agent: TestAgent) => get<Compared>(agent, '/tests/comparison')
  const save = async (agent: TestAgent, test: Partial<AgentTest> & Pick<AgentTest, 'steps'>, testId = randomId(16)) =>
    (
      await server.must<{ data: AgentTest }>('PUT', at(agent, `/tests/${testId}`), agent.owner.token, {
        name: 'Hours',
        ...test,
      })
    ).data
  const begin = async (agent: TestAgent, body: object = {}) =>
    (await post<{ data: TestRun }>(agent, '/tests/run', body)).data
  const runOf = async (agent: TestAgent, id: string) => (await get<{ data: TestRun }>(agent, `/test-runs/${id}`)).data
  const over = (agent: TestAgent, id: string) =>
    vi.waitFor(
      async () => {
        const run = await runOf(agent, id)
        expect(run.status).not.toBe('running')
        return run
      },
      { timeout: 20_000, interval: 50 },
    )
  const run = async (agent: TestAgent, body: object = {}) => over(agent, (await begin(agent, body)).id)
  /** Scripts the model's next messages. */
  const script = (...texts: string[]) => control.script(texts.map((text) => ({ text })))
  const draft = (agent: TestAgent, body: object) => server.must('PUT', at(agent, '/draft'), agent.owner.token, body)
  const publish = (agent: TestAgent, body: object) => refused(agent, 'POST', '', body)
  const rows = async (sql: string, ...params: unknown[]) =>
    (await server.dbs.eu.pool.query(sql, params)).rows as object[]
  const log = async (person: Person) =>
    (
      await server.must<{ items: CreditLogEntry[] }>(
        'GET',
        `${base}/v2/workspaces/${person.workspace.uid}/credit-log`,
        person.token,
      )
    ).items
  return { at, get, post, refused, list, compare, save, begin, runOf, over, run, script, draft, publish, rows, log }
}
