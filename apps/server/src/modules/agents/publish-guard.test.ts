import { msg } from '@parlance/i18n/messages'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { expect, test } from 'vitest'
import { createVault } from '../../lib/crypto.ts'
import { asking, refused } from './testing.ts'
import { createAgents } from './service.ts'
import type { PublishGate } from './ports.ts'

const WORSE = msg('publish_tests_failing', { names: 'Returns' })

const guarded = (publishGate: PublishGate) =>
  createAgents({
    vault: createVault(Buffer.alloc(32, 7)),
    appOrigin: () => 'https://app.example',
    roleOf: async () => undefined,
    personalOf: async () => '',
    libraryTools: async () => [],
    publishGate,
  })

test('publishes a refusing agent only when its tests allow it', async () => {
  const asked: AgentConfig[] = []
  const agents = guarded(async (_ctx, _agentId, { config }) => {
    asked.push(config)
    return config.title === 'Worse' ? WORSE : undefined
  })
  const { ctx, newId } = asking()
  const first = await agents.save(ctx, { agentId: newId, title: 'Ada', publishGuard: 'refuse' })
  // A first version has nothing to be compared with.
  expect(asked).toEqual([])
  await agents.saveDraft(ctx, { agentId: newId, title: 'Worse' })
  const error = await refused('CONFLICT', agents.save(ctx, { agentId: newId, title: 'Worse' }))
  expect(error.message).toBe(WORSE.message)
  expect(await agents.get(ctx, newId)).toMatchObject({ version: first.version, data: { title: 'Ada' }, draft: {} })
  // The gate gets the whole configuration as it would be published.
  expect(asked).toMatchObject([{ title: 'Worse', publishGuard: 'refuse', theme: first.data.theme }])
  expect((await agents.save(ctx, { agentId: newId, title: 'Better' })).data.title).toBe('Better')
})

test('does not hold back an agent that warns or is off', async () => {
  const agents = guarded(async () => WORSE)
  for (const publishGuard of ['warn', 'off'] as const) {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada', publishGuard })
    expect((await agents.save(ctx, { agentId: newId, title: 'Eve' })).data.title).toBe('Eve')
  }
})

test('does not overwrite a version published while tests ran', async () => {
  const { ctx, newId } = asking()
  const agents = guarded(async () => {
    const plain = guarded(async () => undefined)
    await plain.save(ctx, { agentId: newId, theme: 'pink-dark' })
    return undefined
  })
  await agents.save(ctx, { agentId: newId, title: 'Ada', publishGuard: 'refuse' })
  const error = await refused('STALE', agents.save(ctx, { agentId: newId, title: 'Eve' }))
  expect(error.data).toMatchObject({ agent: { title: 'Ada', theme: 'pink-dark' } })
  expect((await agents.get(ctx, newId)).data).toMatchObject({ title: 'Ada', theme: 'pink-dark' })
})

test('does not ask about other agents', async () => {
  let asked = 0
  const agents = guarded(async () => {
    asked += 1
    return WORSE
  })
  const owner = asking()
  await agents.save(owner.ctx, { agentId: owner.newId, title: 'Ada', publishGuard: 'refuse' })
  const stranger = asking()
  await refused('NOT_FOUND', agents.save(stranger.ctx, { agentId: owner.newId, title: 'Mine' }))
  expect(asked).toBe(0)
})

test('ignores changes of the gate by an agent key', async () => {
  const agents = guarded(async () => WORSE)
  const { ctx, newId, workspaceId } = asking()
  await agents.save(ctx, { agentId: newId, title: 'Ada', publishGuard: 'refuse' })
  const key = asking({ workspaceId, actor: { kind: 'agent', agentId: newId, workspaceId } })
  await refused('FORBIDDEN', agents.save(key.ctx, { agentId: newId, title: 'Eve', publishGuard: 'off' }))
  expect((await agents.get(ctx, newId)).data).toMatchObject({ title: 'Ada', publishGuard: 'refuse' })
})
