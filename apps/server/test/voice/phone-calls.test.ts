// Phone calls through Twilio's simulator, in both directions.
import type { Call, CallDetail } from '@parlance/contract/voice/schemas'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { AgentNode } from '@parlance/contract/agents/nodes'
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { eventsOf } from '../helpers/events.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { startReceiver } from '../helpers/receiver.ts'

const twilio = await startTwilio()
const deepgram = await startDeepgram()
const receiver = await startReceiver()
const app = await startTestServer({
  settings: {
    outboundAllow: [receiver.host],
    twilioBaseUrl: twilio.url,
    voice: { deepgram: { apiKey: deepgram.key, baseUrl: deepgram.url } },
    planLimits: { free: { twilioPhoneNumberSlots: 50, maxAgents: 50, maxConcurrentCalls: 4 } },
  },
})
afterAll(twilio.close)
afterAll(deepgram.close)
afterAll(receiver.close)
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

const { phone } = app.running.container.services
const ctxOf = (of: Person) => app.running.container.contexts.system(of.region, of.workspace.uid)
const outcome = (of: Person, callId: string) => phone.outcome(ctxOf(of), callId)

test('answers a ringing number, hears a question, speaks the answer, and stores the call with its recording', async () => {
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
  const conversationOf = () =>
    app.must<{ conversation: Conversation; messages: Message[] }>(
      'GET',
      `${base(agent)}/conversations/${kept.conversationId}`,
      agent.owner.token,
    )
  await expect.poll(async () => (await conversationOf()).conversation.visitor, WAIT).toBe(VERA)
  const { conversation, messages } = await conversationOf()
  expect(conversation.channel).toBe('voice')
  expect(conversation.visitorMessage).toBeUndefined()
  expect(messages.map(({ from }) => from)).toEqual(['user', 'agent'])
  const wav = Buffer.from(await (await fetch(`${app.running.url}${kept.recordingUrl}`)).arrayBuffer())
  expect(wav.readUInt16LE(22)).toBe(2)
  expect((await call('GET', `${base(agent)}/calls/${kept.id}`, { bearer: stranger.token })).status).toBe(404)
})

test('hangs up after the last words of an agent that ended the conversation', async () => {
  const { agent, number } = await connected(owner, {
    enableNodes: true,
    nodes: [
      {
        id: 'start',
        type: 'start',
        instructions: 'Help.',
        childrenNodes: [{ nodeId: 'bye', rule: { tests: [{ variable: 'order', operator: 'isNotSet' }] } }],
      },
      { id: 'bye', type: 'end', items: [{ type: 'text', text: 'Goodbye then.' }] },
    ].map((node) => AgentNode.parse(node)),
  })
  deepgram.control.hear('That was all.')
  const ringing = twilio.ring(number, VERA)
  await heard(ringing, 1000)
  twilio.voice.say(ringing, 'That was all.')
  await ringing.over
  const kept = await stored(agent)
  expect(kept.endReason).toBe('agent_hung_up')
  expect(kept.transcript.at(-1)).toMatchObject({ from: 'agent', text: expect.stringContaining('Goodbye then.') })
})

test('clears the carrier’s buffer on an interruption, and ignores marks of cleared sound', async () => {
  const quiet: AgentPatch = { vg_initMessages: [], voiceConfig: { speechGen: { provider: 'flite' } } }
  const { agent, number } = await connected(owner, quiet)
  const long =
    'We are open from nine to six on every weekday and from ten to four on Saturdays. On Sundays nobody is there.'
  app.model.control.script([{ text: long }, { text: 'Fine.' }])
  deepgram.control.hear('Tell me everything please.', 'Wait, what about Monday?')
  const ringing = twilio.ring(number, VERA)
  await twilio.voice.until(() => ringing.stream?.isOpen() === true, 'sound')
  twilio.voice.say(ringing, 'Tell me everything please.')
  const said = async () => {
    const [first] = await callsOf(agent)
    return first ? (await detail(agent, first.id)).transcript : []
  }
  await expect.poll(async () => (await said()).filter(({ from }) => from === 'caller').length, WAIT).toBe(1)
  const before = ringing.stream?.heardMs() ?? 0
  await heard(ringing, before + 1200)
  twilio.voice.say(ringing, 'Wait, what about Monday?')
  await expect.poll(async () => (await said()).map(({ text }) => text), WAIT).toContain('Fine.')
  expect(ringing.stream?.cleared().times).toBeGreaterThan(0)
  const cut = (await said()).find(({ heard: part }) => part !== undefined)
  expect(cut?.text).toBe(long)
  expect(long.startsWith(cut?.heard ?? '?')).toBe(true)
  expect(cut?.heard?.length).toBeLessThan(long.length)
  twilio.voice.hangUp(ringing)
  await ringing.over
  expect(ringing.faults).toEqual([])
})

test('accepts digits, and ends when people of the workspace hang up', async () => {
  const { agent, number } = await connected()
  app.model.control.script([{ text: 'Sales.' }])
  const ringing = twilio.ring(number)
  await heard(ringing, 200)
  twilio.voice.press(ringing, '1')
  twilio.voice.press(ringing, '2')
  const [first] = await callsOf(agent)
  const texts = async () => (await detail(agent, first?.id ?? '')).transcript.map(({ text }) => text)
  await expect.poll(texts, WAIT).toContain('12')
  await call('POST', `${base(agent)}/calls/${first?.id}/hang-up`, { bearer: owner.token })
  await ringing.over
  expect(ringing).toMatchObject({ status: 'completed', faults: [], verbs: ['Connect', 'Hangup'] })
  expect((await stored(agent)).endReason).toBe('staff_hung_up')
})

test('connects a caller again whose stream broke, as often as five times', async () => {
  const { agent, number } = await connected()
  app.model.control.script([{ text: 'Sales.' }])
  const ringing = twilio.ring(number)
  await heard(ringing, 100)
  for (let times = 1; times <= 5; times++) {
    const broken = ringing.stream
    broken?.drop()
    await expect.poll(() => ringing.stream !== broken && ringing.stream?.isOpen(), WAIT).toBe(true)
    // The stream's first frames prove that the call has taken it.
    await expect.poll(async () => (await callsOf(agent))[0]?.state, WAIT).toBe('live')
  }
  twilio.voice.press(ringing, '7')
  twilio.voice.press(ringing, '#')
  const [only] = await callsOf(agent)
  const texts = async () => (await detail(agent, only?.id ?? '')).transcript.map(({ text }) => text)
  await expect.poll(texts, WAIT).toContain('7')
  ringing.stream?.drop()
  await ringing.over
  expect(await callsOf(agent)).toHaveLength(1)
  expect((await stored(agent)).endReason).toBe('caller_hung_up')
}, 60_000)

test('connects a caller again whose stream reaches another process', async () => {
  const { agent, number } = await connected()
  app.model.control.script([{ text: 'At nine.' }])
  const ringing = twilio.ring(number)
  await heard(ringing, 1000)
  const node = await app.anotherNode({ twilioBaseUrl: twilio.url })
  twilio.voice.useOrigin(node.running.url.replace('http', 'ws'))
  const broken = ringing.stream
  broken?.drop()
  await expect.poll(() => ringing.stream !== broken && ringing.stream?.isOpen(), WAIT).toBe(true)
  twilio.voice.useOrigin(undefined)
  const before = ringing.stream?.heardMs() ?? 0
  twilio.voice.press(ringing, '7')
  twilio.voice.press(ringing, '#')
  await heard(ringing, before + 300)
  const [only] = await callsOf(agent)
  await expect
    .poll(async () => (await detail(agent, only?.id ?? '')).transcript.map(({ text }) => text), WAIT)
    .toEqual(expect.arrayContaining(['7', 'At nine.']))
  const atNode = `${node.api('eu')}/v2/agents/${agent.id}/calls/${only?.id ?? ''}`
  await expect
    .poll(async () => {
      const { data } = await node.must<{ data: CallDetail }>('GET', atNode, agent.owner.token)
      return data.transcript.map(({ text }) => text)
    }, WAIT)
    .toEqual(expect.arrayContaining(['7', 'At nine.']))
  twilio.voice.hangUp(ringing)
  await ringing.over
  expect(ringing).toMatchObject({ faults: [], status: 'completed', verbs: ['Connect', 'Connect'] })
  expect(await stored(agent)).toMatchObject({ endReason: 'caller_hung_up', hasRecording: true })
  await node.close()
}, 180_000)

test('refuses a second socket, other audio formats and garbage, and informs the caller', async () => {
  const { agent, number } = await connected()
  const ringing = twilio.ring(number)
  await heard(ringing, 100)
  const again = twilio.voice.streamAgain(ringing)
  await twilio.voice.until(() => !again.isOpen(), 'end of the second socket')
  expect(ringing.stream?.isOpen()).toBe(true)
  for (let i = 0; i < 25; i++) ringing.stream?.raw('garbage')
  await ringing.over
  expect((await stored(agent)).endReason).toBe('bad_audio')
  expect(ringing.verbs).toEqual(['Connect', 'Say', 'Hangup'])

  const other = await connected()
  twilio.voice.useFormat({ encoding: 'audio/x-alaw', sampleRate: 8000, channels: 1 })
  const wrong = twilio.ring(other.number)
  await wrong.over
  twilio.voice.useFormat(undefined)
  expect(wrong.verbs).toEqual(['Connect', 'Say', 'Hangup'])
  expect((await stored(other.agent)).endReason).toBe('bad_audio')
})

test('rejects calls without an agent or a free line, and says why nothing can be paid', async () => {
  const person = await app.signUp('na')
  const { agent, number, assignCalls } = await connected(person, { unavailableMessage: 'Nobody is here.' })
  const lines = Array.from({ length: 6 }, (_, index) => twilio.ring(number, `+1555010100${index}`))
  await twilio.voice.until(() => lines.filter(({ status }) => status === 'busy').length === 2, 'two that were busy')
  const taken = lines.filter(({ status }) => status !== 'busy')
  await Promise.all(taken.map((one) => heard(one, 100)))
  for (const one of taken) twilio.voice.hangUp(one)
  await Promise.all(lines.map(({ over }) => over))
  expect(lines.flatMap(({ faults }) => faults)).toEqual([])
  await expect.poll(async () => (await callsOf(agent)).filter(({ state }) => state === 'ended').length, WAIT).toBe(4)

  // An organisation that pays has no credits yet.
  const { orgId } = await makeOrg(app, person, [agent.id])
  await app.dbs.na.pool.query(
    `insert into connect_orgs (org_id, workspace_id, allow_billing) values ($1, $2, true)
       on conflict (org_id) do update set allow_billing = true`,
    [orgId, person.workspace.uid],
  )
  const unpaid = twilio.ring(number)
  await unpaid.over
  expect(unpaid.log.map(({ text }) => text)).toContain('said: Nobody is here.')
  await expect(phone.dial(ctxOf(person), { agentId: agent.id, to: VERA })).rejects.toMatchObject({
    code: 'CREDITS_EXHAUSTED',
  })
  await assignCalls('')
  expect(twilio.voiceUrlOf(number)).toBe('')
  expect((await assignCalls(agent.id, stranger)).status).toBe(404)
})

test('calls no premium-rate, satellite or emergency numbers', async () => {
  const { agent } = await connected()
  for (const to of ['+19005550100', '+881612345678', '+1911'])
    await expect(phone.dial(ctxOf(owner), { agentId: agent.id, to })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await callsOf(agent)).toEqual([])
})

test('refuses unsigned calls and calls to unknown numbers, and accepts a repeated one once', async () => {
  const { agent, made, number } = await connected()
  const url = `${app.url}/webhooks/phone/answer`
  const form = {
    CallSid: `CA${'b'.repeat(32)}`,
    AccountSid: made.accountSid,
    From: VERA,
    To: number,
    CallStatus: 'ringing',
    Direction: 'inbound',
  }
  expect(await twilio.post(url, '0'.repeat(32), form)).toBe(401)
  expect(await twilio.post(url, made.authToken, { ...form, To: '+15559999999' })).toBe(404)
  expect(await twilio.post(url, made.authToken, { ...form, AccountSid: `AC${'0'.repeat(32)}` })).toBe(400)
  expect(await twilio.post(url, made.authToken, { ...form, CallSid: 'x' })).toBe(400)
  expect(await callsOf(agent)).toEqual([])
  const answers = await Promise.all([1, 2, 3].map(() => twilio.ask(url, made.authToken, form)))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await callsOf(agent)).toHaveLength(1)
})

test('takes two callers who hide their numbers as two people', async () => {
  const { agent, made, number } = await connected(await app.signUp('eu'))
  for (const sid of ['6', '7'])
    await twilio.ask(`${app.url}/webhooks/phone/answer`, made.authToken, {
      CallSid: `CA${sid.repeat(32)}`,
      AccountSid: made.accountSid,
      From: '+266696687',
      To: number,
      CallStatus: 'ringing',
      Direction: 'inbound',
    })
  expect((await callsOf(agent)).map(({ phone: from }) => from)).toEqual(['', ''])
  const { rows } = await app.dbs.eu.pool.query<{ visitor_hash: string }>(
    'select distinct visitor_hash from calls where agent_id = $1',
    [agent.id],
  )
  expect(rows).toHaveLength(2)
})

test('is busy for who has called an agent thirty times in a day, and answers others', async () => {
  const { agent, made, number } = await connected(await app.signUp('eu'))
  const ask = (sid: string, from = VERA) =>
    twilio.ask(`${app.url}/webhooks/phone/answer`, made.authToken, {
      CallSid: `CA${sid.repeat(32)}`,
      AccountSid: made.accountSid,
      From: from,
      To: number,
      CallStatus: 'ringing',
      Direction: 'inbound',
    })
  expect((await ask('1')).body).toContain('<Connect')
  const { pool } = app.dbs.eu
  await pool.query(
    `insert into calls (id, workspace_id, agent_id, visitor_hash, kind, state, phone, direction, line_id, line, provider_id, created_at, ended_at)
     select id || '-' || n, workspace_id, agent_id, visitor_hash, kind, 'ended', phone, direction, line_id, line, 'CA' || n, now() - interval '1 hour', now()
     from calls, generate_series(1, 29) n where agent_id = $1`,
    [agent.id],
  )
  expect((await ask('2')).body).toContain('<Reject reason="busy"')
  expect((await ask('3', '+15550108888')).body).toContain('<Connect')
  await pool.query(
    `update calls set created_at = now() - interval '25 hours' where agent_id = $1 and state = 'ended'`,
    [agent.id],
  )
  expect((await ask('4')).body).toContain('<Connect')
})

test('answers a call that the carrier asks about again while it takes the last line', async () => {
  const { agent, made, number } = await connected(await app.signUp('eu'))
  const ask = (sid: string) =>
    twilio.ask(`${app.url}/webhooks/phone/answer`, made.authToken, {
      CallSid: `CA${sid.repeat(32)}`,
      AccountSid: made.accountSid,
      From: VERA,
      To: number,
      CallStatus: 'ringing',
      Direction: 'inbound',
    })
  for (const sid of ['1', '2', '3']) await ask(sid)
  const answers = await Promise.all(['4', '4', '4'].map(ask))
  expect(answers.filter(({ body }) => body.includes('<Connect'))).toHaveLength(3)
  expect((await ask('5')).body).toContain('<Reject')
  expect(await callsOf(agent)).toHaveLength(4)
})

// Outgoing calls

test('calls a person, talks with the callee, and reports the outcome', async () => {
  const { agent, number } = await connected(owner, { consentRequired: true, consentText: 'We process what you say.' })
  twilio.voice.behave('+15550102001', 'answer')
  const { callId } = await phone.dial(ctxOf(owner), {
    agentId: agent.id,
    to: '+1 (555) 010-2001',
    greeting: 'Hello Vera.',
    onMachine: 'hang_up',
    reference: 'attempt-1',
  })
  const ringing = twilio.voice.calls.find(({ to }) => to === '+15550102001')
  expect(ringing).toMatchObject({ from: number, direction: 'outbound-api' })
  if (!ringing) throw new Error('nobody was called')
  await heard(ringing, 1000)
  await expect.poll(() => outcome(owner, callId), WAIT).toMatchObject({ state: 'live', answeredBy: 'human' })
  twilio.voice.hangUp(ringing)
  await expect
    .poll(() => outcome(owner, callId), WAIT)
    .toMatchObject({
      state: 'ended',
      result: 'answered',
      reference: 'attempt-1',
      endReason: 'caller_hung_up',
    })
  const kept = await detail(agent, callId)
  expect(kept).toMatchObject({ direction: 'out', phone: '+15550102001', line: number, answeredBy: 'human' })
  expect(kept.transcript[0]?.text).toBe('We process what you say. This call is recorded. Hello Vera.')
  expect(ringing.faults).toEqual([])
  await expect(phone.outcome(ctxOf(stranger), callId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('talks with the callee although the carrier’s answer to the call was lost', async () => {
  const { agent, number } = await connected()
  const to = '+15550102002'
  twilio.voice.behave(to, 'answer')
  twilio.fail({ path: '/Calls.json', status: 201, lost: true })
  const { callId } = await phone.dial(ctxOf(owner), { agentId: agent.id, to, reference: 'attempt-2' })
  const ringing = twilio.voice.calls.find((one) => one.to === to)
  expect(ringing).toMatchObject({ from: number })
  if (!ringing) throw new Error('nobody was called')
  await heard(ringing, 1000)
  await expect.poll(() => outcome(owner, callId), WAIT).toMatchObject({ state: 'live' })
  twilio.voice.hangUp(ringing)
  await expect.poll(() => outcome(owner, callId), WAIT).toMatchObject({ state: 'ended', result: 'answered' })
  expect(ringing.faults).toEqual([])
})

test('waits for news of a call while the carrier fails, and takes it as ringing until then', async () => {
  const { agent } = await connected()
  twilio.fail({ path: '/Calls.json', status: 500 })
  const { callId } = await phone.dial(ctxOf(owner), { agentId: agent.id, to: '+15550102003', reference: 'attempt-3' })
  expect(await outcome(owner, callId)).toMatchObject({ state: 'ringing' })
})

test.each([
  ['busy', 'busy', 'busy'],
  ['no-answer', 'no_answer', 'no_answer'],
  ['failed', 'not_connected', 'not_connected'],
] as const)('reports that a call was %s', async (behaviour, result, endReason) => {
  const { agent } = await connected()
  const to = `+1555010300${behaviour.length}`
  twilio.voice.behave(to, behaviour)
  const { callId } = await phone.dial(ctxOf(owner), { agentId: agent.id, to, reference: 'x' })
  await expect
    .poll(() => outcome(owner, callId), WAIT)
    .toMatchObject({ state: 'ended', result, endReason, durationMs: 0, credits: 0 })
})

test('hangs up on a machine, or leaves it a message', async () => {
  const { agent } = await connected()
  twilio.voice.behave('+15550104001', 'machine')
  const first = await phone.dial(ctxOf(owner), { agentId: agent.id, to: '+15550104001', onMachine: 'hang_up' })
  await expect
    .poll(() => outcome(owner, first.callId), WAIT)
    .toMatchObject({ answeredBy: 'machine', endReason: 'voicemail' })
  const message = 'Please call us back.'
  const second = await phone.dial(ctxOf(owner), {
    agentId: agent.id,
    to: '+15550104001',
    onMachine: 'leave_message',
    message,
  })
  await expect.poll(() => outcome(owner, second.callId), WAIT).toMatchObject({ state: 'ended', endReason: 'voicemail' })
  expect((await detail(agent, second.callId)).transcript.map(({ text }) => text)).toContain(message)
})

test('an endpoint hears once that a call is over, by telephone and on the web, and of no test call', async () => {
  const person = await app.signUp('eu')
  const { agent, number } = await connected(person)
  await eventsOf(app).subscribe(person, receiver, ['call_ended'])
  const ringing = twilio.ring(number, VERA)
  await heard(ringing, 200)
  twilio.voice.hangUp(ringing)
  await ringing.over
  twilio.voice.behave('+15550106001', 'busy')
  await phone.dial(ctxOf(person), { agentId: agent.id, to: '+15550106001' })
  await app.must('POST', base(agent), person.token, { voiceConfig: { config: { enableWebCalling: true } } })
  for (const bearer of [person.token, newVisitorId()]) {
    const { data } = await app.must<{ data: { token: string; socket: string } }>(
      'POST',
      `${base(agent)}/calls`,
      bearer,
      { consent: true },
    )
    const caller = openCaller({ url: `${app.running.url.replace('http', 'ws')}${data.socket}`, token: data.token })
    await caller.hear('ready')
    caller.send({ t: 'bye' })
    await caller.hear('ended')
  }
  const received = () =>
    receiver.received
      .map(({ payload: { kind, direction, endReason } }) => JSON.stringify([kind, direction, endReason]))
      .toSorted()
  await expect
    .poll(received, WAIT)
    .toEqual(['["phone","in","caller_hung_up"]', '["phone","out","busy"]', '["web",null,"caller_hung_up"]'])
  expect(receiver.received.find(({ payload }) => payload['direction'] === 'in')?.payload).toMatchObject({
    agentId: agent.id,
    callId: (await callsOf(agent)).find(({ direction }) => direction === 'in')?.id,
    channel: 'voice',
    phone: VERA,
    line: number,
    credits: expect.any(Number) as number,
  })
  expect(receiver.refused).toEqual([])
})

test('refuses to call without a number, a valid callee, an allowed country and credits', async () => {
  const { agent } = await connected()
  const bare = await app.makeAgent(owner, VOICE)
  const dial = (agentId: string, to: string) => phone.dial(ctxOf(owner), { agentId, to })
  await expect(dial(bare.id, VERA)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(dial(agent.id, '555')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(dial(agent.id, '+85012345678')).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  await expect(dial('nobody', VERA)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await callsOf(agent)).map(({ endReason }) => endReason)).toEqual(['not_connected'])
})

test('informs callers when the server stops, and stores their calls', async () => {
  const stopping = await startTestServer({ settings: { twilioBaseUrl: twilio.url } })
  const person = await stopping.signUp('eu')
  const agent = await stopping.makeAgent(person, { ...VOICE, unavailableMessage: 'Please call again.' })
  const { accountSid, authToken, number } = twilio.makeNumber()
  const path = `${stopping.api('eu')}/v2/workspaces/${person.workspace.uid}/twilio-numbers`
  const { data } = await stopping.must<{ data: { id: string } }>('POST', path, person.token, {
    accountSid,
    authToken,
    phoneNumber: number,
  })
  await stopping.must('POST', `${path}/${data.id}/calls`, person.token, { agentId: agent.id })
  const ringing = twilio.ring(number)
  await heard(ringing, 100)
  await stopping.running.close()
  await twilio.voice.until(() => ringing.status === 'completed', 'end of the call')
  expect(ringing.verbs).toEqual(['Connect', 'Say', 'Hangup'])
  expect(ringing.log.map(({ text }) => text)).toContain('said: Please call again.')
  const { rows } = await stopping.dbs.eu.pool.query('select state, end_reason from calls where agent_id = $1', [
    agent.id,
  ])
  expect(rows).toEqual([{ state: 'ended', end_reason: 'server_restart' }])
})
