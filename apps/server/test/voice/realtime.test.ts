// Calls that OpenAI Realtime runs: it hears, takes turns and speaks; the agent's knowledge answers.
import type { CallDetail, VoiceServices as Shape } from '@parlance/contract/voice/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { afterEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { sharedTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { call, type TestAgent } from '../helpers/people.ts'

const app = await sharedTestServer()
const { realtime } = app.model
const owners = { eu: await app.signUp('eu'), na: await app.signUp('na') }
await Promise.all(Object.values(owners).map((owner) => app.setCredits(owner, 10_000_000)))
const LONG = 60_000
const WAIT = { timeout: 30_000, interval: 50 }
const ENGINE = 'OpenAI Realtime (marin)'
afterEach(() => realtime.fail(undefined))

const base = (agent: TestAgent) => `${app.api(agent.region)}/v2/agents/${agent.id}`

async function dial(region: Region) {
  const agent = await app.makeAgent(owners[region], {
    voiceConfig: { config: { enableWebCalling: true, recordAudio: true, engine: 'openai-realtime' } },
    vg_initMessages: ['Hello from the shop.'],
    vg_kbEnabled: true,
    enableNodes: false,
  })
  await app.must('POST', `${base(agent)}/kb`, agent.owner.token, {
    name: 'Shipping',
    content: 'Shipping a chair to Norway takes six days. Shipping a chair to Sweden takes four days.',
  })
  const { body } = await call<{ data: { callId: string; token: string; socket: string } }>(
    'POST',
    `${base(agent)}/calls`,
    { bearer: newVisitorId(), body: { consent: true } },
  )
  const { callId, token, socket } = body.data
  const connect = (plays = true) =>
    openCaller({ url: `${app.running.url.replace('http', 'ws')}${socket}`, token, plays })
  const detail = async () =>
    (await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${callId}`, agent.owner.token)).data
  const hangUp = async (caller: ReturnType<typeof connect>) => {
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await expect.poll(async () => (await detail()).state, WAIT).toBe('ended')
    const stored = await detail()
    const { conversation, messages } = await app.must<{ conversation: Conversation; messages: Message[] }>(
      'GET',
      `${base(agent)}/conversations/${stored.conversationId}`,
      agent.owner.token,
    )
    return { stored, conversation, messages }
  }
  return { agent, connect, hangUp }
}
/** The caller speaks, and is silent afterwards. */
const sayAloud = (caller: ReturnType<typeof openCaller>, text: string) => {
  realtime.hear(text)
  caller.frames(30, 8000)
  caller.frames(40)
}

test.each(['eu', 'na'] as const)(
  'answers a spoken question from the knowledge, and stores words, usage and recording of a call in %s',
  async (region) => {
    const { agent, connect, hangUp } = await dial(region)
    const { data } = await app.must<{ data: z.infer<typeof Shape> }>(
      'GET',
      `${base(agent)}/voice/services`,
      agent.owner.token,
    )
    expect(data).toMatchObject({ speech: { name: ENGINE }, transcriber: { name: ENGINE }, notes: [] })
    const caller = connect()
    expect(await caller.hear('ready')).toMatchObject({
      transcriber: { provider: 'openai-realtime' },
      speech: { provider: 'openai-realtime', isOffline: false },
    })
    await caller.hear('spoken', ({ gen }) => gen === 1)
    await caller.hear('state', ({ s }) => s === 'listening')
    sayAloud(caller, 'How long does shipping a chair to Norway take?')
    await caller.hear('spoken', ({ gen }) => gen === 2)
    await caller.hear('state', ({ s }) => s === 'speaking')
    const { stored, conversation, messages } = await hangUp(caller)

    expect(conversation.channel).toBe('voice')
    expect(messages.map(({ from }) => from)).toEqual(['user', 'agent'])
    expect(messages[0]?.items[0]).toMatchObject({ text: 'How long does shipping a chair to Norway take?' })
    expect(JSON.stringify(messages[1]?.items)).toContain('six days')
    expect(stored.transcript.map(({ from }) => from)).toEqual(['agent', 'caller', 'agent'])
    expect(stored.transcript[0]?.text).toBe('This call is recorded. Hello from the shop.')
    expect(stored.transcript[2]?.text).toContain('six days')
    expect(stored).toMatchObject({
      hasRecording: true,
      speech: { name: ENGINE },
      latencies: [{ at: expect.any(Number) }],
    })
    expect(stored.answers[0]?.credits).toBeGreaterThan(0)
    const lineCredits = (Math.ceil(stored.durationMs / 1000) + 1) / 3
    expect(stored.credits).toBeGreaterThan(lineCredits)
  },
  LONG,
)

test(
  'stops at once when the caller speaks, and cuts what the model remembers and what is stored to what was heard',
  async () => {
    const { connect, hangUp } = await dial('eu')
    const caller = connect(false)
    const greeting = await caller.hear('spoken', ({ gen }) => gen === 1)
    caller.send({ t: 'played', gen: 1, ms: greeting.ms })
    caller.send({ t: 'text', text: 'How long does shipping a chair to Norway take?' })
    const { ms } = await caller.hear('spoken', ({ gen }) => gen === 2)
    const half = Math.round(ms / 2)
    caller.send({ t: 'played', gen: 2, ms: half })
    await caller.hear('state', ({ s }) => s === 'speaking')
    const before = realtime.received.length
    sayAloud(caller, 'Wait, what about Sweden?')
    await caller.hear('clear', ({ gen }) => gen === 2)
    caller.send({ t: 'played', gen: 2, ms: half })
    const said = await caller.hear('agent', ({ gen, heard }) => gen === 2 && heard !== undefined)
    expect(said.heard?.length).toBeLessThan(said.text.length)
    await caller.hear('spoken', ({ gen }) => gen === 3)
    const cuts = realtime.received.slice(before).filter(({ type }) => type === 'conversation.item.truncate')
    expect(cuts).toMatchObject([{ content_index: 0 }])
    // What was played since the last report is estimated.
    expect(Number(cuts[0]?.audio_end_ms)).toBeGreaterThanOrEqual(half)
    expect(Number(cuts[0]?.audio_end_ms)).toBeLessThanOrEqual(half + 250)
    const { stored, messages } = await hangUp(caller)
    expect(stored.interruptions).toBe(1)
    expect(messages[1]).toMatchObject({ status: 'interrupted', items: [{ type: 'text', text: said.heard }] })
    expect(messages[2]).toMatchObject({ from: 'user', items: [{ text: 'Wait, what about Sweden?' }] })
  },
  LONG,
)

test(
  'leaves the speaking to a person who takes over',
  async () => {
    const { agent, connect, hangUp } = await dial('eu')
    const caller = connect()
    await caller.hear('state', ({ s }) => s === 'listening')
    sayAloud(caller, 'How long does shipping a chair to Norway take?')
    await caller.hear('spoken', ({ gen }) => gen === 2)
    const { id } = await caller.hear('conversation')
    const conversation = `${base(agent)}/conversations/${id}`
    await app.must('POST', `${conversation}/take-over`, agent.owner.token)
    await app.must('POST', `${conversation}/replies`, agent.owner.token, {
      id: randomId(20),
      text: 'This is Anna. Please ask me.',
    })
    expect(await caller.hear('agent', ({ text }) => text.startsWith('This is Anna'))).toMatchObject({ gen: 3 })
    await caller.hear('spoken', ({ gen }) => gen === 3)
    sayAloud(caller, 'And to Sweden?')
    await caller.hear('user', ({ text, final }) => final && text === 'And to Sweden?')
    const { messages, stored } = await hangUp(caller)
    expect(messages.map(({ from }) => from).slice(-2)).toEqual(['human', 'user'])
    expect(stored.transcript.at(-1)).toMatchObject({ from: 'caller', text: 'And to Sweden?' })
  },
  LONG,
)

test(
  'goes on with the own engine when the connection drops, and says so in the call',
  async () => {
    const { connect, hangUp } = await dial('na')
    const caller = connect()
    await caller.hear('state', ({ s }) => s === 'listening')
    realtime.drop()
    expect(await caller.hear('speech')).toMatchObject({ speech: { provider: 'flite' } })
    expect(await caller.hear('transcriber')).toMatchObject({ transcriber: { provider: 'browser' } })
    caller.send({ t: 'stt', text: 'How long does shipping a chair to Norway take?', final: true })
    await caller.hear('spoken', ({ gen }) => gen === 2)
    const { stored, messages } = await hangUp(caller)
    expect(stored.transcript.map(({ from, text }) => (from === 'system' ? text : from))).toEqual([
      'agent',
      'engine_lost',
      'caller',
      'agent',
    ])
    expect(JSON.stringify(messages[1]?.items)).toContain('six days')
  },
  LONG,
)

test.each(['refuse', 'drop', 'insufficient_quota'] as const)(
  'greets with the own engine when the session fails with %s',
  async (failure) => {
    realtime.fail(failure)
    const { connect, hangUp } = await dial('eu')
    const caller = connect()
    expect(await caller.hear('speech')).toMatchObject({ speech: { provider: 'flite' } })
    await caller.hear('spoken', ({ gen }) => gen === 1)
    caller.send({ t: 'text', text: 'How long does shipping a chair to Norway take?' })
    await caller.hear('spoken', ({ gen }) => gen === 2)
    const { messages } = await hangUp(caller)
    expect(JSON.stringify(messages[1]?.items)).toContain('six days')
  },
  LONG,
)
