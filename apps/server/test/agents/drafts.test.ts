// A save of one part of an agent over HTTP: that part is published, and unfinished changes stay a draft.
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()
const { must } = server
const at = (agentId: string) => `${server.api('eu')}/v2/agents/${agentId}`

interface Read {
  readonly data: Agent
  readonly version: number
  readonly draft: { readonly config: AgentConfig; readonly version: number } | null
}
type Drafted = Pick<Read, 'draft'>
const HALF = 'You are half a prom'

async function halfWritten() {
  const owner = await server.signUp('eu')
  const [agent, other] = [await server.makeAgent(owner), await server.makeAgent(owner)]
  for (const { id } of [agent, other]) await draft(owner, id, { vg_systemPrompt: HALF })
  return { owner, agentId: agent.id, otherId: other.id }
}
const read = (owner: Person, agentId: string) => must<Read>('GET', at(agentId), owner.token)
const draft = (owner: Person, agentId: string, fields: object) =>
  must<Drafted>('PUT', `${at(agentId)}/draft`, owner.token, fields)
const save = (owner: Person, agentId: string, body: object) => call('POST', at(agentId), { bearer: owner.token, body })

describe('saving one part of an agent', () => {
  test('publishes that part only, and adds it to the draft', async () => {
    const { owner, agentId, otherId } = await halfWritten()
    const before = await read(owner, agentId)
    const saved = await save(owner, agentId, { description: 'Knows ships', version: before.draft?.version })
    expect(saved.status).toBe(200)
    const after = await read(owner, agentId)
    expect(after.data).toMatchObject({ description: 'Knows ships', vg_systemPrompt: before.data.vg_systemPrompt })
    expect(after.draft?.config).toMatchObject({ description: 'Knows ships', vg_systemPrompt: HALF })
    // The other agent has neither.
    expect(await read(owner, otherId)).toMatchObject({
      data: { description: before.data.description },
      draft: { config: { description: before.data.description, vg_systemPrompt: HALF } },
    })
  })

  test('keeps the draft editable and publishable afterwards', async () => {
    const { owner, agentId } = await halfWritten()
    await save(owner, agentId, { description: 'Knows ships' })
    const { draft: kept, version } = await read(owner, agentId)
    // As fresh as the published copy, so publishing the draft as it was read is not refused.
    expect(kept?.version).toBe(version)
    const published = await save(owner, agentId, { ...kept?.config, version: kept?.version })
    expect(published.status).toBe(200)
    expect(await read(owner, agentId)).toMatchObject({
      data: { description: 'Knows ships', vg_systemPrompt: HALF },
      draft: null,
    })
  })

  test('keeps the draft when the whole agent is sent back', async () => {
    const { owner, agentId } = await halfWritten()
    const { data, version } = await read(owner, agentId)
    await save(owner, agentId, { ...data, theme: 'pink-dark', version })
    const after = await read(owner, agentId)
    expect(after.data).toMatchObject({ theme: 'pink-dark', vg_systemPrompt: data.vg_systemPrompt })
    expect(after.draft?.config).toMatchObject({ theme: 'pink-dark', vg_systemPrompt: HALF })
  })

  test('merges sections of voice and options into the draft', async () => {
    const { owner, agentId } = await halfWritten()
    await draft(owner, agentId, { voiceConfig: { transcriber: { language: 'de' } }, vgOptions: { note: 'half' } })
    const { data } = await read(owner, agentId)
    await save(owner, agentId, {
      voiceConfig: { transcriber: { ...data.voiceConfig.transcriber, modelId: 'nova-3' } },
      vgOptions: { ...data.vgOptions, maxChunkSize: 3000 },
    })
    const after = await read(owner, agentId)
    expect(after.data.voiceConfig.transcriber).toMatchObject({ language: 'en', modelId: 'nova-3' })
    expect(after.data.vgOptions).not.toHaveProperty('note')
    expect(after.draft?.config.voiceConfig.transcriber).toMatchObject({ language: 'de', modelId: 'nova-3' })
    expect(after.draft?.config.vgOptions).toMatchObject({ note: 'half', maxChunkSize: 3000 })
  })

  test('deletes the draft once everything is published', async () => {
    const { owner, agentId } = await halfWritten()
    await save(owner, agentId, { vg_systemPrompt: HALF })
    expect((await read(owner, agentId)).draft).toBeNull()
  })

  test('refuses a save based on an older draft, with the newer one', async () => {
    const { owner, agentId } = await halfWritten()
    const older = (await read(owner, agentId)).draft
    await draft(owner, agentId, { vg_systemPrompt: `${HALF}pt` })
    const refused = await save(owner, agentId, { ...older?.config, version: older?.version })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'STALE', data: { agent: { vg_systemPrompt: `${HALF}pt` } } },
    })
    const after = await read(owner, agentId)
    expect(after.data.vg_systemPrompt).not.toBe(HALF)
    expect(after.draft?.config.vg_systemPrompt).toBe(`${HALF}pt`)
  })
})

test.each([
  { how: 'discarded', drop: (owner: Person, agentId: string) => must('DELETE', `${at(agentId)}/draft`, owner.token) },
  {
    how: 'undone field by field',
    drop: async (owner: Person, agentId: string) => {
      const { data } = await read(owner, agentId)
      expect(await draft(owner, agentId, { vg_systemPrompt: data.vg_systemPrompt })).toMatchObject({ draft: null })
    },
  },
])('a draft that was $how does not come back from a page that still shows it', async ({ drop }) => {
  const { owner, agentId } = await halfWritten()
  const open = await read(owner, agentId)
  const version = open.draft?.version ?? 0
  await drop(owner, agentId)
  const stale = { status: 409, body: { code: 'STALE' } }
  expect(await save(owner, agentId, { ...open.draft?.config, version })).toMatchObject(stale)
  const write = (body: object) => call('PUT', `${at(agentId)}/draft`, { bearer: owner.token, body })
  expect(await write({ description: 'Knows ships', version })).toMatchObject(stale)
  const after = await read(owner, agentId)
  expect(after).toMatchObject({ data: { vg_systemPrompt: open.data.vg_systemPrompt }, draft: null })
  expect(after.version).toBeGreaterThan(version)
  // Neither those who read it since nor those who saw only the published copy are stale.
  expect((await write({ description: 'Knows ships', version: after.version })).status).toBe(200)
  await must('DELETE', `${at(agentId)}/draft`, owner.token)
  expect((await save(owner, agentId, { description: 'Knows boats', version: open.version })).status).toBe(200)
})

test('refuses an unknown formatter when it is published', async () => {
  const { owner, agentId, otherId } = await halfWritten()
  const variables = [{ name: 'day' }]
  const refused = await save(owner, agentId, { variables, vg_initMessages: ['It is {day|lng}'] })
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', reason: 'formatter_unknown' } })
  expect(String((refused.body as { message: string }).message)).toContain('“lng”')
  expect((await read(owner, agentId)).data.variables).toEqual([])
  // A draft is unfinished work and may hold it; an unrelated save next to it goes through.
  await draft(owner, otherId, { variables, vg_initMessages: ['It is {day|lng}'] })
  expect((await save(owner, otherId, { description: 'Knows ships' })).status).toBe(200)
  expect((await save(owner, otherId, { variables, vg_initMessages: ['It is {day|long}'] })).status).toBe(200)
})
