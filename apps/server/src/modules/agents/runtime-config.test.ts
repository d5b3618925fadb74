import { describe, expect, test, vi } from 'vitest'
import { sha256 } from '../../lib/crypto.ts'
import { agents, asking, dbs, EVERYTHING, refused } from './testing.ts'

describe('lists', () => {
  test('show the last modified first, page by page, of this workspace only', async () => {
    const { ctx, workspaceId } = asking()
    const stranger = asking()
    await agents.save(stranger.ctx, { agentId: stranger.newId, title: 'Agent of others' })
    const ids: string[] = []
    for (let n = 0; n < 7; n++)
      ids.unshift((await agents.fromTemplate(ctx, { title: `Agent ${n}`, template: 'blank-template' })).ID)
    await agents.save(ctx, { agentId: ids[3]!, description: 'touched' })
    const expected = [ids[3], ...ids.filter((id) => id !== ids[3])]
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await agents.list(ctx, { uid: workspaceId, limit: 3, cursor })
      expect(page.items.length).toBeLessThanOrEqual(3)
      seen.push(...page.items.map((item) => item.ID))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(expected)
    const summaries = await agents.summaries(ctx, workspaceId)
    expect(summaries.map((summary) => summary.ID)).toEqual(expected)
    expect(Object.keys(summaries[0] ?? {}).sort()).toEqual(
      ['ID', 'description', 'lastModified', 'ownerID', 'roundedImageURL', 'title', 'ts', 'userId'].sort(),
    )
  })

  test('page through agents of the same moment without loss or repetition', async () => {
    const { ctx, workspaceId } = asking()
    const same = { ...ctx, now: () => new Date('2026-11-02T00:00:00.123Z') }
    const tx: typeof ctx.tx = (work) => ctx.tx((inner) => work({ ...inner, now: same.now }))
    for (let n = 0; n < 5; n++)
      await agents.fromTemplate({ ...same, tx }, { title: `Twin ${n}`, template: 'blank-template' })
    const first = await agents.list(ctx, { uid: workspaceId, limit: 2 })
    const rest = await agents.list(ctx, { uid: workspaceId, limit: 50, cursor: first.nextCursor ?? '' })
    expect(new Set(first.items.map((item) => item.lastModified))).toEqual(
      new Set(rest.items.map((item) => item.lastModified)),
    )
    expect(new Set([...first.items, ...rest.items].map((item) => item.ID)).size).toBe(5)
    expect(rest.items).toHaveLength(3)
    expect(rest.nextCursor).toBeNull()
  })

  test('find literal parts of titles and refuse a foreign cursor', async () => {
    const { ctx, workspaceId } = asking()
    for (const title of ['Sales 100%', 'Sales 1000', 'Support_eu'])
      await agents.fromTemplate(ctx, { title, template: 'blank-template' })
    const found = async (search: string) =>
      (await agents.list(ctx, { uid: workspaceId, search })).items.map((item) => item.title).sort()
    expect(await found('sales')).toEqual(['Sales 100%', 'Sales 1000'])
    expect(await found('100%')).toEqual(['Sales 100%'])
    expect(await found('t_e')).toEqual(['Support_eu'])
    expect(await found(String.raw`\ `)).toEqual([])
    expect(await found(' ')).toHaveLength(3)
    await refused('INVALID_INPUT', agents.list(ctx, { uid: workspaceId, cursor: 'bm9uc2Vuc2U' }))
  })
})

describe('tenants and regions', () => {
  test('returns titles of own agents only', async () => {
    const { ctx, newId } = asking()
    const other = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada' })
    await agents.save(other.ctx, { agentId: other.newId, title: 'Theirs' })
    expect(await agents.titles(ctx, [newId, other.newId, 'unknown'])).toEqual(new Map([[newId, 'Ada']]))
    expect(await agents.titles(ctx, [])).toEqual(new Map())
  })

  test('hides an agent from other workspaces', async () => {
    const { ctx, newId } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, title: 'Ada' })
    await agents.saveDraft(ctx, { agentId: newId, title: 'Draft' })
    const before = await agents.get(ctx, newId)
    const other = asking()
    for (const attempt of [
      () => agents.get(other.ctx, newId),
      () => agents.save(other.ctx, { agentId: newId, title: 'Mine' }),
      () => agents.saveDraft(other.ctx, { agentId: newId, title: 'Mine' }),
      () => agents.discardDraft(other.ctx, newId),
      () => agents.delete(other.ctx, newId),
      () => agents.duplicate(other.ctx, newId),
      () => agents.versions(other.ctx, newId),
      () => agents.saveBackup(other.ctx, newId, other.workspaceId),
      () => agents.latestBackup(other.ctx, newId),
    ])
      await refused('NOT_FOUND', attempt())
    expect(other.events).toEqual([])
    expect(await agents.get(ctx, newId)).toEqual({ ...before, data })
  })

  test('keeps ids of the two regions separate', async () => {
    const eu = asking()
    const na = asking({ region: 'na', workspaceId: eu.workspaceId })
    const made = await agents.save(eu.ctx, { agentId: eu.newId, title: 'Europe' })
    const hash = sha256(made.data.SECRET_API_KEY)
    expect(await agents.workspaceOf(na.ctx, eu.newId)).toBeUndefined()
    expect(await agents.bySecretHash(na.ctx, hash)).toBeUndefined()
    expect(await agents.forTurn(na.ctx, eu.newId, { draft: false })).toBeUndefined()
    await refused('NOT_FOUND', agents.publicGet(na.ctx, eu.newId))
    await agents.save(na.ctx, { agentId: eu.newId, title: 'America' })
    expect((await agents.publicGet(eu.ctx, eu.newId)).title).toBe('Europe')
    expect((await agents.publicGet(na.ctx, eu.newId)).title).toBe('America')
    expect(await agents.bySecretHash(eu.ctx, hash)).toEqual({ agentId: eu.newId, workspaceId: eu.workspaceId })
  })

  test('deletes draft and versions with the agent, and emits once', async () => {
    const { ctx, workspaceId, newId, events } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, title: 'Ada' })
    await agents.saveDraft(ctx, { agentId: newId, title: 'Eve' })
    await agents.saveBackup(ctx, newId, workspaceId)
    await agents.delete(ctx, newId)
    expect(events.at(-1)).toEqual({ type: 'agent.deleted', workspaceId, agentId: newId })
    await refused('NOT_FOUND', agents.get(ctx, newId))
    await refused('NOT_FOUND', agents.delete(ctx, newId))
    expect(await agents.bySecretHash(ctx, sha256(data.SECRET_API_KEY))).toBeUndefined()
    const { rows } = await dbs.eu.pool.query(
      'select 1 from agent_drafts where agent_id = $1 union all select 1 from agent_versions where agent_id = $1',
      [newId],
    )
    expect(rows).toEqual([])
  })
})

describe('secrets', () => {
  test('are never stored in plain text, nor part of a public read', async () => {
    const { ctx, workspaceId, newId } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, ...EVERYTHING })
    await agents.saveBackup(ctx, newId, workspaceId)
    await agents.saveDraft(ctx, { agentId: newId, whatsappToken: 'EAA.canary-draft' })
    const { rows } = await dbs.eu.pool.query<{ all: string }>(
      `select concat(a::text, d::text, v::text) as all from agents a
       join agent_drafts d on d.agent_id = a.id join agent_versions v on v.agent_id = a.id where a.id = $1`,
      [newId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.all).toContain('Knows engines')
    const shown = JSON.stringify(await agents.publicGet(ctx, newId))
    const turn = JSON.stringify(await agents.forTurn(ctx, newId, { draft: true }))
    for (const secret of ['canary', data.SECRET_API_KEY])
      for (const text of [rows[0]?.all, shown, turn]) expect(text).not.toContain(secret)
    for (const inner of ['Be Ada.', 'robot@example.org', '+49123', workspaceId]) expect(shown).not.toContain(inner)
  })
})

describe('configurations for turns', () => {
  test('need one query once cached, and see a save at once', async () => {
    const { ctx, workspaceId, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada', vg_systemPrompt: 'First.', messagesLimit: 5 })
    const first = await agents.forTurn(ctx, newId, { draft: false })
    expect(first).toMatchObject({ workspaceId, title: 'Ada', version: 1, messagesLimit: 5, maxTokensUsage: 0 })
    expect(first?.effective.instructions).toBe('First.')
    const queries = vi.spyOn(dbs.eu.pool, 'query')
    const again = await agents.forTurn(ctx, newId, { draft: false })
    expect(queries).not.toHaveBeenCalled()
    queries.mockRestore()
    expect(again?.config).toBe(first?.config)
    await agents.save(ctx, { agentId: newId, vg_systemPrompt: 'Second.' })
    expect((await agents.forTurn(ctx, newId, { draft: false }))?.effective.instructions).toBe('Second.')
  })

  test('use the draft when requested, otherwise the published copy', async () => {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada', messagesLimit: 5 })
    const title = async (draft: boolean) => (await agents.forTurn(ctx, newId, { draft }))?.title
    expect(await title(true)).toBe('Ada')
    await agents.saveDraft(ctx, { agentId: newId, title: 'Eve', messagesLimit: 9 })
    expect([await title(true), await title(false)]).toEqual(['Eve', 'Ada'])
    expect((await agents.forTurn(ctx, newId, { draft: true }))?.messagesLimit).toBe(5)
    await agents.discardDraft(ctx, newId)
    expect(await title(true)).toBe('Ada')
  })

  test.each([
    { first: 'the draft', draftFirst: true },
    { first: 'the published copy', draftFirst: false },
  ])('keep both copies apart when one save gave them the same version; read first: $first', async ({ draftFirst }) => {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada', vg_systemPrompt: 'Published.' })
    await agents.saveDraft(ctx, { agentId: newId, vg_systemPrompt: 'Draft.' })
    const prompt = async (draft: boolean) =>
      (await agents.forTurn(ctx, newId, { draft }))?.effective.instructions ?? 'none'
    const check = async (title: string) => {
      for (const draft of [draftFirst, !draftFirst]) expect(await prompt(draft)).toBe(draft ? 'Draft.' : 'Published.')
      expect((await agents.publicGet(ctx, newId)).title).toBe(title)
    }
    await agents.save(ctx, { agentId: newId, title: 'Eve' })
    await check('Eve')
    await agents.change(ctx, newId, (config) => ({ ...config, title: 'Zoe' }))
    await check('Zoe')
  })

  test('never belong to a deleted agent whose id was reused', async () => {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Before' })
    await agents.forTurn(ctx, newId, { draft: false })
    await agents.delete(ctx, newId)
    expect(await agents.forTurn(ctx, newId, { draft: false })).toBeUndefined()
    await agents.save(ctx, { agentId: newId, title: 'After' })
    expect((await agents.forTurn(ctx, newId, { draft: false }))?.title).toBe('After')
  })
})
