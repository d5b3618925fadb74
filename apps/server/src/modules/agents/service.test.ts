import { Agent, SECRET_FIELDS } from '@parlance/contract/agents/schemas'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { randomId } from '@parlance/contract/lib/ids'
import { describe, expect, test } from 'vitest'
import { agents, asking, EVERYTHING, refused, session } from './testing.ts'
import { VERSIONS_KEPT } from './service.ts'

describe('saving', () => {
  test('creates an agent with every field as sent', async () => {
    const { ctx, workspaceId, events, newId } = asking({ resolved: '' })
    const { data, version } = await agents.save(ctx, { agentId: newId, ...EVERYTHING })
    expect(version).toBe(1)
    expect(data).toMatchObject(EVERYTHING)
    expect(data).toMatchObject({
      ID: newId,
      ownerID: workspaceId,
      internal: { websocketServer: 'https://app.example' },
    })
    expect(data.SECRET_API_KEY).toMatch(/^vg_[A-Za-z0-9]{20}$/)
    expect(String(data.lastModified)).toMatch(/^\d{10}$/)
    expect(Agent.parse(data)).toEqual(data)
    expect(events).toEqual([{ type: 'agent.created', workspaceId, agentId: newId, at: expect.any(Number) }])
    const reader = asking({ workspaceId })
    expect(await agents.get(reader.ctx, newId)).toEqual({ data, version: 1, draft: null })
  })

  test('adds starter and defaults to a vg agent, and only defaults to a vf agent', async () => {
    const { ctx, newId } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, title: 'Ada', vg_temperature: 0.9 })
    expect(data).toMatchObject({
      vg_temperature: 0.9,
      vg_maxTokens: 1024,
      vg_kbDefaultDimension: 1536,
      vg_defaultModel: 'gpt-4o',
      vgOptions: { maxChunkSize: 2424 },
      messageDelayMS: 1000,
      maxTokensUsage: 0,
      lang: 'en',
      recordChatHistory: true,
      enableNodes: true,
    })
    expect(data.voiceConfig.transcriber.utteranceThreshold).toBe(150)
    const vf = await agents.save(ctx, {
      agentId: randomId(16),
      title: 'Vee',
      agentPlatform: 'vf',
      VF_DIALOGUE_API_KEY: 'VF.DM.k',
    })
    expect(Object.keys(vf.data).filter((key) => key.startsWith('vg'))).toEqual([])
  })

  test('merges given fields, keeps the rest, and ignores server-owned ones', async () => {
    const { ctx, workspaceId, events, newId } = asking()
    const first = await agents.save(ctx, { agentId: newId, ...EVERYTHING })
    const again = await agents.save(ctx, {
      agentId: newId,
      title: 'Eve',
      vgOptions: { bar: 1 },
      SECRET_API_KEY: 'vg_mine',
      internal: { websocketServer: 'https://evil.example' },
      userId: 'somebody',
      ts: 1,
      lastModified: 1,
      ownerID: workspaceId,
      ID: newId,
      version: 1,
    })
    expect(again.version).toBeGreaterThan(first.version)
    expect(again.data).toEqual({
      ...first.data,
      title: 'Eve',
      vgOptions: { ...EVERYTHING.vgOptions, bar: 1 },
      lastModified: again.data.lastModified,
    })
    expect(again.data.lastModified).toBeGreaterThan(first.data.lastModified)
    expect(events.map((event) => event.type)).toEqual(['agent.created', 'agent.published'])
  })

  test('accepts the whole agent as it was read', async () => {
    const { ctx, newId } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, ...EVERYTHING })
    const saved = await agents.save(ctx, { agentId: newId, ...data, version: 1 })
    expect(sameConfig(saved.data, data)).toBe(true)
  })

  test('requires a name for a new agent', async () => {
    const { ctx, newId } = asking()
    const error = await refused('INVALID_INPUT', agents.save(ctx, { agentId: newId, description: 'x' }))
    expect(error.message).toBe('Please provide a name for the agent.')
    expect(await agents.workspaceOf(ctx, newId)).toBeUndefined()
  })

  test('answers 409 with the newer agent without secrets for an old version', async () => {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, ...EVERYTHING })
    const newer = await agents.save(ctx, { agentId: newId, title: 'Newer', version: 1 })
    const error = await refused('STALE', agents.save(ctx, { agentId: newId, title: 'Older', version: 1 }))
    expect(error.data).toMatchObject({ version: newer.version, agent: { ID: newId, title: 'Newer' } })
    expect(JSON.stringify(error.data)).not.toContain('canary')
    expect(JSON.stringify(error.data)).not.toContain(newer.data.SECRET_API_KEY)
    expect((await agents.get(ctx, newId)).data.title).toBe('Newer')
  })

  test('merges two concurrent first saves of one id', async () => {
    const { ctx, newId } = asking({ resolved: '' })
    const both = await Promise.all([
      agents.save(ctx, { agentId: newId, title: 'Ada', description: 'one' }),
      agents.save(ctx, { agentId: newId, title: 'Ada', theme: 'pink-dark' }),
    ])
    expect(both.map((saved) => saved.version).sort((a, b) => a - b)).toEqual([1, 2])
    expect(new Set(both.map((saved) => saved.data.SECRET_API_KEY)).size).toBe(1)
    const [listed] = await agents.summaries(ctx, both[0].data.ownerID)
    expect(listed?.ID).toBe(newId)
  })

  test('creates agents in the session’s own or a member’s workspace', async () => {
    const mine = randomId(15)
    const as = (owner: string) => asking({ actor: session(mine), resolved: '', workspaceId: owner })
    const personal = as(mine)
    const { data } = await agents.save(personal.ctx, { agentId: personal.newId, title: 'Ada' })
    expect(data).toMatchObject({ ownerID: mine, userId: `user-${mine}` })
    const other = as(mine)
    await refused('FORBIDDEN', agents.save(other.ctx, { agentId: other.newId, title: 'Ada', ownerID: randomId(15) }))
    expect(await agents.workspaceOf(other.ctx, other.newId)).toBeUndefined()
  })

  test('refuses a mismatching ID or owner, and an agent key for a new id', async () => {
    const { ctx, workspaceId, newId } = asking()
    await refused('FORBIDDEN', agents.save(ctx, { agentId: newId, title: 'Ada', ownerID: 'someone-else' }))
    await refused('INVALID_INPUT', agents.save(ctx, { agentId: newId, title: 'Ada', ID: randomId(16) }))
    await agents.save(ctx, { agentId: newId, title: 'Ada' })
    await refused('FORBIDDEN', agents.save(ctx, { agentId: newId, ownerID: 'someone-else' }))
    const key = asking({ actor: { kind: 'agent', agentId: newId, workspaceId }, workspaceId })
    expect((await agents.save(key.ctx, { agentId: newId, title: 'By key' })).data.title).toBe('By key')
    await refused('NOT_FOUND', agents.save(key.ctx, { agentId: randomId(16), title: 'Another' }))
  })
})

describe('the draft', () => {
  test('is created by a change, merges further ones, and is deleted when published or undone', async () => {
    const { ctx, newId, workspaceId, events } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, title: 'Ada' })
    const first = await agents.saveDraft(ctx, { agentId: newId, title: 'Eve', version: 1 })
    const second = await agents.saveDraft(ctx, { agentId: newId, whatsappToken: 'EAA.canary', version: first?.version })
    expect(second?.config).toMatchObject({ title: 'Eve', whatsappToken: 'EAA.canary' })
    const read = await agents.get(ctx, newId)
    expect(read.data.title).toBe('Ada')
    expect(read.draft).toEqual(second)
    const [listed] = (await agents.list(ctx, { uid: workspaceId })).items
    expect(listed).toMatchObject({ title: 'Ada', hasUnpublishedDraft: true })

    expect(await agents.saveDraft(ctx, { agentId: newId, ...data, version: second?.version })).toBeNull()
    expect((await agents.get(ctx, newId)).draft).toBeNull()

    const draft = await agents.saveDraft(ctx, { agentId: newId, title: 'Zoe' })
    await agents.save(ctx, { agentId: newId, ...draft?.config, version: 1 })
    expect(await agents.get(ctx, newId)).toMatchObject({ draft: null, data: { title: 'Zoe' } })
    expect(events.at(-1)?.type).toBe('agent.published')
  })

  test('is kept when something else was published', async () => {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada' })
    await agents.saveDraft(ctx, { agentId: newId, title: 'Eve' })
    await agents.save(ctx, { agentId: newId, description: 'from elsewhere' })
    expect((await agents.get(ctx, newId)).draft?.config.title).toBe('Eve')
  })

  test('refuses an older draft, also one from before a discarded draft', async () => {
    const { ctx, newId } = asking()
    await agents.save(ctx, { agentId: newId, title: 'Ada' })
    const old = await agents.saveDraft(ctx, { agentId: newId, title: 'B', version: 1 })
    const error = await refused('STALE', agents.saveDraft(ctx, { agentId: newId, title: 'C', version: 1 }))
    expect(error.data).toMatchObject({ version: old?.version, agent: { title: 'B' } })
    await agents.discardDraft(ctx, newId)
    await agents.discardDraft(ctx, newId)
    expect((await agents.get(ctx, newId)).draft).toBeNull()
    await agents.saveDraft(ctx, { agentId: newId, title: 'D', version: 1 })
    await refused('STALE', agents.saveDraft(ctx, { agentId: newId, title: 'E', version: old?.version }))
    expect((await agents.saveDraft(ctx, { agentId: newId, title: 'F' }))?.config.title).toBe('F')
  })
})

describe('versions', () => {
  test('stores a backup once per published copy, without secrets', async () => {
    const { ctx, workspaceId, newId } = asking({ actor: session('w'), workspaceId: randomId(15) })
    await agents.save({ ...ctx, actor: { kind: 'workspace', workspaceId } }, { agentId: newId, ...EVERYTHING })
    expect(await agents.latestBackup(ctx, newId)).toBeNull()
    const kept = await agents.saveBackup(ctx, newId, workspaceId)
    expect(kept).toMatchObject({ agentId: newId, author: 'Ada Owner', title: 'Ada' })
    expect(await agents.saveBackup(ctx, newId, workspaceId)).toEqual(kept)
    expect(await agents.versions(ctx, newId)).toEqual([kept])
    const latest = await agents.latestBackup(ctx, newId)
    expect(latest).toMatchObject({ id: kept.id, config: { title: 'Ada', vgOptions: EVERYTHING.vgOptions } })
    expect(JSON.stringify(latest)).not.toContain('canary')
    const restored = await agents.save(ctx, { agentId: newId, ...latest?.config })
    expect(sameConfig(restored.data, { ...restored.data, ...EVERYTHING })).toBe(true)
    await refused('NOT_FOUND', agents.saveBackup(ctx, newId, randomId(15)))
  })

  test('keeps the newest twenty', async () => {
    const { ctx, workspaceId, newId } = asking()
    for (let n = 1; n <= VERSIONS_KEPT + 3; n++) {
      await agents.save(ctx, { agentId: newId, title: `Ada ${n}` })
      await agents.saveBackup(ctx, newId, workspaceId)
    }
    const titles = (await agents.versions(ctx, newId)).map((version) => version.title)
    expect(titles).toHaveLength(VERSIONS_KEPT)
    expect([titles[0], titles.at(-1)]).toEqual(['Ada 23', 'Ada 4'])
  })
})

describe('templates and copies', () => {
  test('creates an agent with the template’s nodes, the given name and default threshold', async () => {
    const { ctx, workspaceId, events } = asking()
    const made = await agents.fromTemplate(ctx, { title: 'Bob', template: 'game-npc', workspaceId })
    expect(made).toMatchObject({ title: 'Bob', enableNodes: true, ownerID: workspaceId, agentPlatform: 'vg' })
    expect(made.ID).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(made.voiceConfig.transcriber.utteranceThreshold).toBe(50)
    expect(made.nodes.length).toBeGreaterThan(1)
    expect(events).toEqual([{ type: 'agent.created', workspaceId, agentId: made.ID, at: expect.any(Number) }])
    await refused(
      'FORBIDDEN',
      agents.fromTemplate(ctx, { title: 'Bob', template: 'game-npc', workspaceId: randomId(15) }),
    )
  })

  test.each([
    ['Europe/Vienna', 'Europe/Vienna'],
    ['Mars/Olympus', 'UTC'],
    [undefined, 'UTC'],
  ])('keeps the time zone %s as %s', async (timeZone, kept) => {
    const { handoffHours } = await agents.fromTemplate(asking().ctx, { title: 'Bob', template: 'game-npc', timeZone })
    expect(handoffHours.timeZone).toBe(kept)
  })

  test('duplicates the configuration without id, key and secrets', async () => {
    const { ctx, newId, events } = asking()
    const { data } = await agents.save(ctx, { agentId: newId, ...EVERYTHING, title: `${'x'.repeat(192)}😀` })
    const copy = await agents.duplicate(ctx, newId)
    expect(copy.title).toMatch(/^x{192} \(copy\)$/)
    expect(copy).toMatchObject({ theme: 'cyan-dark', vgOptions: EVERYTHING.vgOptions, waVerifyPassed: false })
    for (const key of ['ID', 'SECRET_API_KEY', ...SECRET_FIELDS] as const) expect(copy[key]).not.toBe(data[key])
    expect(JSON.stringify(copy)).not.toContain('canary')
    expect(events.slice(-2)).toMatchObject([
      { type: 'agent.created', agentId: copy.ID, copyOf: newId },
      { type: 'agent.copied', agentId: copy.ID, copyOf: newId },
    ])
  })
})
