// Calls by telephone through the real server: Twilio's simulator rings, carries the sound, and is asked to ring people.
import type { Call, CallDetail } from '@parlance/contract/voice/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const twilio = await startTwilio()
const deepgram = await startDeepgram()
const app = await startTestServer({
  settings: {
    twilioBaseUrl: twilio.url,
    voice: { deepgram: { apiKey: deepgram.key, baseUrl: deepgram.url } },
    planLimits: { free: { twilioPhoneNumberSlots: 50, maxAgents: 50 } },
  },
})
afterAll(twilio.close)
afterAll(deepgram.close)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 50 }
const VERA = '+15550107777'

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('na')
})
beforeEach(() => app.model.control.reset())

const VOICE: AgentPatch = {
  voiceConfig: { config: { recordAudio: true }, speechGen: { provider: 'flite' } },
  vg_initMessages: ['Hello.'],
}
async function connected(of: Person = owner, patch: AgentPatch = {}) {
  const agent = await app.makeAgent(of, { ...VOICE, ...patch })
  const made = twilio.makeNumber()
  const { accountSid, authToken, number } = made
  const path = `${app.api(of.region)}/v2/workspaces/${of.workspace.uid}/twilio-numbers`
  const { data } = await app.must<{ data: { id: string } }>('POST', path, of.token, {
    accountSid,
    authToken,
    phoneNumber: number,
  })
  const assignCalls = (agentId: string, by: Person = of) =>
    call('POST', `${path}/${data.id}/calls`, { bearer: by.token, body: { agentId } })
  expect((await assignCalls(agent.id)).status).toBe(200)
  return { agent, made, number, id: data.id, path, assignCalls }
}
const base = (agent: TestAgent) => `${app.api(agent.region)}/v2/agents/${agent.id}`
const callsOf = async (agent: TestAgent) =>
  (await app.must<{ items: Call[] }>('GET', `${base(agent)}/calls?kind=phone`, agent.owner.token)).items
const detail = async (agent: TestAgent, callId: string) =>
  (await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${callId}`, agent.owner.token)).data
async function stored(agent: TestAgent) {
  await expect.poll(async () => (await callsOf(agent))[0]?.state, WAIT).toBe('ended')
  const [first] = await callsOf(agent)
  return detail(agent, first?.id ?? '')
}
const heard = (of: { stream: { heardMs: () => number } | undefined }, ms: number) =>
  twilio.voice.until(() => (of.stream?.heardMs() ?? 0) >= ms, `${ms} ms of sound`)

test('answers a ringing number, hears a question, says the answer, and keeps the call with its recording', async () => {
  const { agent, number } = await connected()
  expect(twilio.voiceUrlOf(number)).toBe(`${app.url}/webhooks/phone/answer`)
  const before = (await app.balance(agent.owner)).available
  deepgram.control.hear('When do you open?')
  app.model.control.script([{ text: 'At nine.' }])
  const ringing = twilio.ring(number, VERA)
  await heard(ringing, 1000)
  twilio.voice.say(ringing, 'When do you open?')
  await expect.poll(async () => (await callsOf(agent))[0]?.state, WAIT).toBe('live')
  const { id } = (await callsOf(agent))[0] ?? { id: '' }
  await expect
    .poll(async () => (await detail(agent, id)).transcript.map(({ from }) => from), WAIT)
    .toEqual(['agent', 'caller', 'agent'])
  twilio.voice.hangUp(ringing)
  await ringing.over
  expect(ringing).toMatchObject({ faults: [], status: 'completed', verbs: ['Connect'] })

  const kept = await stored(agent)
  expect(kept).toMatchObject({
    kind: 'phone',
    direction: 'in',
    phone: VERA,
    line: number,
    endReason: 'caller_hung_up',
    hasRecording: true,
    transcriber: { provider: 'deepgram' },
    speech: { isOffline: true },
  })
  expect(kept.transcript.map(({ text }) => text)).toEqual([
    'This call is recorded. Hello.',
    'When do you open?',
    'At nine.',
  ])
  expect(kept.credits).toBeGreaterThan(0)
  expect((await app.balance(agent.owner)).available).toBeLessThan(before)
  const { conversation, messages } = await app.must<{ conversation: Conversation; messages: Message[] }>(
    'GET',
    `${base(agent)}/conversations/${kept.conversationId}`,
    agent.owner.token,
  )
  expect(conversation.channel).toBe('voice')
  expect(messages.map(({ from }) => from)).toEqual(['user', 'agent'])
  const wav = Buffer.from(await (await fetch(`${app.running.url}${kept.recordingUrl}`)).arrayBuffer())
  expect(wav.readUInt16LE(22)).toBe(2)
  expect((await call('GET', `${base(agent)}/calls/${kept.id}`, { bearer: stranger.token })).status).toBe(404)
})
