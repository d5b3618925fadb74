// Web calls: speech is synthesized offline, transcripts come from the caller's side.
import type { Call, CallDetail } from '@parlance/contract/voice/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId } from '@parlance/contract/lib/ids'
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { type CallerOptions, openCaller } from '../helpers/calls.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const app = await sharedTestServer()
const owners = { eu: await app.signUp('eu'), na: await app.signUp('na') }
const LONG = 60_000
const WAIT = { timeout: 30_000, interval: 50 }

const VOICE: AgentPatch = {
  voiceConfig: { config: { enableWebCalling: true, recordAudio: true }, transcriber: { utteranceThreshold: 50 } },
  vg_initMessages: ['Hello from the shop.'],
}
const makeAgent = (region: 'eu' | 'na' = 'eu', patch: AgentPatch = {}) =>
  app.makeAgent(owners[region], { ...VOICE, ...patch })

interface Started {
  readonly data: { readonly callId: string; readonly token: string; readonly socket: string; readonly records: boolean }
  readonly code?: string
}
const base = (agent: TestAgent) => `${app.api(agent.region)}/v2/agents/${agent.id}`
const start = (agent: TestAgent, bearer: string, body: object = {}) =>
  call<Started>('POST', `${base(agent)}/calls`, { bearer, body })

async function dial(agent: TestAgent, options: Partial<CallerOptions> & { bearer?: string; body?: object } = {}) {
  const visitor = options.bearer ?? newVisitorId()
  const { body } = await start(agent, visitor, { consent: true, ...options.body })
  const url = `${app.running.url.replace('http', 'ws')}${body.data.socket}`
  const caller = openCaller({ url, token: body.data.token, ...options })
  return { caller, visitor, url, token: body.data.token, callId: body.data.callId }
}

const detail = async (agent: TestAgent, callId: string) =>
  (await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${callId}`, agent.owner.token)).data
const ended = (agent: TestAgent, callId: string) =>
  expect.poll(async () => (await detail(agent, callId)).state, WAIT).toBe('ended')
const messagesOf = (agent: TestAgent, conversationId: string | null) =>
  app.must<{ conversation: Conversation; messages: Message[] }>(
    'GET',
    `${base(agent)}/conversations/${conversationId}`,
    agent.owner.token,
  )

test(
  'greets by voice, answers a spoken question, and shows the call in the inbox with transcript and recording',
  async () => {
    const agent = await makeAgent()
    const before = (await app.balance(agent.owner)).available
    const { caller, callId } = await dial(agent)
    expect(await caller.hear('ready')).toMatchObject({
      callId,
      records: true,
      transcriber: { provider: 'browser' },
      speech: { provider: 'flite', isOffline: true },
    })
    await caller.sound(1, 500)
    await caller.hear('state', ({ s }) => s === 'listening')
    caller.frames(10)
    caller.send({ t: 'stt', text: 'When do you open?', final: true })
    const answer = await caller.hear('agent', ({ gen }) => gen === 2)
    await caller.sound(2, 200)
    await caller.hear('spoken', ({ gen }) => gen === 2)
    await caller.hear('state', ({ s }) => s === 'speaking')
    const { id: conversationId } = await caller.hear('conversation')
    await vi.waitFor(async () => {
      const path = `${base(agent)}/conversations/${conversationId}/calls`
      const live = await app.must<{ items: Call[] }>('GET', path, agent.owner.token)
      expect(live.items).toMatchObject([{ id: callId, state: 'live' }])
    }, WAIT)
    caller.send({ t: 'bye' })
    expect(await caller.hear('ended')).toMatchObject({ reason: 'caller_hung_up' })

    await ended(agent, callId)
    const stored = await detail(agent, callId)
    expect(stored).toMatchObject({ kind: 'web', endReason: 'caller_hung_up', hasRecording: true })
    expect(stored.transcript.map(({ from }) => from)).toEqual(['agent', 'caller', 'agent'])
    expect(stored.transcript[0]?.text).toBe('This call is recorded. Hello from the shop.')
    expect(stored.transcript[1]?.text).toBe('When do you open?')
    expect(stored.latencies).toHaveLength(1)
    expect(stored.answers).toMatchObject([{ turnId: stored.transcript[1]?.turnId, tools: [] }])
    expect(stored.answers[0]?.credits).toBeGreaterThan(0)
    expect(stored.credits).toBeGreaterThan(0)
    expect((await app.balance(agent.owner)).available).toBeLessThan(before)

    const { conversation, messages } = await messagesOf(agent, stored.conversationId)
    expect(conversation.channel).toBe('voice')
    expect(messages.map(({ from }) => from)).toEqual(['user', 'agent'])
    expect(messages[0]?.items[0]).toMatchObject({ text: 'When do you open?' })
    expect(answer.text.length).toBeGreaterThan(0)
    const { items } = await app.must<{ items: Call[] }>(
      'GET',
      `${base(agent)}/conversations/${conversation.id}/calls`,
      agent.owner.token,
    )
    expect(items.map(({ id }) => id)).toEqual([callId])
    const wav = await fetch(`${app.running.url}${stored.recordingUrl}`)
    expect(wav.headers.get('content-type')).toBe('audio/wav')
    const bytes = Buffer.from(await wav.arrayBuffer())
    expect(bytes.readUInt16LE(22)).toBe(2)
    expect(bytes.length).toBeGreaterThan(20_000)
  },
  LONG,
)

test(
  'stores a call in which characters were written that a database refuses',
  async () => {
    const agent = await makeAgent()
    const { caller, callId } = await dial(agent)
    await caller.hear('state', ({ s }) => s === 'listening')
    caller.send({ t: 'text', text: 'When \ud83d do you\u0000 open?' })
    await caller.hear('spoken', ({ gen }) => gen === 2)
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await ended(agent, callId)
    const stored = await detail(agent, callId)
    expect(stored).toMatchObject({ endReason: 'caller_hung_up', hasRecording: true })
    expect(stored.transcript[1]?.text).toBe('When \ufffd do you\ufffd open?')
  },
  LONG,
)

test(
  'shows what a call cost although it was ended because its process seemed dead',
  async () => {
    const agent = await makeAgent()
    const { caller, callId } = await dial(agent)
    await caller.hear('state', ({ s }) => s === 'listening')
    const { contexts, services } = app.running.container
    // Its process may mark it as alive in between.
    await expect
      .poll(async () => {
        await app.dbs.eu.pool.query(
          `update calls set beat_at = now() - interval '10 minutes', answered_at = now() - interval '11 minutes' where id = $1`,
          [callId],
        )
        await services.voice.sweep(contexts.system('eu'))
        return detail(agent, callId)
      }, WAIT)
      .toMatchObject({ endReason: 'server_restart', durationMs: 60_000, credits: 0 })
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await expect.poll(async () => (await detail(agent, callId)).credits, WAIT).toBeGreaterThan(0)
  },
  LONG,
)

test(
  'keeps no recording of a call whose agent was deleted meanwhile',
  async () => {
    const agent = await makeAgent()
    const { caller } = await dial(agent)
    await caller.hear('ready')
    caller.frames(10, 8000)
    const { contexts, services } = app.running.container
    await services.voice.agentDeleted(contexts.system('eu', owners.eu.workspace.uid), agent.id)
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    const { rows } = await app.dbs.eu.pool.query('select 1 from files where agent_id = $1', [agent.id])
    expect(rows).toEqual([])
  },
  LONG,
)

test(
  'ends the answer at once on an interruption, and stores the text that was heard',
  async () => {
    const agent = await makeAgent('na')
    const { caller, callId } = await dial(agent, { plays: false })
    const greeting = await caller.hear('spoken', ({ gen }) => gen === 1)
    caller.send({ t: 'played', gen: 1, ms: greeting.ms })
    caller.send({ t: 'text', text: 'Tell me something long, please.' })
    const { ms } = await caller.hear('spoken', ({ gen }) => gen === 2)
    caller.send({ t: 'played', gen: 2, ms: Math.round(ms / 2) })
    caller.send({ t: 'stt', text: 'wait, what about Monday', final: true })
    await caller.hear('clear', ({ gen }) => gen === 2)
    caller.send({ t: 'played', gen: 2, ms: Math.round(ms / 2) })
    const said = await caller.hear('agent', ({ gen, heard }) => gen === 2 && heard !== undefined)
    expect(said.text.startsWith(said.heard ?? '')).toBe(true)
    expect(said.heard?.length).toBeLessThan(said.text.length)
    await caller.hear('spoken', ({ gen }) => gen === 3)
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await ended(agent, callId)

    const stored = await detail(agent, callId)
    expect(stored.interruptions).toBe(1)
    const cut = stored.transcript.find(({ heard }) => heard !== undefined)
    expect(cut).toMatchObject({ from: 'agent', text: said.text, heard: said.heard })
    const { messages } = await messagesOf(agent, stored.conversationId)
    expect(messages[1]).toMatchObject({
      from: 'agent',
      status: 'interrupted',
      items: [{ type: 'text', text: said.heard }],
    })
    expect(messages[2]).toMatchObject({ from: 'user', items: [{ text: 'wait, what about Monday' }] })
  },
  LONG,
)

test(
  'tells a caller who waits for the team in vain that nobody came',
  async () => {
    const agent = await makeAgent('eu', { UIhandoffTitle: 'Talk to us', handoffTimeoutS: 60 })
    const { caller, visitor } = await dial(agent)
    await caller.hear('state', ({ s }) => s === 'listening')
    caller.send({ t: 'text', text: 'When do you open?' })
    await caller.hear('spoken', ({ gen }) => gen === 2)
    const { id } = await caller.hear('conversation')
    await app.must('POST', `${base(agent)}/handoff`, visitor, { conversationId: id })
    caller.send({ t: 'text', text: 'Hello?' })
    await caller.hear('user', ({ text }) => text === 'Hello?')
    const { contexts, services } = app.running.container
    const now = () => new Date(Date.now() + 61_000)
    await services.conversations.requests.timeOut({ ...contexts.system('eu', owners.eu.workspace.uid), now })
    await caller.hear('agent', ({ text }) => text.startsWith('I’m sorry, nobody could take the call'))
    caller.send({ t: 'bye' })
    await caller.hear('ended')
  },
  LONG,
)

test(
  'lets a signed-in owner call the draft as a test, which is in no list of visitors’ calls',
  async () => {
    const agent = await makeAgent('eu', { voiceConfig: { config: { enableWebCalling: false } } })
    expect((await start(agent, newVisitorId())).status).toBe(403)
    const { caller, callId } = await dial(agent, { bearer: agent.owner.token, body: { draft: true } })
    expect((await caller.hear('ready')).records).toBe(false)
    caller.send({ t: 'bye' })
    expect(await caller.closed()).toBe(1000)
    await ended(agent, callId)
    const { items } = await app.must<{ items: Call[] }>('GET', `${base(agent)}/calls?kind=web`, agent.owner.token)
    expect(items).toEqual([])
    const stranger = await call('GET', `${base(agent)}/calls/${callId}`, { bearer: owners.na.token })
    expect(stranger.status).toBe(404)
  },
  LONG,
)

test(
  'resumes the same call after a broken connection, and refuses a second socket in between',
  async () => {
    const agent = await makeAgent()
    const first = await dial(agent)
    await first.caller.hear('ready')
    const pinging = setInterval(() => first.caller.send({ t: 'ping', id: 0 }), 500)
    const second = openCaller({ url: first.url, token: first.token })
    expect(await second.hear('error')).toMatchObject({ code: 'call_in_use' })
    await second.closed()
    clearInterval(pinging)
    first.caller.drop()
    await first.caller.closed()
    const again = await retry(async () => {
      const caller = openCaller({ url: first.url, token: first.token })
      await caller.hear('ready')
      return caller
    })
    again.send({ t: 'bye' })
    expect(await again.hear('ended')).toMatchObject({ reason: 'caller_hung_up' })
    await ended(agent, first.callId)
  },
  LONG,
)

test(
  'takes back a caller whose network changed while the old connection still stands',
  async () => {
    const agent = await makeAgent()
    const first = await dial(agent)
    await first.caller.hear('ready')
    const again = await vi.waitFor(
      async () => {
        const caller = openCaller({ url: first.url, token: first.token })
        await expect.poll(() => caller.messages[0], WAIT).toBeDefined()
        expect(caller.messages[0]).toMatchObject({ t: 'ready', callId: first.callId })
        return caller
      },
      { timeout: 30_000, interval: 500 },
    )
    expect(await first.caller.closed()).toBe(1000)
    again.send({ t: 'bye' })
    expect(await again.hear('ended')).toMatchObject({ reason: 'caller_hung_up' })
    await ended(agent, first.callId)
  },
  LONG,
)

test(
  'resumes a call when the returning caller reaches another process',
  async () => {
    const agent = await makeAgent()
    const first = await dial(agent)
    await first.caller.hear('ready')
    await first.caller.sound(1, 500)
    const node = await app.anotherNode()
    const other = first.url.replace(new URL(first.url).origin, node.running.url.replace('http', 'ws'))
    first.caller.drop()
    await first.caller.closed()
    const again = await retry(async () => {
      const caller = openCaller({ url: other, token: first.token })
      await caller.hear('ready')
      return caller
    })
    expect((await again.hear('ready')).at).toBeGreaterThan(0)
    again.frames(20)
    again.send({ t: 'text', text: 'When do you open?' })
    const { gen } = await again.hear('agent', ({ text }) => text !== '')
    await again.hear('spoken', (message) => message.gen === gen)
    expect(again.soundOf(gen)).toBeGreaterThan(200)
    again.send({ t: 'bye' })
    expect(await again.hear('ended')).toMatchObject({ reason: 'caller_hung_up' })
    await ended(agent, first.callId)
    expect((await detail(agent, first.callId)).transcript.map(({ from }) => from)).toContain('caller')
    await node.close()
  },
  LONG,
)

/** Retries, because the server may learn of the broken socket a moment later. */
async function retry<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries > 2) throw error
    }
  }
}

test(
  'ends politely on garbage, a wrong rate, a forged token and a foreign region',
  async () => {
    const agent = await makeAgent()
    const wrong = await dial(agent, { rate: 8000 })
    expect(await wrong.caller.hear('error')).toMatchObject({ code: 'bad_rate' })
    await wrong.caller.closed()

    const forged = openCaller({ url: wrong.url, token: `${wrong.token}x` })
    expect(await forged.hear('error')).toMatchObject({ code: 'bad_token' })
    const foreign = openCaller({ url: wrong.url.replace('/api/eu/', '/api/na/'), token: wrong.token })
    expect(await foreign.hear('error')).toMatchObject({ code: 'bad_token' })

    const silent = openCaller({ url: wrong.url, token: wrong.token })
    await silent.hear('ready')
    silent.raw(new Uint8Array([1, 2, 3]))
    silent.raw('no json')
    silent.raw(JSON.stringify({ t: 'played', gen: -1, ms: 'x' }))
    expect((await silent.hear('error')).code).toBe('bad_message')
    for (let i = 0; i < 20; i++) silent.raw(new Uint8Array(3))
    expect(await silent.hear('ended')).toMatchObject({ reason: 'bad_audio' })
    await ended(agent, wrong.callId)
  },
  LONG,
)

test(
  'charges visitors’ minutes to an organisation that pays for its agent, and tests to the workspace',
  async () => {
    const owner = await app.signUp('eu')
    const agent = await app.makeAgent(owner, VOICE)
    const { orgId } = await makeOrg(app, owner, [agent.id])
    await app.dbs.eu.pool.query(
      `insert into connect_orgs (org_id, workspace_id, allow_billing) values ($1, $2, true)
       on conflict (org_id) do update set allow_billing = true`,
      [orgId, owner.workspace.uid],
    )
    const { contexts, services } = app.running.container
    const ctx = contexts.system('eu', owner.workspace.uid)
    const balanceOf = async (id: string) => (await services.billing.balance(ctx, id)).available
    const body = { consent: true }
    expect(await start(agent, newVisitorId(), body)).toMatchObject({ body: { code: 'CREDITS_EXHAUSTED' } })
    const tried = await dial(agent, { bearer: owner.token })
    await tried.caller.hear('ready')
    tried.caller.send({ t: 'bye' })
    await ended(agent, tried.callId)

    await services.billing.open(ctx, orgId)
    await services.billing.grant(ctx, { workspaceId: orgId, amount: 1_000_000, key: 'start', cause: 'Start' })
    const before = await balanceOf(owner.workspace.uid)
    const { caller, callId } = await dial(agent, { body })
    await caller.hear('ready')
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await ended(agent, callId)
    expect(await balanceOf(owner.workspace.uid)).toBe(before)
    expect(await balanceOf(orgId)).toBeLessThan(1_000_000)
  },
  LONG,
)

test('requires visitors to agree to being recorded before a call begins', async () => {
  const agent = await makeAgent('na')
  expect(await start(agent, newVisitorId())).toMatchObject({ status: 403, body: { code: 'CONSENT_REQUIRED' } })
  expect(await start(agent, newVisitorId(), { consent: true })).toMatchObject({ body: { data: { records: true } } })
})

test(
  'stores nothing of a call when the agent keeps no history',
  async () => {
    const owner = await app.signUp('na')
    const agent = await app.makeAgent(owner, { ...VOICE, recordChatHistory: false })
    const { caller, callId } = await dial(agent, { body: { consent: false } })
    expect(await caller.hear('ready')).toMatchObject({ records: false })
    await caller.hear('state', ({ s }) => s === 'listening')
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await ended(agent, callId)
    expect(await detail(agent, callId)).toMatchObject({ hasRecording: false, transcript: [] })
  },
  LONG,
)
