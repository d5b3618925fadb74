// Calls that Vapi runs, against its simulator: of a workspace with a key, and of one without.
import { randomUUID } from 'node:crypto'
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { CallDetail, VoiceServices } from '@parlance/contract/voice/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { startVapi } from '@parlance/simulators/vapi/server'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { startTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const vapi = await startVapi({ frameMs: 1 })
afterAll(vapi.close)
afterEach(() => {
  vapi.control.fail(undefined)
  vapi.control.deliver('normal')
})
const app = await startTestServer({ settings: { voice: { vapiBaseUrl: vapi.url } } })
const [owner, neighbour, other] = await Promise.all([app.signUp('eu'), app.signUp('eu'), app.signUp('na')])
vi.setConfig({ testTimeout: 120_000 })
const WAIT = { timeout: 30_000, interval: 50 }

const setKey = (who: Person, apiKey: string) =>
  app.must('PUT', `${app.api(who.region)}/v2/workspaces/${who.workspace.uid}/credentials/vapi`, who.token, { apiKey })
await Promise.all([setKey(owner, vapi.key), setKey(neighbour, vapi.control.newKey())])

const base = (agent: TestAgent) => `${app.api(agent.region)}/v2/agents/${agent.id}`
const makeAgent = (who: Person, patch: AgentPatch = {}) =>
  app.makeAgent(who, {
    voiceConfig: { config: { engine: 'vapi', enableWebCalling: true, recordAudio: true } },
    vg_initMessages: ['Hello from the shop.'],
    ...patch,
  })
const save = (agent: TestAgent, patch: AgentPatch) => app.must('POST', base(agent), agent.owner.token, patch)
/** The assistant of an agent in the simulator. */
const assistantOf = (agent: TestAgent) =>
  [...vapi.control.assistants].find(([, { body }]) => body.metadata?.agentId === agent.id)
const secretOf = (agent: TestAgent) => assistantOf(agent)?.[1].body.server?.headers?.['x-vapi-secret'] ?? ''

/** Playing reports each piece of sound, and Vapi's are many and small. */
async function dial(agent: TestAgent, plays = false) {
  const { data } = await app.must<{ data: { callId: string; token: string; socket: string } }>(
    'POST',
    `${base(agent)}/calls`,
    newVisitorId(),
    { consent: true },
  )
  const caller = openCaller({
    url: `${app.running.url.replace('http', 'ws')}${data.socket}`,
    token: data.token,
    plays,
  })
  const detail = async () =>
    (await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${data.callId}`, agent.owner.token)).data
  const ended = async () => {
    await caller.hear('ended')
    await expect.poll(async () => (await detail()).state, WAIT).toBe('ended')
    return detail()
  }
  return { caller, callId: data.callId, detail, ended }
}
/** Speech, then silence: half a second, because no caller may be far ahead of time. */
const speak = (caller: ReturnType<typeof openCaller>) => {
  caller.frames(12, 8000)
  caller.frames(13)
}
const messagesOf = (agent: TestAgent, conversationId: string | null) =>
  app.must<{ conversation: Conversation; messages: Message[] }>(
    'GET',
    `${base(agent)}/conversations/${conversationId}`,
    agent.owner.token,
  )
const textsOf = (messages: readonly Message[]) =>
  messages.map(({ from, items }) => [from, items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join()])

test('answers a caller from the knowledge, and shows the call in the inbox with its transcript, receipt and end', async () => {
  const agent = await makeAgent(owner, { vg_kbEnabled: true })
  await app.must('POST', `${base(agent)}/kb`, owner.token, { name: 'Hours', content: 'The shop opens at nine.' })
  const before = (await app.balance(owner)).available
  vapi.control.hear('When does the shop open?')
  vapi.control.deliver('twice')
  const { caller, callId, ended } = await dial(agent)
  expect(await caller.hear('ready')).toMatchObject({
    callId,
    transcriber: { provider: 'vapi', name: 'Vapi', isOffline: false },
    speech: { provider: 'vapi' },
  })
  await caller.hear('spoken', ({ gen }) => gen === 1)
  await caller.hear('state', ({ s }) => s === 'listening')
  speak(caller)
  expect(await caller.hear('user', ({ final }) => final)).toMatchObject({ text: 'When does the shop open?' })
  const answer = await caller.hear('agent', ({ gen, text }) => gen === 2 && text.includes('nine'))
  expect(answer.text).not.toMatch(/\[\d\]/)
  await caller.hear('spoken', ({ gen }) => gen === 2)
  expect(caller.soundOf(2)).toBeGreaterThan(500)
  caller.send({ t: 'bye' })
  const stored = await ended()
  expect(stored).toMatchObject({ kind: 'web', endReason: 'caller_hung_up', transcriber: { provider: 'vapi' } })
  expect(stored.transcript.map(({ from }) => from)).toEqual(['agent', 'caller', 'agent'])
  expect(stored.transcript[0]?.text).toContain('This call is recorded. Hello from the shop.')
  expect(stored.transcript[2]?.text).toContain('nine')
  expect(stored.answers).toMatchObject([{ turnId: stored.transcript[1]?.turnId }])
  expect(stored.credits).toBeGreaterThan(0)
  expect((await app.balance(owner)).available).toBeLessThan(before)

  const { conversation, messages } = await messagesOf(agent, stored.conversationId)
  expect(conversation.channel).toBe('voice')
  expect(textsOf(messages)).toEqual([
    ['user', 'When does the shop open?'],
    ['agent', expect.stringContaining('nine')],
  ])
  const { items } = await app.must<{ items: { id: string }[] }>(
    'GET',
    `${base(agent)}/conversations/${conversation.id}/calls`,
    owner.token,
  )
  expect(items.map(({ id }) => id)).toEqual([callId])

  let reported: CallDetail = stored
  await expect
    .poll(async () => {
      reported = (await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${callId}`, owner.token)).data
      return [reported.engineReport?.endedReason, reported.hasRecording]
    }, WAIT)
    .toEqual(['customer-ended-call', true])
  expect(reported.engineReport?.costUsd).toBeTypeOf('number')
  const client = await makeClient(app, owner, await makeOrg(app, owner, [agent.id]), { agentIds: [agent.id] })
  const shown = await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${callId}`, client.token)
  expect(shown.data.engineReport).toEqual({ endedReason: 'customer-ended-call', costUsd: null })
  const wav = await fetch(`${app.running.url}${reported.recordingUrl}`)
  expect(wav.headers.get('content-type')).toBe('audio/wav')
  // The report came twice, and was handled once.
  const delivered = `select state, repeats from inbound_deliveries where provider = 'vapi' and account = $1`
  await expect
    .poll(async () => (await app.dbs.eu.pool.query(delivered, [agent.id])).rows, WAIT)
    .toEqual([{ state: 'handled', repeats: 1 }])
})

test('keeps the assistant as the agent is, and deletes it with the engine or the agent', async () => {
  const agent = await makeAgent(owner, { title: 'Front desk' })
  await expect.poll(() => assistantOf(agent)?.[1].body.name, WAIT).toBe('Front desk')
  const [id, made] = assistantOf(agent) ?? ['', undefined]
  expect(made?.body).toMatchObject({
    firstMessage: 'This call is recorded. Hello from the shop.',
    model: { provider: 'custom-llm', url: `${base(agent)}/vapi` },
    server: { url: `${app.running.url}/webhooks/vapi/${agent.id}` },
  })
  await save(agent, { title: 'Reception', vapiConfig: { stopSpeakingPlan: { numWords: 2 } } })
  await expect.poll(() => vapi.control.assistants.get(id)?.body.name, WAIT).toBe('Reception')
  expect(vapi.control.assistants.get(id)?.body).toMatchObject({ stopSpeakingPlan: { numWords: 2 } })
  await save(agent, { voiceConfig: { config: { engine: 'parlance' } } })
  await expect.poll(() => assistantOf(agent), WAIT).toBeUndefined()
  await save(agent, { voiceConfig: { config: { engine: 'vapi' } } })
  await expect.poll(() => assistantOf(agent), WAIT).toBeDefined()
  await app.must('DELETE', base(agent), owner.token)
  await expect.poll(() => assistantOf(agent), WAIT).toBeUndefined()
})

test('deletes the assistants of a deleted workspace with its own key', async () => {
  const workspaces = `${app.api('eu')}/v2/workspaces`
  const { data } = await app.must<{ data: { uid: string } }>('POST', workspaces, owner.token, {})
  const spare = { ...owner, workspace: { uid: data.uid, secret: '' } }
  await setKey(spare, vapi.control.newKey())
  const agents = await Promise.all([makeAgent(spare), makeAgent(spare)])
  await expect.poll(() => agents.map((agent) => assistantOf(agent) !== undefined), WAIT).toEqual([true, true])
  await app.must('DELETE', `${workspaces}/${data.uid}`, owner.token)
  await expect.poll(() => agents.flatMap((agent) => assistantOf(agent) ?? []), WAIT).toEqual([])
  const stored = 'select 1 from vapi_assistants where workspace_id = $1'
  await expect.poll(async () => (await app.dbs.eu.pool.query(stored, [data.uid])).rowCount, WAIT).toBe(0)
})

test('gives an agent its own assistant when it names that of another agent, or one the account lacks', async () => {
  const [original, imported] = await Promise.all([
    makeAgent(owner, { title: 'Original' }),
    makeAgent(owner, { title: 'Imported', vapi: { id: randomUUID() } }),
  ])
  const stored = `select 1 from vapi_assistants where agent_id = any($1)`
  await expect
    .poll(async () => (await app.dbs.eu.pool.query(stored, [[original.id, imported.id]])).rows.length, WAIT)
    .toBe(2)
  const [id = ''] = assistantOf(original) ?? []
  const copy = await makeAgent(owner, { title: 'Copy', vapi: { id } })
  await expect.poll(() => assistantOf(copy)?.[1].body.name, WAIT).toBe('Copy')
  expect(assistantOf(original)).toMatchObject([id, { body: { name: 'Original' } }])
  const [importedId] = assistantOf(imported) ?? []
  await save(imported, { title: 'Imported again' })
  await expect.poll(() => assistantOf(imported)?.[1].body.name, WAIT).toBe('Imported again')
  expect(assistantOf(imported)?.[0]).toBe(importedId)
})

test('lets the Parlance engine take calls of a workspace without a key, and Vapi once it has one', async () => {
  const agent = await makeAgent(other)
  const services = async () =>
    (await app.must<{ data: z.infer<typeof VoiceServices> }>('GET', `${base(agent)}/voice/services`, other.token)).data
  expect(await services()).toMatchObject({ speech: { provider: 'flite' }, creditsPerMinute: 20 })
  expect((await services()).notes).toContain('engine_missing')
  const first = await dial(agent)
  expect(await first.caller.hear('ready')).toMatchObject({ speech: { provider: 'flite' } })
  first.caller.send({ t: 'bye' })
  await first.ended()
  expect(assistantOf(agent)).toBeUndefined()

  const key = vapi.control.newKey()
  await setKey(other, key)
  expect(await services()).toMatchObject({ speech: { provider: 'vapi' }, creditsPerMinute: 20, notes: [] })
  const second = await dial(agent)
  expect(await second.caller.hear('ready')).toMatchObject({ speech: { provider: 'vapi' } })
  await second.caller.hear('spoken')
  expect(assistantOf(agent)?.[1].key).toBe(key)
  second.caller.send({ t: 'bye' })
  expect(await second.ended()).toMatchObject({ endReason: 'caller_hung_up' })
})

test('refuses messages and questions without the agent’s secret, and ignores those about other calls', async () => {
  const [agent, foreign] = await Promise.all([makeAgent(owner), makeAgent(neighbour)])
  const { caller, callId, ended, detail } = await dial(agent)
  const theirs = await dial(foreign)
  await Promise.all([caller.hear('spoken'), theirs.caller.hear('spoken')])
  const providerIdOf = async (id: string) =>
    (await app.dbs.eu.pool.query<{ provider_id: string }>(`select provider_id from calls where id = $1`, [id])).rows[0]
      ?.provider_id ?? ''
  const [mine, other_] = [await providerIdOf(callId), await providerIdOf(theirs.callId)]
  const post = (to: TestAgent, secret: string, id: string) =>
    call('POST', `${app.running.url}/webhooks/vapi/${to.id}`, {
      headers: { 'x-vapi-secret': secret },
      body: { message: { type: 'end-of-call-report', call: { id }, endedReason: 'voicemail', cost: 9 } },
    })
  const ask = (of: TestAgent, secret: string, id: string) =>
    call('POST', `${base(of)}/vapi/chat/completions`, {
      headers: { 'x-vapi-secret': secret },
      body: { model: 'x', stream: true, call: { id }, messages: [{ role: 'user', content: 'Hello?' }] },
    })
  expect((await post(agent, 'wrong', mine)).status).toBe(401)
  expect((await post(agent, secretOf(foreign), mine)).status).toBe(401)
  expect((await post({ ...agent, id: 'unknown' }, secretOf(agent), mine)).status).toBe(404)
  expect((await ask(agent, 'wrong', mine)).status).toBe(401)
  expect((await ask(agent, secretOf(foreign), mine)).status).toBe(401)
  expect((await ask(agent, secretOf(agent), other_)).status).toBe(404)
  expect((await post(agent, secretOf(agent), other_)).status).toBe(200)
  await expect
    .poll(
      async () =>
        (
          await app.dbs.eu.pool.query(
            `select 1 from inbound_deliveries where account = $1 and delivery_id = $2 and handled_at is not null`,
            [agent.id, `${other_}:report`],
          )
        ).rows.length,
      WAIT,
    )
    .toBe(1)
  expect((await theirs.detail()).engineReport).toMatchObject({ endedReason: '', costUsd: null })
  expect((await detail()).state).toBe('live')
  caller.send({ t: 'bye' })
  theirs.caller.send({ t: 'bye' })
  await Promise.all([ended(), theirs.ended()])
})

test('says so and ends the call without a charge when Vapi is down', async () => {
  const agent = await makeAgent(owner)
  const before = (await app.balance(owner)).available
  vapi.control.fail('down')
  const { caller, ended } = await dial(agent, true)
  expect((await caller.hear('agent', ({ text }) => text !== '')).text).toContain('something went wrong on our side')
  expect(await ended()).toMatchObject({ endReason: 'unavailable', credits: 0 })
  expect((await app.balance(owner)).available).toBe(before)
})

testAll('says so and ends the call when the key is refused, or Vapi is lost in the middle', async () => {
  const agent = await makeAgent(other)
  const key = vapi.control.newKey()
  await setKey(other, key)
  const { caller, ended } = await dial(agent)
  await caller.hear('spoken')
  vapi.control.calls.at(-1)?.drop()
  expect((await caller.hear('agent', ({ gen }) => gen > 1)).text).toContain('something went wrong on our side')
  expect(await ended()).toMatchObject({ endReason: 'unavailable' })
  vapi.control.revoke(key)
  const refused = await dial(agent, true)
  expect((await refused.caller.hear('agent', ({ text }) => text !== '')).text).toContain('went wrong')
  expect(await refused.ended()).toMatchObject({ endReason: 'unavailable', credits: 0 })
})

test('lets a person take over, who speaks in the agent’s place, and hands back', async () => {
  const agent = await makeAgent(owner)
  vapi.control.hear('Is anybody there?', 'I want a person.', 'Thank you.')
  const { caller, detail, ended } = await dial(agent)
  await caller.hear('spoken')
  speak(caller)
  const { id } = await caller.hear('conversation')
  await caller.hear('spoken', ({ gen }) => gen === 2)
  const conversation = `${base(agent)}/conversations/${id}`
  await app.must('POST', `${conversation}/take-over`, owner.token)
  await expect.poll(async () => (await detail()).transcript.map(({ text }) => text), WAIT).toContain('taken_over')
  speak(caller)
  await caller.hear('user', ({ text, final }) => final && text === 'I want a person.')
  const answers = vapi.control.calls.at(-1)?.said().length
  await app.must('POST', `${conversation}/replies`, owner.token, { id: randomId(20), text: 'Ada here, hello.' })
  const spoken = await caller.hear('agent', ({ text }) => text.includes('Ada here'))
  await caller.hear('spoken', ({ gen }) => gen === spoken.gen)
  expect(vapi.control.calls.at(-1)?.said()).toHaveLength(answers ?? 0)
  await app.must('POST', `${conversation}/hand-back`, owner.token)
  await expect.poll(async () => (await detail()).transcript.map(({ text }) => text), WAIT).toContain('handed_back')
  speak(caller)
  await caller.hear('spoken', ({ gen }) => gen > spoken.gen)
  caller.send({ t: 'bye' })
  const stored = await ended()
  expect(stored.transcript.map(({ from, text }) => (from === 'system' ? text : from))).toEqual([
    'agent',
    'caller',
    'agent',
    'taken_over',
    'caller',
    'agent',
    'handed_back',
    'caller',
    'agent',
  ])
  expect(stored.transcript[5]).toMatchObject({ text: 'Ada here, hello.', by: 'Ada' })
  expect(stored.answers.filter(({ credits }) => credits > 0)).toHaveLength(2)
})
