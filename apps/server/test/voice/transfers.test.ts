// Transferring phone calls to people: Twilio's simulator rings them, joins them and reports the outcome.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import type { Call, CallDetail } from '@parlance/contract/voice/schemas'
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { StoredTransfer } from '../../src/modules/voice/phone/stored-transfers.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const twilio = await startTwilio()
const deepgram = await startDeepgram()
const app = await startTestServer({
  settings: {
    twilioBaseUrl: twilio.url,
    voice: { deepgram: { apiKey: deepgram.key, baseUrl: deepgram.url } },
    planLimits: { free: { twilioPhoneNumberSlots: 50, maxAgents: 50, maxConcurrentCalls: 10 } },
  },
})
afterAll(twilio.close)
afterAll(deepgram.close)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 50 }
const VERA = '+15550107777'

let owner: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
})
beforeEach(() => app.model.control.reset())

type Target = NonNullable<NonNullable<NonNullable<AgentPatch['voiceConfig']>['config']>['transfers']>[number]
async function connected(transfers: readonly Target[], more: AgentPatch = {}) {
  const agent = await app.makeAgent(owner, {
    voiceConfig: { config: { transfers: [...transfers] }, speechGen: { provider: 'flite' } },
    vg_initMessages: [],
    ...more,
  })
  const { accountSid, authToken, number } = twilio.makeNumber()
  const path = `${app.api(owner.region)}/v2/workspaces/${owner.workspace.uid}/twilio-numbers`
  const { data } = await app.must<{ data: { id: string } }>('POST', path, owner.token, {
    accountSid,
    authToken,
    phoneNumber: number,
  })
  await app.must('POST', `${path}/${data.id}/calls`, owner.token, { agentId: agent.id })
  return { agent, number }
}
const base = (agent: TestAgent) => `${app.api(agent.region)}/v2/agents/${agent.id}`
async function detail(agent: TestAgent): Promise<CallDetail | undefined> {
  const { items } = await app.must<{ items: Call[] }>('GET', `${base(agent)}/calls?kind=phone`, agent.owner.token)
  const [first] = items
  if (!first) return undefined
  return (await app.must<{ data: CallDetail }>('GET', `${base(agent)}/calls/${first.id}`, agent.owner.token)).data
}
const texts = async (agent: TestAgent) => (await detail(agent))?.transcript.map(({ text }) => text)
const transferOf = async (agent: TestAgent) => (await detail(agent))?.transfers[0]
const transfer = (to: string, about = 'Vera asks for an offer.') => [
  { toolCalls: [{ name: 'transfer_call', arguments: JSON.stringify({ to, about }) }] },
  { text: 'I am connecting you with sales.' },
]
/** A call in which the caller asks for a person. */
async function asked(number: string) {
  deepgram.control.hear('Sales please.')
  const ringing = twilio.ring(number, VERA)
  await twilio.voice.until(() => ringing.stream?.isOpen() === true, 'sound')
  twilio.voice.say(ringing, 'Sales please.')
  return ringing
}
const legTo = (to: string) => twilio.voice.calls.findLast((one) => one.to === to)
async function legAt(to: string, holds: (leg: NonNullable<ReturnType<typeof legTo>>) => boolean, what: string) {
  await twilio.voice.until(() => {
    const leg = legTo(to)
    return leg !== undefined && holds(leg)
  }, what)
  return legTo(to) as NonNullable<ReturnType<typeof legTo>>
}

test('rings the person with the caller on the line, ends the agent’s part once they answer, and charges their minutes', async () => {
  const to = '+15550201001'
  twilio.voice.behave(to, 'answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'cold' }])
  app.model.control.script(transfer('Sales'))
  const ringing = await asked(number)
  const leg = await legAt(to, ({ status }) => status === 'in-progress', 'a talk')
  expect(leg).toMatchObject({ from: number, direction: 'outbound-dial' })
  await expect
    .poll(() => detail(agent), WAIT)
    .toMatchObject({
      state: 'ended',
      endReason: 'transferred',
      transfers: [{ to: 'Sales', number: to, mode: 'cold', state: 'connected', about: 'Vera asks for an offer.' }],
    })
  expect(await texts(agent)).toEqual(['Sales please.', 'I am connecting you with sales.'])
  const before = (await detail(agent))?.credits ?? 0
  twilio.voice.hangUp(leg)
  await ringing.over
  expect(ringing).toMatchObject({ status: 'completed', faults: [], verbs: ['Connect', 'Dial', 'Hangup'] })
  await expect.poll(() => transferOf(agent), WAIT).toMatchObject({ state: 'ended', durationMs: expect.any(Number) })
  await expect.poll(async () => (await transferOf(agent))?.credits ?? 0, WAIT).toBeGreaterThan(0)
  const kept = await detail(agent)
  expect(kept?.credits).toBeCloseTo(before + (kept?.transfers[0]?.credits ?? 0), 1)
})

testAll('returns the caller to the agent when nobody answers', async () => {
  const to = '+15550202001'
  twilio.voice.behave(to, 'no-answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'cold' }])
  app.model.control.script([...transfer('Sales'), { text: 'Of course.' }])
  const ringing = await asked(number)
  const sorry = 'I’m sorry, nobody could take the call just now. Is there anything else I can help you with?'
  await expect.poll(() => texts(agent), WAIT).toEqual(['Sales please.', 'I am connecting you with sales.', sorry])
  await expect
    .poll(() => detail(agent), WAIT)
    .toMatchObject({ state: 'live', transfers: [{ state: 'no_answer', credits: 0 }] })
  deepgram.control.hear('Call me back please.')
  twilio.voice.say(ringing, 'Call me back please.')
  await expect.poll(async () => (await texts(agent))?.slice(3), WAIT).toEqual(['Call me back please.', 'Of course.'])
  twilio.voice.hangUp(ringing)
  await ringing.over
  expect(ringing).toMatchObject({ faults: [], verbs: ['Connect', 'Dial', 'Connect'] })
  await expect.poll(() => detail(agent), WAIT).toMatchObject({ state: 'ended', endReason: 'caller_hung_up' })
})

test('briefs the person first, who presses 1, and joins the two', async () => {
  const to = '+15550203001'
  twilio.voice.behave(to, 'answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'warm' }])
  app.model.control.script(transfer('Sales'))
  const ringing = await asked(number)
  const leg = await legAt(to, ({ goFromThere }) => goFromThere !== undefined, 'a question for a key')
  expect(ringing.stream?.isOpen()).toBe(true)
  expect(leg.log.map(({ text }) => text)).toContain(
    'said: A call from 1 5 5 5 0 1 0 7 7 7 7. Vera asks for an offer. Press 1 to take the call.',
  )
  twilio.voice.press(leg, '1')
  await twilio.voice.until(() => ringing.room !== '' && ringing.room === leg.room, 'both in one room')
  await expect
    .poll(() => detail(agent), WAIT)
    .toMatchObject({
      state: 'ended',
      endReason: 'transferred',
      transfers: [{ mode: 'warm', state: 'connected' }],
    })
  twilio.voice.hangUp(leg)
  await ringing.over
  expect([...ringing.faults, ...leg.faults]).toEqual([])
  expect(ringing.verbs).toEqual(['Connect', 'Dial', 'Hangup'])
  expect(leg.verbs).toEqual(['Gather', 'Dial'])
  await expect.poll(() => transferOf(agent), WAIT).toMatchObject({ state: 'ended' })
  await expect.poll(async () => (await transferOf(agent))?.credits ?? 0, WAIT).toBeGreaterThan(0)
})

testAll('leaves the caller with the agent when the person presses another key or hangs up', async () => {
  const to = '+15550204001'
  twilio.voice.behave(to, 'answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'warm' }])
  app.model.control.script(transfer('Sales'))
  const ringing = await asked(number)
  const leg = await legAt(to, ({ goFromThere }) => goFromThere !== undefined, 'a question for a key')
  twilio.voice.press(leg, '2')
  await expect.poll(() => transferOf(agent), WAIT).toMatchObject({ state: 'declined' })
  await expect.poll(async () => (await texts(agent))?.at(-1), WAIT).toContain('nobody could take the call')
  expect(await detail(agent)).toMatchObject({ state: 'live' })
  expect(ringing.verbs).toEqual(['Connect'])
  twilio.voice.hangUp(ringing)
  await ringing.over
})

test('informs the person when the caller has hung up in the meantime', async () => {
  const to = '+15550205001'
  twilio.voice.behave(to, 'answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'warm' }])
  app.model.control.script(transfer('Sales'))
  const ringing = await asked(number)
  const leg = await legAt(to, ({ goFromThere }) => goFromThere !== undefined, 'a question for a key')
  twilio.voice.hangUp(ringing)
  await expect.poll(() => transferOf(agent), WAIT).toMatchObject({ state: 'caller_left' })
  await twilio.voice.until(() => leg.status === 'completed', 'end of the call to the person')
  expect(leg.log.map(({ text }) => text)).toContain('said: The caller has hung up.')
})

const SYSTEM = () => app.running.container.contexts.system('eu', owner.workspace.uid)
const settle = () => app.running.container.services.phone.settleTransfers(SYSTEM())
const change = (agent: TestAgent, part: Partial<StoredTransfer>) =>
  SYSTEM().db
    .execute(sql`update calls set transfer = jsonb_set(transfer, '{0}', transfer->0 || ${JSON.stringify(part)}::jsonb)
    where agent_id = ${agent.id}`)
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
/** A caller who waits for a person, who is listening to the summary. */
async function waiting(to: string) {
  twilio.voice.behave(to, 'answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'warm' }])
  app.model.control.script(transfer('Sales'))
  const ringing = await asked(number)
  const leg = await legAt(to, ({ goFromThere }) => goFromThere !== undefined, 'a question for a key')
  return { agent, ringing, leg }
}
const returned = async (agent: TestAgent) => {
  await expect.poll(async () => (await texts(agent))?.at(-1), WAIT).toContain('nobody could take the call')
  expect(await detail(agent)).toMatchObject({ state: 'live' })
}

testAll('returns the caller and charges the person’s seconds when the report of their hanging up is lost', async () => {
  const { agent, ringing, leg } = await waiting('+15550208001')
  twilio.voice.loseEnd(leg)
  twilio.voice.hangUp(leg)
  await twilio.voice.until(() => leg.status === 'completed', 'end of the call to the person')
  await change(agent, { startedAt: ago(61_000) })
  await settle()
  await returned(agent)
  const { state, durationMs = 0, credits = 0 } = (await transferOf(agent)) ?? {}
  expect({ state, isTimed: durationMs > 0, isCharged: credits > 0 }).toEqual({
    state: 'declined',
    isTimed: true,
    isCharged: true,
  })
  twilio.voice.hangUp(ringing)
  await ringing.over
})

testAll('returns the caller when a person who took the call left before the two were joined', async () => {
  const { agent, ringing, leg } = await waiting('+15550209001')
  twilio.voice.loseEnd(leg)
  twilio.voice.hangUp(leg)
  await twilio.voice.until(() => leg.status === 'completed', 'end of the call to the person')
  await change(agent, { state: 'connected', startedAt: ago(301_000) })
  await settle()
  await returned(agent)
  expect(await transferOf(agent)).toMatchObject({ state: 'ended' })
  twilio.voice.hangUp(ringing)
  await ringing.over
})

testAll('returns the caller when the person left an instant before, which was not reported yet', async () => {
  const { agent, ringing, leg } = await waiting('+15550211001')
  twilio.voice.loseEnd(leg)
  twilio.voice.press(leg, '1')
  await twilio.voice.until(() => leg.room !== '', 'the person in the room')
  twilio.voice.hangUp(leg)
  await returned(agent)
  expect(await transferOf(agent)).toMatchObject({ state: 'ended' })
  app.model.control.script([{ text: 'Of course.' }])
  deepgram.control.hear('Call me back please.')
  twilio.voice.say(ringing, 'Call me back please.')
  await expect.poll(async () => (await texts(agent))?.slice(-2), WAIT).toEqual(['Call me back please.', 'Of course.'])
  twilio.voice.hangUp(ringing)
  await ringing.over
})

testAll(
  'returns the caller when the carrier does not know the call to the person, and charges what it reports later',
  async () => {
    const { agent, ringing, leg } = await waiting('+15550210001')
    await change(agent, { providerId: `CA${'0'.repeat(32)}`, startedAt: ago(61_000) })
    await settle()
    await returned(agent)
    expect(await transferOf(agent)).toMatchObject({ state: 'failed' })
    twilio.voice.hangUp(leg)
    await expect.poll(async () => (await transferOf(agent))?.credits ?? 0, WAIT).toBeGreaterThan(0)
    twilio.voice.hangUp(ringing)
    await ringing.over
  },
)

test('passes the call on when the caller asks for a person', async () => {
  const to = '+15550206001'
  twilio.voice.behave(to, 'answer')
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'cold' }])
  deepgram.control.hear('I want to speak to a person.')
  const ringing = twilio.ring(number, VERA)
  await twilio.voice.until(() => ringing.stream?.isOpen() === true, 'sound')
  twilio.voice.say(ringing, 'I want to speak to a person.')
  await expect
    .poll(() => detail(agent), WAIT)
    .toMatchObject({
      state: 'ended',
      transfers: [{ to: 'Sales', state: 'connected', about: 'I want to speak to a person.' }],
    })
  expect(await texts(agent)).toEqual(['I want to speak to a person.', 'I am connecting you with our team.'])
  twilio.voice.hangUp(ringing)
  await ringing.over
})

test('passes the call on to the first person at a hand-off step, once its words were said', async () => {
  const to = '+15550207001'
  twilio.voice.behave(to, 'answer')
  const nodes = [
    { id: 'start', type: 'start', instructions: 'Greet.', childrenNodes: [{ nodeId: 'branch' }] },
    { id: 'branch', type: 'condition', childrenNodes: [{ nodeId: 'team' }] },
    { id: 'team', type: 'handoff', items: [{ type: 'text', text: 'One moment.' }] },
  ]
  const { agent, number } = await connected([{ label: 'Sales', number: to, mode: 'cold' }], {
    enableNodes: true,
    nodes: nodes as unknown as AgentPatch['nodes'],
  })
  app.model.control.script([{ text: 'Good morning.' }])
  deepgram.control.hear('Good morning.', 'My bike is broken.')
  const ringing = twilio.ring(number, VERA)
  await twilio.voice.until(() => ringing.stream?.isOpen() === true, 'sound')
  twilio.voice.say(ringing, 'Good morning.')
  await expect.poll(() => texts(agent), WAIT).toEqual(['Good morning.', 'Good morning.'])
  expect(await transferOf(agent)).toBeUndefined()
  twilio.voice.say(ringing, 'My bike is broken.')
  await expect
    .poll(() => detail(agent), WAIT)
    .toMatchObject({ state: 'ended', transfers: [{ to: 'Sales', number: to, state: 'connected' }] })
  expect((await texts(agent))?.slice(2)).toEqual(['My bike is broken.', 'One moment.'])
  twilio.voice.hangUp(ringing)
  await ringing.over
})

test('refuses emergency, premium and incomplete numbers', async () => {
  const agent = await app.makeAgent(owner)
  const save = (number: string) =>
    call('POST', base(agent), {
      bearer: owner.token,
      body: { voiceConfig: { config: { transfers: [{ label: 'Sales', number, mode: 'cold' }] } } },
    })
  expect((await save('+15550107777')).status).toBeLessThan(300)
  for (const [number, says] of [
    ['+1911', 'emergency'],
    ['+19005550100', 'premium'],
    ['0170 1234', 'country code'],
  ] as const) {
    const { status, body } = await save(number)
    expect(status, number).toBe(400)
    expect(JSON.stringify(body)).toContain(says)
  }
})

testAll('does not transfer to its own numbers, and says that nobody can take the call', async () => {
  const { number: own } = await connected([])
  const { agent, number } = await connected([{ label: 'Sales', number: own, mode: 'cold' }])
  app.model.control.script(transfer('Sales'))
  const ringing = await asked(number)
  await expect.poll(async () => (await texts(agent))?.at(-1), WAIT).toContain('nobody could take the call')
  expect((await detail(agent))?.transfers).toEqual([])
  twilio.voice.hangUp(ringing)
  await ringing.over
  expect(ringing.verbs).toEqual(['Connect'])
})
