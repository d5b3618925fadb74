import { expect, test } from 'vitest'
import { agents, asking } from './testing.ts'

test('lets the agent’s key read the published copy and no draft', async () => {
  const owner = asking()
  const { workspaceId } = owner
  await agents.save(owner.ctx, { agentId: owner.newId, title: 'Published' })
  await agents.saveDraft(owner.ctx, { agentId: owner.newId, title: 'Not yet' })
  const key = asking({ actor: { kind: 'agent', workspaceId, agentId: owner.newId }, workspaceId })
  expect(await agents.get(key.ctx, owner.newId)).toMatchObject({ data: { title: 'Published' }, draft: null })
  expect((await agents.get(owner.ctx, owner.newId)).draft?.config.title).toBe('Not yet')
})
