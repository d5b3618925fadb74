import { expect, test } from 'vitest'
import { agents, asking, refused, session } from './testing.ts'

test('refuses the id of a deleted agent to others, whatever their key', async () => {
  const owner = asking()
  await agents.save(owner.ctx, { agentId: owner.newId, title: 'Mine' })
  await agents.delete(owner.ctx, owner.newId)
  const signedIn = 'stranger'
  const strangers = [
    asking({ resolved: '' }),
    asking(),
    asking({ actor: session(signedIn), workspaceId: signedIn, resolved: '' }),
  ]
  for (const { ctx } of strangers) {
    await refused('NOT_FOUND', agents.save(ctx, { agentId: owner.newId, title: 'Theirs' }))
    expect(await agents.workspaceOf(ctx, owner.newId)).toBeUndefined()
  }
  expect(strangers.flatMap(({ events }) => events)).toEqual([])
  // Ids are only unique within a region.
  const elsewhere = asking({ region: 'na' })
  await agents.save(elsewhere.ctx, { agentId: owner.newId, title: 'Elsewhere' })
})

test('lets its own workspace create and delete it again', async () => {
  const owner = asking()
  for (const title of ['One', 'Two']) {
    const { data } = await agents.save(owner.ctx, { agentId: owner.newId, title })
    expect(data).toMatchObject({ title, ownerID: owner.workspaceId })
    await agents.delete(owner.ctx, owner.newId)
  }
  await refused('NOT_FOUND', agents.save(asking().ctx, { agentId: owner.newId, title: 'Theirs' }))
})

test('keeps others out during the deletion', async () => {
  for (let round = 0; round < 10; round += 1) {
    const owner = asking()
    await agents.save(owner.ctx, { agentId: owner.newId, title: 'Mine' })
    const stranger = asking({ resolved: '' })
    const [, taken] = await Promise.allSettled([
      agents.delete(owner.ctx, owner.newId),
      agents.save(stranger.ctx, { agentId: owner.newId, title: 'Theirs' }),
    ])
    expect(taken).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } })
  }
})
