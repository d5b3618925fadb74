// Manages tests, with their last results on both copies of the agent.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { compare, refusal, type TestDefinition } from './expectations.ts'
import { AgentTest } from '@parlance/contract/evaluations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { cut } from '@parlance/contract/lib/text'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Conversations } from '../conversations/service.ts'
import { notRestorable, type Trash } from '../trash/service.ts'
import { configHash, type Copies, type Hashes, hashOf } from './revision-hashes.ts'
import * as repository from './repository.ts'
import { agentTests } from './schema.ts'

type TestTrash = Pick<Trash, 'put' | 'has' | 'restore'>

const MAX_TESTS = 200
const STEPS = 50

export const testOf = ({ id, definition }: repository.TestRow): AgentTest => AgentTest.parse({ ...definition, id })

async function latestResults(ctx: Ctx, agentId: string, hashes: Hashes) {
  const [tests, draft, published] = await Promise.all([
    repository.listTests(ctx.db, agentId),
    repository.latest(ctx.db, agentId, hashes.draft),
    repository.latest(ctx.db, agentId, hashes.published),
  ])
  return tests.map((row) => {
    const test = testOf(row)
    return { test, draft: draft.get(test.id), published: published.get(test.id) }
  })
}

async function comparison(ctx: Ctx, agentId: string, hashes: Hashes) {
  const items = (await latestResults(ctx, agentId, hashes)).map(({ test, draft, published }) => ({
    testId: test.id,
    name: test.name,
    protected: test.protected,
    draft,
    published,
  }))
  return { items, ...compare(items) }
}

async function assertTestQuota(tx: Ctx, agentId: string): Promise<void> {
  if ((await repository.countTests(tx.db, agentId)) >= MAX_TESTS)
    throw new AppError('CONFLICT', msg('too_many_tests', { max: MAX_TESTS }))
}

/** Without the name and whether Publish requires it: results stay valid when these change. */
const answeredHash = ({ channel, variables, steps }: TestDefinition): string => hashOf({ channel, variables, steps })

async function save(ctx: Ctx, agentId: string, { id, ...definition }: AgentTest): Promise<AgentTest> {
  await ctx.tx(async (tx) => {
    await repository.lockTests(tx.db, agentId)
    const before = await repository.findTest(tx.db, agentId, id)
    if (!before) await assertTestQuota(tx, agentId)
    const { workspaceId } = tx
    const answered = answeredHash(definition)
    await repository.putTest(tx.db, {
      agentId,
      id,
      workspaceId,
      definition,
      hash: before && answeredHash(testOf(before)) === answered ? before.hash : answered,
      createdAt: tx.now(),
    })
  })
  return { id, ...definition }
}

export function createTests(copies: Copies, conversations: Pick<Conversations, 'get' | 'trace'>, trash: TestTrash) {
  return {
    async list(ctx: Ctx, { agentId }: { agentId: string }) {
      const found = await latestResults(ctx, agentId, await copies.hashes(ctx, agentId))
      return {
        unfinishedRunId: await repository.unfinishedRun(ctx.db, agentId),
        items: found.map(({ test, draft, published }) => ({
          ...test,
          ...(draft === undefined ? {} : { draftPassed: draft }),
          ...(published === undefined ? {} : { publishedPassed: published }),
        })),
      }
    },
    save: async (ctx: Ctx, { agentId, testId, ...test }: TestDefinition & { agentId: string; testId: string }) => ({
      data: await save(ctx, agentId, { ...test, id: testId }),
    }),
    async fromConversation(ctx: Ctx, input: { agentId: string; conversationId: string; name: string }) {
      const { agentId, conversationId, name } = input
      const steps = await stepsOf(conversations, ctx, agentId, conversationId)
      if (steps.length === 0) throw new AppError('INVALID_INPUT', msg('visitor_said_nothing'))
      return { data: await save(ctx, agentId, AgentTest.parse({ id: randomId(16), name, steps })) }
    },
    ...createTestDeletion(trash),
    comparison: async (ctx: Ctx, { agentId }: { agentId: string }) =>
      comparison(ctx, agentId, await copies.hashes(ctx, agentId)),
    /** Ids of the required tests of these agents of the context's workspace, by agent; those without are left out. */
    requiredTests: (ctx: Ctx, agentIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> =>
      repository.requiredTests(ctx.db, ctx.workspaceId, agentIds),
    removeOfAgent: (ctx: Ctx, agentId: string) => repository.deleteOfAgent(ctx.db, agentId),
    async copyAll(ctx: Ctx, from: string, to: string): Promise<void> {
      const { workspaceId } = ctx
      const rows = await repository.listTests(ctx.db, from)
      await repository.addTests(
        ctx.db,
        rows.map((row) => ({ ...row, agentId: to, workspaceId })),
      )
    },
  }
}

/** Deletion of a test, which can be restored for an hour with its results. */
const createTestDeletion = (trash: TestTrash) => ({
  delete: (ctx: Ctx, { agentId, testId }: { agentId: string; testId: string }) =>
    ctx.tx(async (tx) => {
      await repository.lockTests(tx.db, agentId)
      const item = { kind: 'test', agentId, itemId: testId } as const
      if (!(await repository.hasTest(tx.db, agentId, testId))) throw new AppError('NOT_FOUND')
      await trash.put(tx, item, [{ table: agentTests, where: repository.isTest(agentId, testId) }])
      await repository.deleteTest(tx.db, agentId, testId)
      return { success: true as const }
    }),
  /** @throws CONFLICT if the id was reused meanwhile or the maximum is reached */
  restore: (ctx: Ctx, { agentId, testId }: { agentId: string; testId: string }) =>
    ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      await repository.lockTests(tx.db, agentId)
      const item = { kind: 'test', agentId, itemId: testId } as const
      if (await repository.hasTest(tx.db, agentId, testId)) {
        // Already done, e.g. in another tab.
        if (!(await trash.has(tx, item))) return { success: true as const }
        throw new AppError('CONFLICT', msg('restore_test_exists'))
      }
      await assertTestQuota(tx, agentId)
      if (!(await trash.restore(tx, item, [agentTests]))) throw notRestorable()
      return { success: true as const }
    }),
})

/** The `PublishGate` of agents: why this configuration may not be published. */
export async function publishGate(
  ctx: Ctx,
  agentId: string,
  {
    config,
    published,
    draft,
  }: { readonly config: AgentConfig; readonly published: AgentConfig; readonly draft: AgentConfig | undefined },
): Promise<MessageDescriptor | undefined> {
  const hashes = { draft: configHash(config), published: configHash(published) }
  if (hashes.draft === hashes.published) return undefined
  const isPart = draft !== undefined && configHash(draft) !== hashes.draft
  return refusal({ ...(await comparison(ctx, agentId, hashes)), isPart })
}

/** Steps of a test from a conversation: the visitor's messages, with the nodes and tool calls of the answers. */
async function stepsOf(
  conversations: Pick<Conversations, 'get' | 'trace'>,
  ctx: Ctx,
  agentId: string,
  conversationId: string,
): Promise<AgentTest['steps']> {
  const { messages } = await conversations.get(ctx, { agentId, conversationId, limit: 200 })
  const said = messages.filter(({ from }) => from === 'user').slice(0, STEPS)
  const steps = await Promise.all(
    said.map(async ({ items, turnId }) => {
      const trace = await traceOf(conversations, ctx, agentId, turnId)
      const last = trace.flatMap((entry) => (entry.type === 'node' ? [entry.nodeId] : [])).at(-1)
      const tools = new Set(trace.flatMap((entry) => (entry.type === 'tool' && entry.toolId ? [entry.name] : [])))
      return {
        message: cut(plainText(items), 4000).trim(),
        expectations: [
          ...(last ? [{ type: 'reachesNode' as const, nodeId: last }] : []),
          ...[...tools].map((tool) => ({ type: 'callsTool' as const, tool, arguments: {} })),
        ],
      }
    }),
  )
  return steps.filter(({ message }) => message !== '')
}

/** Undefined for a message that was never answered. */
const traceOf = (conversations: Pick<Conversations, 'trace'>, ctx: Ctx, agentId: string, turnId: string) =>
  conversations.trace(ctx, { agentId, turnId }).then(
    ({ data }) => data.trace,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return []
      throw error
    },
  )
