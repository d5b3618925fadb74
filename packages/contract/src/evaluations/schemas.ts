import { z } from 'zod'
import { VariableName } from '../agents/variables.ts'
import { CHANNEL_IDS } from '../channels/list.ts'
import { messageRef } from '../lib/rules.ts'

const text = (max: number) => z.string().max(max)

export const Expectation = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('contains'), text: text(1000).min(1) }),
  z.strictObject({ type: z.literal('notContains'), text: text(1000).min(1) }),
  z.strictObject({ type: z.literal('reachesNode'), nodeId: text(100).min(1) }),
  z.strictObject({
    type: z.literal('callsTool'),
    tool: text(100).min(1),
    /** The call must include these JSON values. */
    arguments: z.record(text(200), z.unknown()).default({}),
  }),
  z.strictObject({ type: z.literal('variable'), name: VariableName, value: text(1000) }),
  z.strictObject({ type: z.literal('judge'), criterion: text(1000).min(1) }),
])
export type Expectation = z.infer<typeof Expectation>

export const TestStep = z.strictObject({
  message: text(4000).min(1),
  expectations: z.array(Expectation).max(20).default([]),
})
export const AgentTest = z.object({
  id: z.string().max(100),
  name: z.string().trim().min(1).max(200),
  /** Publish compares these with the published version; see `publishGuard`. */
  protected: z.boolean().default(false),
  channel: z.enum(CHANNEL_IDS).default('test'),
  variables: z.record(VariableName, z.union([text(5000), z.number(), z.boolean()])).default({}),
  steps: z.array(TestStep).min(1).max(50),
})
export type AgentTest = z.infer<typeof AgentTest>

export const TestResult = z.object({
  testId: z.string(),
  name: z.string(),
  protected: z.boolean(),
  passed: z.boolean(),
  error: z.string(),
  errorMessage: messageRef,
  steps: z.array(
    z.object({
      message: z.string(),
      answer: z.string(),
      path: z.array(z.string()),
      credits: z.number(),
      ms: z.number(),
      expectations: z.array(
        z.object({
          expectation: Expectation,
          passed: z.boolean(),
          /** What was found instead, or the judge's words. */ detail: z.string(),
          detailMessage: messageRef,
        }),
      ),
    }),
  ),
})
export type TestResult = z.infer<typeof TestResult>

export const TestRun = z.object({
  id: z.string(),
  agentId: z.string(),
  /** `paused` waits for credits, keeps its results, and resumes automatically. */
  status: z.enum(['running', 'paused', 'done', 'cancelled', 'failed']),
  copy: z.enum(['draft', 'published']),
  version: z.number().int(),
  total: z.number().int(),
  done: z.number().int(),
  passed: z.number().int(),
  credits: z.number(),
  startedAt: z.string(),
  results: z.array(TestResult),
})
export type TestRun = z.infer<typeof TestRun>
