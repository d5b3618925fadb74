// Listening to a call and speaking in it: a client user of the org, the owner, and a stranger.
import type { ListenedMessage } from '@parlance/contract/voice/protocol'
import { readSpeechFrame } from '@parlance/contract/voice/protocol'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { testAll } from '../../../../scripts/test-tier.ts'
import { WebSocket } from 'ws'
import { sharedTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call } from '../helpers/people.ts'

const app = await sharedTestServer()
const LONG = 60_000
const WAIT = { timeout: 30_000, interval: 50 }

interface Ticket {
  readonly data: { readonly token: string; readonly socket: string }
}

function openListener(url: string, token: string) {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const told: ListenedMessage[] = []
  /** Samples by side, and those that are not silent. */
  const sound = [0, 0]
  const loud = [0, 0]
  socket.on('open', () => socket.send(JSON.stringify({ t: 'listen', v: 1, token })))
  socket.on('message', (data: ArrayBuffer | Buffer, isBinary) => {
    if (!isBinary)
      return void told.push(JSON.parse(Buffer.from(data as ArrayBuffer).toString('utf8')) as ListenedMessage)
    const { gen: side, pcm } = readSpeechFrame(data as ArrayBuffer)
    sound[side] = (sound[side] ?? 0) + pcm.length
    loud[side] = (loud[side] ?? 0) + pcm.filter((sample) => Math.abs(sample) > 500).length
  })
  socket.on('error', () => undefined)
  return { told, sound, loud, socket }
}

test(
  'lets a client user hear both sides of a call, take over, have text spoken, hand back and end it',
  async () => {
    const owner = await app.signUp('eu')
    const stranger = await app.signUp('eu')
    const agent = await app.makeAgent(owner, {
      voiceConfig: { config: { enableWebCalling: true }, transcriber: { utteranceThreshold: 50 } },
      vg_initMessages: ['Hello from the shop.'],
    })
    const org = await makeOrg(app, owner, [agent.id])
    const client = await makeClient(app, owner, org, { agentIds: [agent.id], canAccess: ['/convos'] })
    const other = await makeClient(app, owner, org, { agentIds: [agent.id], canAccess: ['/analytics'] })
    const base = `${app.api('eu')}/v2/agents/${agent.id}`
    const { data } = await app.must<Ticket & { data: { callId: string } }>('POST', `${base}/calls`, newVisitorId(), {
      consent: true,
    })
    const { callId } = data
    const ws = `${app.running.url.replace('http', 'ws')}${data.socket}`
    const listen = (bearer: string) => call<Ticket>('POST', `${base}/calls/${callId}/listen`, { bearer })
    const detail = async () =>
      (await app.must<{ data: CallDetail }>('GET', `${base}/calls/${callId}`, owner.token)).data

    expect(await listen(owner.token)).toMatchObject({ status: 409 })
    const caller = openCaller({ url: ws, token: data.token })
    await caller.hear('ready')
    expect((await listen(stranger.token)).status).toBe(404)
    expect((await listen(other.token)).status).toBe(403)

    const ticket = (await listen(client.token)).body.data
    const forged = openListener(ws, `${ticket.token}x`)
    await expect.poll(() => forged.told, WAIT).toContainEqual({ t: 'error', code: 'bad_token' })
    const foreign = openListener(ws.replace('/api/eu/', '/api/na/'), ticket.token)
    await expect.poll(() => foreign.told, WAIT).toContainEqual({ t: 'error', code: 'bad_token' })
    const ear = openListener(ws, ticket.token)
    await expect.poll(() => ear.told[0], WAIT).toEqual({ t: 'listening', callId })
    // Sent again before the token expires, it extends the session.
    ear.socket.send(JSON.stringify({ t: 'listen', v: 1, token: (await listen(client.token)).body.data.token }))
    caller.frames(25, 8000)
    await expect.poll(() => ear.loud[0], WAIT).toBeGreaterThan(1000)
    caller.frames(50)
    caller.send({ t: 'text', text: 'When do you open?' })
    await expect.poll(() => ear.told, WAIT).toContainEqual({ t: 'user', text: 'When do you open?', final: true })
    await expect.poll(() => ear.loud[1], WAIT).toBeGreaterThan(1000)
    expect(ear.sound[1]).toBeGreaterThan(ear.loud[1] ?? 0)

    const { id: conversationId } = await caller.hear('conversation')
    const chat = `${base}/conversations/${conversationId}`
    await app.must('POST', `${chat}/take-over`, client.token)
    await expect.poll(async () => (await detail()).transcript.map(({ text }) => text), WAIT).toContain('taken_over')
    await app.must('POST', `${chat}/replies`, client.token, { id: randomId(20), text: 'A person speaks with you now.' })
    const spoken = await caller.hear('agent', ({ text }) => text === 'A person speaks with you now.')
    await caller.sound(spoken.gen, 500)
    await caller.hear('spoken', ({ gen }) => gen === spoken.gen)
    caller.send({ t: 'text', text: 'Thank you.' })
    await expect.poll(() => ear.told, WAIT).toContainEqual({ t: 'user', text: 'Thank you.', final: true })
    await app.must('POST', `${chat}/hand-back`, client.token)
    await expect.poll(async () => (await detail()).transcript.map(({ text }) => text), WAIT).toContain('handed_back')
    const before = caller.messages.length
    caller.send({ t: 'text', text: 'And on Sunday?' })
    await expect
      .poll(() => caller.messages.slice(before).some((one) => one.t === 'agent' && one.text !== ''), WAIT)
      .toBe(true)

    await app.must('POST', `${base}/calls/${callId}/hang-up`, client.token)
    await caller.hear('ended')
    await expect.poll(() => ear.told.at(-1), WAIT).toEqual({ t: 'ended', reason: 'staff_hung_up' })
    await expect.poll(() => ear.socket.readyState, WAIT).toBe(WebSocket.CLOSED)
    const { transcript } = await detail()
    const relayed = transcript.findIndex(({ text }) => text === 'A person speaks with you now.')
    expect(transcript[relayed]).toMatchObject({ from: 'agent', by: 'Client' })
    // While a person speaks, the agent does not answer.
    expect(
      transcript
        .slice(relayed + 1)
        .map(({ from, text }) => [from, text])
        .slice(0, 2),
    ).toEqual([
      ['caller', 'Thank you.'],
      ['system', 'handed_back'],
    ])
    expect((await listen(client.token)).status).toBe(409)
  },
  LONG,
)

testAll(
  'ends within seconds for a client user who loses access, and goes on for others who ask again',
  async () => {
    const owner = await app.signUp('eu')
    const agent = await app.makeAgent(owner, { voiceConfig: { config: { enableWebCalling: true } } })
    const org = await makeOrg(app, owner, [agent.id])
    const client = await makeClient(app, owner, org, { agentIds: [agent.id], canAccess: ['/convos'] })
    const base = `${app.api('eu')}/v2/agents/${agent.id}`
    const { data } = await app.must<Ticket & { data: { callId: string } }>('POST', `${base}/calls`, newVisitorId(), {
      consent: true,
    })
    const ws = `${app.running.url.replace('http', 'ws')}${data.socket}`
    const caller = openCaller({ url: ws, token: data.token })
    await caller.hear('ready')
    const ask = async (bearer: string) =>
      (await call<Ticket>('POST', `${base}/calls/${data.callId}/listen`, { bearer })).body.data.token
    const [lost, kept] = [openListener(ws, await ask(client.token)), openListener(ws, await ask(owner.token))]
    for (const { told } of [lost, kept]) await expect.poll(() => told[0], WAIT).toMatchObject({ t: 'listening' })
    const clients = `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients`
    await app.must('DELETE', `${clients}/${client.clientId}`, owner.token)
    const renewing = setInterval(
      () => void ask(owner.token).then((token) => kept.socket.send(JSON.stringify({ t: 'listen', v: 1, token }))),
      5000,
    )
    await expect.poll(() => lost.told, WAIT).toContainEqual({ t: 'error', code: 'listened_enough' })
    caller.frames(25, 8000)
    await expect.poll(() => kept.loud[0], WAIT).toBeGreaterThan(1000)
    clearInterval(renewing)
    expect(lost.loud[0]).toBe(0)
    await app.must('POST', `${base}/calls/${data.callId}/hang-up`, owner.token)
    await caller.hear('ended')
  },
  LONG,
)
