// Runs of tests: results, cost, and recovery after their process died.
import type { AgentTest } from '@parlance/contract/evaluations/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { evaluationsOf, says } from '../helpers/evaluations.ts'
import { violations } from '../helpers/invariants.ts'
import { type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { control } = server.model
const { at, get, post, refused, list, save, begin, runOf, over, run, script, draft, rows, log } = evaluationsOf(server)
let ada: Person
beforeAll(async () => {
  ada = await server.signUp('eu')
})
beforeEach(() => control.reset())
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

describe('a run', () => {
  test('reports every step with its answer and the failed expectations', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { name: 'Holds', steps: says('nine') })
    await save(agent, {
      name: 'Fails',
      steps: [...says('nine'), { message: 'And?', expectations: [{ type: 'notContains', text: 'ten' }] }],
    })
    script('We open at nine.', 'We open at nine.', 'And at ten.')
    const done = await run(agent)
    expect(done).toMatchObject({ status: 'done', copy: 'draft', total: 2, done: 2, passed: 1 })
    expect(done.results).toMatchObject([
      { name: 'Holds', passed: true, error: '', steps: [{ answer: 'We open at nine.' }] },
      {
        name: 'Fails',
        passed: false,
        steps: [
          { expectations: [{ passed: true }] },
          { message: 'And?', answer: 'And at ten.', expectations: [{ passed: false, detail: 'And at ten.' }] },
        ],
      },
    ])
    expect(done.credits).toBeGreaterThan(0)
    expect((await list(agent)).map(({ draftPassed }) => draftPassed)).toEqual([true, false])
    // The same configuration is published, so its results apply to the draft too.
    expect((await list(agent)).map(({ publishedPassed }) => publishedPassed)).toEqual([true, false])
  })

  test('covers only the named tests and the named copy', async () => {
    const agent = await server.makeAgent(ada, { vg_systemPrompt: 'Published.' })
    const [one] = [
      await save(agent, { name: 'One', steps: says('nine') }),
      await save(agent, { name: 'Two', steps: says('x') }),
    ]
    await draft(agent, { vg_systemPrompt: 'Draft.' })
    script('At nine.')
    const ran = await run(agent, { copy: 'published', testIds: [one.id] })
    expect(ran).toMatchObject({ copy: 'published', total: 1, passed: 1 })
    expect(JSON.stringify(control.requests.at(-1)?.body)).toContain('Published.')
    const [first] = await list(agent)
    expect([first?.publishedPassed, first?.draftPassed]).toEqual([true, undefined])
    script('At ten.')
    await run(agent, { copy: 'draft', testIds: [one.id] })
    expect(JSON.stringify(control.requests.at(-1)?.body)).toContain('Draft.')
    expect((await list(agent))[0]).toMatchObject({ publishedPassed: true, draftPassed: false })
    expect(await refused(agent, 'POST', '/tests/run', { testIds: ['nobody'] })).toMatchObject({ status: 400 })
  })

  test('adds no conversations, and uses none of the agent’s message limit', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: says('nine') })
    await run(agent)
    expect(await get(agent, '/conversations')).toMatchObject({ items: [] })
    expect(await rows('select messages from agent_usage where agent_id = $1 and messages > 0', agent.id)).toEqual([])
  })

  test('sends progress, is the only one of its agent, and stops after the current test', async () => {
    const agent = await server.makeAgent(ada)
    for (const name of ['A', 'B', 'C', 'D']) await save(agent, { name, steps: says('nine') })
    control.set({ firstTokenMs: 400 })
    const begun = await begin(agent)
    expect(begun).toMatchObject({ status: 'running', total: 4, done: 0, results: [] })
    const two = await refused(agent, 'POST', '/tests/run', {})
    expect(two).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'This agent’s tests are already running.',
    })
    await vi.waitFor(async () => expect((await runOf(agent, begun.id)).done).toBe(1), { timeout: 20_000, interval: 30 })
    await post(agent, `/test-runs/${begun.id}/cancel`)
    expect((await runOf(agent, begun.id)).status).toBe('cancelled')
    await vi.waitFor(async () => expect((await runOf(agent, begun.id)).done).toBe(2), { timeout: 20_000 })
    control.reset()
    // Another one can start at once, and the old one does not continue in parallel.
    expect(await run(agent, { testIds: [(await list(agent))[3]?.id] })).toMatchObject({ status: 'done', done: 1 })
    expect((await runOf(agent, begun.id)).done).toBe(2)
  })

  test('is the same one when two are started at once', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: says('nine') })
    const asked = await Promise.all([1, 2, 3].map(() => refused(agent, 'POST', '/tests/run', {})))
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('ends when the agent changes in the meantime', async () => {
    const agent = await server.makeAgent(ada)
    for (const name of ['A', 'B', 'C']) await save(agent, { name, steps: says('nine') })
    control.set({ firstTokenMs: 300 })
    const begun = await begin(agent)
    await draft(agent, { vg_systemPrompt: 'Something else.' })
    const ended = await over(agent, begun.id)
    expect(ended.status).toBe('failed')
    expect(ended.done).toBeLessThan(3)
    // Its results don't apply to the current draft.
    expect((await list(agent)).map(({ draftPassed }) => draftPassed)).toEqual([undefined, undefined, undefined])
  })

  test('ignores the result of a test that was redefined', async () => {
    const agent = await server.makeAgent(ada)
    const kept = await save(agent, { steps: says('nine') })
    script('At nine.')
    await run(agent)
    expect((await list(agent))[0]?.draftPassed).toBe(true)
    await save(agent, { steps: says('ten') }, kept.id)
    expect((await list(agent))[0]?.draftPassed).toBeUndefined()
    await save(agent, { steps: says('nine') }, kept.id)
    expect((await list(agent))[0]?.draftPassed).toBe(true)
  })

  test('gives no verdict when the model fails', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: says('nine') })
    control.set({ fault: { kind: 'status', status: 500, times: 10 } })
    const ran = await run(agent)
    expect(ran.results).toMatchObject([{ passed: false, error: expect.stringMatching(/\S/), steps: [] }])
    expect((await list(agent))[0]?.draftPassed).toBeUndefined()
  })

  test('continues when its agent is deleted', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: says('nine') })
    control.set({ firstTokenMs: 300 })
    const begun = await begin(agent)
    await server.must('DELETE', at(agent), ada.token)
    await vi.waitFor(async () => expect(await rows('select 1 from test_runs where id = $1', begun.id)).toEqual([]), {
      timeout: 20_000,
    })
  })
})

describe('a judge', () => {
  const judged = (criterion: string) => says('nine', { type: 'judge', criterion })

  test('is a model that is charged as part of the test', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
    await save(agent, { name: 'Yes', steps: judged('It names the hour nine') })
    await save(agent, { name: 'No', steps: judged('It names the price of shoes') })
    script('At the hour of nine.')
    const done = over(agent, (await begin(agent, { testIds: [(await list(agent))[0]?.id] })).id)
    const [yes] = (await done).results
    expect(yes?.steps[0]?.expectations[1]).toMatchObject({ passed: true, detail: expect.stringContaining('nine') })
    script('At the hour of nine.')
    const no = await run(agent, { testIds: [(await list(agent))[1]?.id] })
    expect(no.results[0]?.steps[0]?.expectations[1]).toMatchObject({ passed: false })
    const entries = await log(owner)
    const kinds = entries.filter(({ direction }) => direction === 'decrease').map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['test', 'test', 'turn', 'turn'])
    expect(entries.find(({ kind }) => kind === 'test')).toMatchObject({
      causedBy: 'AI check of a test',
      agentId: agent.id,
    })
    const spent = entries
      .filter(({ direction }) => direction === 'decrease')
      .reduce((sum, { amount }) => sum + amount, 0)
    // The reported cost is rounded down to a hundredth of a credit per answer and verdict.
    const told = (await done).credits + no.credits
    expect(told).toBeGreaterThan(spent - 0.04)
    expect(told).toBeLessThanOrEqual(spent)
  })

  test('is charged for what it said when it breaks off', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
    await save(agent, { steps: judged('It names the hour nine') })
    script('At the hour of nine.', `${' '.repeat(60_000)}word`)
    const [result] = (await run(agent)).results
    expect(result).toMatchObject({ passed: false, error: 'The test couldn’t be completed.' })
    const paid = (await log(owner)).filter(({ kind, direction }) => kind === 'test' && direction === 'decrease')
    expect(paid).toHaveLength(1)
  })

  test('passes nothing when it talks nonsense', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: judged('It names the hour nine') })
    script('At the hour of nine.', 'Well, who knows?')
    const [result] = (await run(agent)).results
    expect(result?.steps[0]?.expectations[1]).toMatchObject({ passed: false, detail: 'The AI check gave no result.' })
  })
})

describe('without credits', () => {
  test('starts nothing', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner)
    await save(agent, { steps: says('nine') })
    await server.setCredits(owner, 0)
    expect(await refused(agent, 'POST', '/tests/run', {})).toMatchObject({ status: 402, code: 'CREDITS_EXHAUSTED' })
  })

  test('pauses a run where they end, and continues with the rest', async () => {
    const owner = await server.signUp('eu')
    await server.useOwnKey(owner)
    const agent = await server.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
    for (const name of ['A', 'B', 'C']) await save(agent, { name, steps: says('nine') })
    script('At nine.', 'At nine.', 'At nine.')
    await server.setCredits(owner, 1000)
    const paused = await run(agent)
    expect(paused).toMatchObject({ status: 'paused', total: 3, done: 1, passed: 1, credits: 1 })
    expect(await get(agent, '/tests')).toMatchObject({ unfinishedRunId: paused.id })
    expect((await list(agent)).map(({ draftPassed }) => draftPassed)).toEqual([true, undefined, undefined])
    expect(await server.balance(owner)).toEqual({ available: 0, held: 0 })
    expect(await refused(agent, 'POST', `/test-runs/${paused.id}/continue`, {})).toMatchObject({
      status: 402,
      code: 'CREDITS_EXHAUSTED',
    })
    // A run that was paused for days is not mistaken for one whose process died.
    await rows(`update test_runs set started_at = now() - interval '2 days' where id = $1`, paused.id)
    await rows(`update test_results set at = now() - interval '2 days' where run_id = $1`, paused.id)
    const { services, contexts } = server.running.container
    await services.evaluations.sweep(contexts.system('eu'))
    expect(await runOf(agent, paused.id)).toMatchObject({ status: 'paused' })

    const asked = control.requests.length
    await server.setCredits(owner, 5000)
    const done = await vi.waitFor(
      async () => {
        const now = await runOf(agent, paused.id)
        expect(now).toMatchObject({ status: 'done', credits: 3 })
        return now
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(done).toMatchObject({ total: 3, done: 3, passed: 3, credits: 3 })
    expect(done.results.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    expect(control.requests.length - asked).toBe(2)
    await expect.poll(() => server.balance(owner)).toEqual({ available: 3000, held: 0 })
    await expect.poll(() => get(agent, '/tests')).toMatchObject({ unfinishedRunId: null })
  })

  test('waits until there are more credits than at its pause', async () => {
    const owner = await server.signUp('eu')
    const settings = { vg_defaultModel: 'gpt-4o-mini', vg_systemPrompt: 'Short.', vg_maxTokens: 1 }
    const agent = await server.makeAgent(owner, settings)
    await save(agent, { steps: [{ message: 'When do you open? '.repeat(200).trim(), expectations: [] }] })
    // Enough for a short message, but not for this one.
    await server.setCredits(owner, 10)
    const paused = await run(agent)
    expect(paused).toMatchObject({ status: 'paused', done: 0 })
    const { services, contexts } = server.running.container
    await services.evaluations.sweep(contexts.system('eu'))
    expect(await rows('select status, resumed_at from test_runs where id = $1', paused.id)).toEqual([
      { status: 'paused', resumed_at: null },
    ])
    await server.setCredits(owner, 1_000_000)
    await vi.waitFor(async () => expect((await runOf(agent, paused.id)).status).toBe('done'), { timeout: 20_000 })
  })

  /** Pauses a run that has ended, as if its first test had used up more credits than there will ever be. */
  const pauseAgain = async (runId: string) => {
    await rows('delete from test_results where run_id = $1', runId)
    await rows(
      `update test_runs r set status = 'paused', ended_at = null, pause = jsonb_build_object('available', 1000000000,
         'testId', t.id, 'testHash', t.hash, 'verdicts', '{}'::jsonb)
       from agent_tests t where r.id = $1 and t.agent_id = r.agent_id`,
      runId,
    )
  }
  const sweep = () =>
    server.running.container.services.evaluations.sweep(server.running.container.contexts.system('eu'))

  test.each([
    ['its agent has changed', 'gpt-4o-mini', 'failed', 0],
    ['its test was deleted', 'gpt-4o-mini', 'done', 0],
    ['its model has no key', 'claude-sonnet-4-5', 'done', 1],
  ])('ends a paused run when %s', async (what, model, status, done) => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner, { vg_defaultModel: model })
    const kept = await save(agent, { steps: says('nine') })
    const ran = await run(agent)
    await server.setCredits(owner, 0)
    await pauseAgain(ran.id)
    if (what.includes('agent')) await draft(agent, { vg_systemPrompt: 'Something else.' })
    if (what.includes('deleted')) await server.must('DELETE', at(agent, `/tests/${kept.id}`), owner.token)
    await sweep()
    expect(await over(agent, ran.id)).toMatchObject({ status, done })
  })

  test('tries a test again that was changed during the pause', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'))
    const kept = await save(agent, { steps: says('nine') })
    const ran = await run(agent)
    await pauseAgain(ran.id)
    await sweep()
    expect((await runOf(agent, ran.id)).status).toBe('paused')
    await save(agent, { steps: says('ten') }, kept.id)
    await sweep()
    expect(await over(agent, ran.id)).toMatchObject({ status: 'done', done: 1 })
  })

  test('keeps the verdicts that were given before its pause', async () => {
    const owner = await server.signUp('eu')
    await server.useOwnKey(owner)
    const agent = await server.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
    const judges = ['It names the hour nine', 'It names an hour'].map((criterion) => ({
      type: 'judge' as const,
      criterion,
    }))
    await save(agent, { steps: says('nine', ...judges) })
    script('At the hour of nine.')
    await server.setCredits(owner, 2000)
    const paused = await run(agent)
    expect(paused).toMatchObject({ status: 'paused', done: 0 })
    const asked = control.requests.length
    await server.setCredits(owner, 1000)
    await vi.waitFor(async () => expect((await runOf(agent, paused.id)).status).toBe('done'), { timeout: 20_000 })
    expect(control.requests.length - asked).toBe(1)
    expect((await runOf(agent, paused.id)).results[0]?.steps[0]).toMatchObject({
      credits: 3,
      expectations: [{ passed: true }, { passed: true }, {}],
    })
    await expect.poll(() => server.balance(owner)).toEqual({ available: 0, held: 0 })
  })

  test('continues paused runs in the order they were started, and can stop them', async () => {
    const owner = await server.signUp('eu')
    await server.useOwnKey(owner)
    const [one, two] = [await server.makeAgent(owner), await server.makeAgent(owner)]
    for (const agent of [one, two])
      for (const name of ['A', 'B']) await save(agent, { name, steps: says('nine') }, `test-${name}`)
    await server.setCredits(owner, 1000)
    const older = await run(one)
    expect(older).toMatchObject({ status: 'paused', done: 1 })
    expect(await refused(one, 'POST', '/tests/run', {})).toMatchObject({ status: 402, code: 'CREDITS_EXHAUSTED' })
    await rows(
      `insert into test_runs select (jsonb_populate_record(r, jsonb_build_object('id', 'newer' || $2::text,
         'agent_id', $2::text, 'started_at', now()))).* from test_runs r where id = $1`,
      older.id,
      two.id,
    )
    await server.setCredits(owner, 1000)
    await vi.waitFor(async () => expect((await runOf(one, older.id)).status).toBe('done'), { timeout: 20_000 })
    expect(await runOf(two, `newer${two.id}`)).toMatchObject({ status: 'paused', done: 0 })
    await post(two, `/test-runs/newer${two.id}/cancel`)
    expect(await runOf(two, `newer${two.id}`)).toMatchObject({ status: 'cancelled' })
    const { data } = await post<{ data: object }>(two, `/test-runs/newer${two.id}/continue`)
    expect(data).toMatchObject({ status: 'cancelled' })
  })
})

describe('a run whose process died', () => {
  /** Runs the job of a run again, as the queue does. */
  const again = (agent: TestAgent, runId: string) => {
    const { services, contexts } = server.running.container
    return services.evaluations.execute(contexts.system('eu', agent.owner.workspace.uid), agent.id, runId)
  }
  const steps: AgentTest['steps'] = [
    { message: 'When do you open?', expectations: [{ type: 'judge', criterion: 'It names the hour nine' }] },
    { message: 'Sure?', expectations: [{ type: 'contains', text: 'nine' }] },
  ]

  test('continues, asks nothing twice and charges nothing twice', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
    for (const name of ['A', 'B']) await save(agent, { name, steps })
    script('At the hour of nine.')
    const done = await run(agent)
    const before = await log(owner)
    const messages = () => rows('select id from turns where agent_id = $1', agent.id)
    const said = (await messages()).length
    // As if it had died after its last answer, before storing the result.
    await rows('delete from test_results where run_id = $1', done.id)
    await rows(`update test_runs set status = 'running', ended_at = null where id = $1`, done.id)
    await again(agent, done.id)
    const resumed = await runOf(agent, done.id)
    expect(resumed).toMatchObject({ status: 'done', total: 2, done: 2 })
    expect(resumed.results.map(({ steps: own }) => own.map(({ answer }) => answer))).toEqual(
      done.results.map(({ steps: own }) => own.map(({ answer }) => answer)),
    )
    expect((await messages()).length).toBe(said)
    expect(await log(owner)).toEqual(before)
  })

  test('repeats what was interrupted', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: says('nine') })
    script('At nine.')
    const done = await run(agent)
    await rows('delete from test_results where run_id = $1', done.id)
    await rows(`update test_runs set status = 'running' where id = $1`, done.id)
    await rows(`update turns set status = 'interrupted', error = 'It broke off.' where agent_id = $1`, agent.id)
    script('Still at nine.')
    await again(agent, done.id)
    expect(await runOf(agent, done.id)).toMatchObject({
      status: 'done',
      passed: 1,
      results: [{ error: '', steps: [{ answer: 'Still at nine.' }] }],
    })
  })

  test('is charged once when two processes resume it', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner)
    for (const name of ['A', 'B']) await save(agent, { name, steps })
    const begun = await begin(agent)
    await Promise.all([again(agent, begun.id), again(agent, begun.id)])
    const done = await over(agent, begun.id)
    expect(done).toMatchObject({ status: 'done', done: 2 })
    const spent = (await log(owner)).filter(({ direction }) => direction === 'decrease')
    expect(spent.map(({ kind }) => kind).toSorted()).toEqual(['test', 'test', 'turn', 'turn', 'turn', 'turn'])
  })

  test('is resumed by the sweep when it falls silent', async () => {
    const agent = await server.makeAgent(ada)
    for (const name of ['A', 'B']) await save(agent, { name, steps: says('nine') })
    const done = await run(agent)
    const left = `update test_runs set status = 'running', started_at = now() - $2::interval where id = $1`
    const { services, contexts } = server.running.container
    const sweep = () => services.evaluations.sweep(contexts.system('eu'))
    const asleep = async (since: string) => {
      await rows('delete from test_results where run_id = $1', done.id)
      await rows(left, done.id, since)
      expect(await sweep()).toBe(0)
    }
    // It may just be slow.
    await asleep('110 seconds')
    await asleep('190 seconds')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await runOf(agent, done.id)).toMatchObject({ status: 'running', done: 0 })
    await asleep('150 seconds')
    expect(await over(agent, done.id)).toMatchObject({ status: 'done', done: 2 })
  })

  test('is ended by the sweep when it never comes back', async () => {
    const agent = await server.makeAgent(ada)
    await save(agent, { steps: says('nine') })
    const done = await run(agent)
    await rows(
      `update test_runs set status = 'running', started_at = now() - interval '2 hours' where id = $1`,
      done.id,
    )
    await rows(`update test_results set at = now() - interval '1 hour' where run_id = $1`, done.id)
    const { services, contexts } = server.running.container
    expect(await services.evaluations.sweep(contexts.system('eu'))).toBe(1)
    expect((await runOf(agent, done.id)).status).toBe('failed')
    expect(await run(agent)).toMatchObject({ status: 'done' })
  })
})
