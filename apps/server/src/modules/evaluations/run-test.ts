// Runs one test: sends its messages to the agent and checks the answers.
import { check, isDecidable, passed, type Answered } from './expectations.ts'
import type { AgentTest, Expectation, TestResult } from '@parlance/contract/evaluations/schemas'
import { type Turn, turnText } from '../conversations/index.ts'
import { LIMITS } from '@parlance/contract/engine/types'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Conversations } from '../conversations/service.ts'
import type { Judge, Judgement, TestedCopy, Verdicts } from './ports.ts'
import { messageFrom, msg } from '@parlance/i18n/messages'

export interface RunningDeps {
  readonly turns: Pick<Conversations['turns'], 'handleMessage'>
  readonly trace: Conversations['trace']
  readonly turnOf: Conversations['turnOf']
  readonly judge: Judge
}
export interface Tested extends TestedCopy {
  readonly agentId: string
  readonly draft: boolean
  readonly runId: string
}
type StepResult = TestResult['steps'][number]

export interface Ran {
  readonly result: TestResult
  readonly exhausted: boolean
  readonly verdicts: Verdicts
}

/**
 * Never rejects. Ids are deterministic, so that a restarted test finds earlier answers and charges nothing twice.
 * Verdicts that were `given` before are kept.
 */
export async function runTest(
  deps: RunningDeps,
  ctx: Ctx,
  tested: Tested,
  test: AgentTest,
  given: Verdicts = {},
): Promise<Ran> {
  const verdicts: Record<string, Judgement> = { ...given }
  const key = sha256(`test:${tested.runId}:${test.id}`).slice(0, 24)
  const talk = { visitorId: key, conversationId: undefined as string | undefined }
  const said: { from: 'visitor' | 'agent'; text: string }[] = []
  const steps: StepResult[] = []
  let failure: Pick<TestResult, 'error' | 'errorMessage'> = { error: '' }
  let exhausted = false
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
          : (verdicts[`${index}:${at}`] ??= await judged(deps, ctx, tested, {
              expectation,
              messages: base,
              answer: turn.answer,
              key: `${test.id}:${index}:${at}`,
            }))
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
      exhausted = thrown instanceof AppError && thrown.code === 'CREDITS_EXHAUSTED'
      failure = failureOf(thrown)
      if (!(thrown instanceof AppError))
        ctx.log.warn({ err: thrown, testId: test.id }, 'a test was interrupted by an error')
      break
    }
  }
  const result = { testId: test.id, name: test.name, protected: test.protected, ...failure, steps }
  return { result: { ...result, passed: passed(result) }, exhausted, verdicts }
}

function failureOf(thrown: unknown): Pick<TestResult, 'error' | 'errorMessage'> {
  const reason = thrown instanceof AppError ? (thrown.reason ?? thrown.message) : msg('test_unfinished')
  if (typeof reason === 'string') return { error: reason }
  const { message: error, ...errorMessage } = reason
  return { error, errorMessage }
}

interface Said {
  readonly test: AgentTest
  readonly index: number
  readonly talk: { readonly visitorId: string; conversationId: string | undefined }
}

async function say(
  deps: RunningDeps,
  ctx: Ctx,
  { agentId, draft }: Tested,
  said: Said,
): Promise<Answered & { readonly credits: number }> {
  const turn = await answered(deps, ctx, { agentId, draft }, said)
  const { turnId } = turn.metadata
  const failure = turn.ending?.find((part) => part.type === 'error')
  const ended = turn.ending?.find((part) => part.type === 'finish')
  if (failure) {
    const reason = messageFrom(failure.errorText, ended?.messageMetadata.errorMessage)
    throw new AppError('MODEL_UNAVAILABLE', typeof reason === 'string' ? untranslated(reason) : reason)
  }
  const { data } = await deps.trace(ctx, { agentId, turnId })
  return {
    answer: turnText(turn),
    path: data.trace.flatMap((entry) => (entry.type === 'node' ? [{ id: entry.nodeId, name: entry.name }] : [])),
    calls: data.trace.flatMap((entry) => (entry.type === 'tool' ? [entry] : [])),
    variables: data.engine?.variables ?? {},
    credits: data.credits,
  }
}

/** How often a message is sent again if its process died. */
const ATTEMPTS = 3
const POLL_MS = 500

/** Sends the message of a step, or finds its earlier answer. */
async function answered(
  deps: RunningDeps,
  ctx: Ctx,
  of: Pick<Tested, 'agentId' | 'draft'>,
  { test, index, talk }: Said,
): Promise<Turn> {
  for (let attempt = 1; ; attempt++) {
    const handled = await deps.turns.handleMessage(ctx, {
      ...of,
      conversationId: talk.conversationId,
      visitorId: talk.visitorId,
      messageId: `step-${index}-${attempt}`,
      text: test.steps[index]?.message ?? '',
      channel: 'test',
      ephemeral: true,
      debug: {
        ...(test.channel === 'test' ? {} : { channel: test.channel }),
        ...(index === 0 ? { variables: test.variables } : {}),
      },
    })
    if (handled.kind === 'running') await handled.running.ended
    const turn = handled.kind === 'running' ? handled.running.turn : await ended(deps, ctx, of.agentId, handled.turnId)
    talk.conversationId = turn.metadata.conversationId
    const brokeOff = handled.kind === 'stored' && turn.ending?.some((part) => part.type === 'error') === true
    if (!brokeOff || attempt === ATTEMPTS) return turn
  }
}

/** Waits for the end of a turn; if its process died, that comes when its lease expires. */
async function ended({ turnOf }: RunningDeps, ctx: Ctx, agentId: string, turnId: string): Promise<Turn> {
  const until = performance.now() + 2 * LIMITS.turnMs
  for (;;) {
    const turn = await turnOf(ctx, { agentId, turnId })
    if (turn.ending) return turn
    if (performance.now() > until) throw new AppError('MODEL_UNAVAILABLE')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
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
  { workspaceId, agentId, effective, runId }: Tested,
  { expectation, messages, answer, key }: Judging,
): Promise<Judgement> {
  return judge(ctx, {
    workspaceId,
    agentId,
    model: effective.model,
    criterion: expectation.criterion,
    messages,
    answer,
    key: `${runId}:${key}`,
  })
}
