// Runs one test: talks to the agent as a visitor would, and looks at what came of it.
import { check, isDecidable, passed, type Answered, type Verdict } from '@parlance/core/evaluations/check'
import type { AgentTest, Expectation, TestResult } from '@parlance/core/evaluations/evaluations'
import { turnText } from '@parlance/core/conversations/turn'
import { AppError } from '@parlance/core/kit/errors'
import { randomId } from '@parlance/core/kit/ids'
import type { Ctx } from '../../platform/ctx.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Judge, TestedCopy } from './evaluations.port.ts'

export interface RunningDeps {
  readonly turns: Pick<Conversations['turns'], 'begin'>
  readonly trace: Conversations['trace']
  readonly judge: Judge
}
export interface Tested extends TestedCopy {
  readonly agentId: string
  readonly draft: boolean
  readonly runId: string
}
type StepResult = TestResult['steps'][number]

/** Never rejects: what goes wrong is in the result. */
export async function runTest(deps: RunningDeps, ctx: Ctx, tested: Tested, test: AgentTest): Promise<TestResult> {
  const talk = { visitorId: randomId(24), conversationId: undefined as string | undefined }
  const said: { from: 'visitor' | 'agent'; text: string }[] = []
  const steps: StepResult[] = []
  let error = ''
  for (const [index, step] of test.steps.entries()) {
    const started = performance.now()
    try {
      const turn = await say(deps, ctx, tested, { test, index, talk })
      const base = said.concat({ from: 'visitor', text: step.message })
      const expectations: StepResult['expectations'] = []
      let { credits } = turn
      for (const [at, expectation] of step.expectations.entries()) {
        const verdict = isDecidable(expectation)
          ? { ...check(expectation, turn), credits: 0 }
          : await judged(deps, ctx, tested, {
              expectation,
              messages: base,
              answer: turn.answer,
              key: `${test.id}:${index}:${at}`,
            })
        credits += verdict.credits
        expectations.push({ expectation, passed: verdict.passed, detail: verdict.detail })
      }
      said.push({ from: 'visitor', text: step.message }, { from: 'agent', text: turn.answer })
      const path = turn.path.map(({ id }) => id)
      steps.push({
        message: step.message,
        answer: turn.answer,
        path,
        credits,
        ms: performance.now() - started,
        expectations,
      })
    } catch (thrown) {
      error = thrown instanceof AppError ? thrown.message : 'The test could not be run to its end.'
      if (!(thrown instanceof AppError)) ctx.log.warn({ err: thrown, testId: test.id }, 'a test broke off')
      break
    }
  }
  const result = { testId: test.id, name: test.name, protected: test.protected, error, steps }
  return { ...result, passed: passed(result) }
}

interface Said {
  readonly test: AgentTest
  readonly index: number
  readonly talk: { readonly visitorId: string; conversationId: string | undefined }
}

async function say(
  { turns, trace }: RunningDeps,
  ctx: Ctx,
  { agentId, draft }: Tested,
  { test, index, talk }: Said,
): Promise<Answered & { readonly credits: number }> {
  const begun = await turns.begin(ctx, {
    agentId,
    conversationId: talk.conversationId,
    visitorId: talk.visitorId,
    messageId: randomId(24),
    text: test.steps[index]?.message ?? '',
    draft,
    channel: 'test',
    ephemeral: true,
    debug: {
      ...(test.channel === 'test' ? {} : { channel: test.channel }),
      ...(index === 0 ? { variables: test.variables } : {}),
    },
  })
  if (begun.kind !== 'running') throw new AppError('CONFLICT')
  const { running } = begun
  await running.ended
  const { turnId, conversationId } = running.turn.metadata
  talk.conversationId = conversationId
  const failure = running.turn.ending?.find((part) => part.type === 'error')
  if (failure?.type === 'error') throw new AppError('MODEL_UNAVAILABLE', failure.errorText)
  const { data } = await trace(ctx, { agentId, turnId })
  return {
    answer: turnText(running.turn),
    path: running.trace.flatMap((entry) => (entry.type === 'node' ? [{ id: entry.nodeId, name: entry.name }] : [])),
    calls: running.trace.flatMap((entry) => (entry.type === 'tool' ? [entry] : [])),
    variables: data.engine?.variables ?? {},
    credits: data.credits,
  }
}

interface Judging {
  readonly expectation: Extract<Expectation, { type: 'judge' }>
  readonly messages: readonly { readonly from: 'visitor' | 'agent'; readonly text: string }[]
  readonly answer: string
  readonly key: string
}

async function judged(
  { judge }: RunningDeps,
  ctx: Ctx,
  { workspaceId, agentId, config, runId }: Tested,
  { expectation, messages, answer, key }: Judging,
): Promise<Verdict & { readonly credits: number }> {
  const model = config.vg_defaultModel ?? ''
  return judge(ctx, {
    workspaceId,
    agentId,
    model,
    criterion: expectation.criterion,
    messages,
    answer,
    key: `${runId}:${key}`,
  })
}
