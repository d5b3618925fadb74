// Keys of speech providers that a workspace adds while the server runs, and calls whose voice fails.
import { startCartesia } from '@parlance/simulators/cartesia/server'
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { startElevenLabs } from '@parlance/simulators/elevenlabs/server'
import { startOpenAi } from '@parlance/simulators/openai/server'
import type { CallDetail as Detail, VoiceServices as Services } from '@parlance/contract/voice/schemas'
import type { Credential, KeyProvider } from '@parlance/contract/workspaces/schemas'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { startTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { call, type Person } from '../helpers/people.ts'

const [deepgram, elevenlabs, cartesia, openai] = await Promise.all([
  startDeepgram(),
  startElevenLabs(),
  startCartesia(),
  startOpenAi(),
])
afterAll(() => Promise.all([deepgram.close(), elevenlabs.close(), cartesia.close(), openai.close()]))
afterEach(() => {
  for (const { control } of [deepgram, elevenlabs, cartesia]) control.fail(undefined)
})
const app = await startTestServer({
  settings: {
    modelBaseUrls: { openai: openai.url },
    voice: {
      cartesia: { apiKey: cartesia.key, baseUrl: cartesia.url },
      baseUrls: { deepgram: deepgram.url, elevenlabs: elevenlabs.url, cartesia: cartesia.url },
    },
  },
})
const [owner, other] = await Promise.all([app.signUp('eu'), app.signUp('na')])
const LONG = 60_000
vi.setConfig({ testTimeout: LONG })

const credentials = (who: Person) => `${app.api(who.region)}/v2/workspaces/${who.workspace.uid}/credentials`
const save = (provider: KeyProvider, apiKey: string, more: object = {}) =>
  call<{ data: Credential; code?: string; message?: string }>('PUT', `${credentials(owner)}/${provider}`, {
    bearer: owner.token,
    body: { apiKey, ...more },
  })
const tryKey = (provider: KeyProvider, body?: { apiKey: string }) =>
  call<{ data: { result: string; message: string } }>('POST', `${credentials(owner)}/${provider}/test`, {
    bearer: owner.token,
    ...(body ? { body } : {}),
  })

const agentWith = (who: Person, speech: string, voiceId: string, transcriber = 'deepgram') =>
  app.makeAgent(who, {
    voiceConfig: {
      config: { enableWebCalling: true },
      speechGen: { provider: speech, voiceId },
      transcriber: { provider: transcriber },
    },
  })
const services = async (who: Person, agentId: string) =>
  (
    await app.must<{ data: z.infer<typeof Services> }>(
      'GET',
      `${app.api(who.region)}/v2/agents/${agentId}/voice/services`,
      who.token,
    )
  ).data
const preview = (who: Person, agentId: string) =>
  call<{ data: { speech: { provider: string }; audio: string }; code?: string }>(
    'POST',
    `${app.api(who.region)}/v2/agents/${agentId}/voice/preview`,
    { bearer: who.token, body: { text: 'Hello.' } },
  )
async function dial(who: Person, agentId: string) {
  const { body } = await call<{ data: { token: string; socket: string; callId: string } }>(
    'POST',
    `${app.api(who.region)}/v2/agents/${agentId}/calls`,
    { bearer: newVisitorId() },
  )
  const caller = openCaller({
    url: `${app.running.url.replace('http', 'ws')}${body.data.socket}`,
    token: body.data.token,
  })
  return { caller, callId: body.data.callId }
}

test('a key that a workspace adds speaks and hears in its next call, and in no other workspace', async () => {
  const agent = await agentWith(owner, 'elevenlabs', 'EXAVITQu4vr4xnSDxMaL')
  const elsewhere = await agentWith(other, 'elevenlabs', 'EXAVITQu4vr4xnSDxMaL')
  expect(await services(owner, agent.id)).toMatchObject({
    speech: { provider: 'flite' },
    transcriber: { provider: 'browser' },
    notes: ['transcriber_missing', 'speech_missing'],
  })
  const ownKey = elevenlabs.control.newKey()
  const saved = await save('elevenlabs', ownKey)
  expect(saved.body.data).toMatchObject({ provider: 'elevenlabs', hint: ownKey.slice(-4), baseUrl: '', test: null })
  expect(JSON.stringify(saved.body)).not.toContain(ownKey)
  await save('deepgram', deepgram.control.newKey())
  expect(await services(owner, agent.id)).toMatchObject({
    speech: { provider: 'elevenlabs', name: 'ElevenLabs (Sarah)' },
    transcriber: { provider: 'deepgram' },
    notes: [],
    creditsPerMinute: 20,
  })
  deepgram.control.hear('Are you open on Sundays?')
  const { caller } = await dial(owner, agent.id)
  const ready = await caller.hear('ready')
  expect([ready.transcriber.provider, ready.speech.provider]).toEqual(['deepgram', 'elevenlabs'])
  caller.frames(30, 8000)
  caller.frames(40)
  expect(await caller.hear('user', ({ final }) => final)).toMatchObject({ text: 'Are you open on Sundays?' })
  const answer = await caller.hear('agent', ({ text }) => text !== '')
  await caller.sound(answer.gen, 100)
  caller.send({ t: 'bye' })
  await caller.hear('ended')
  expect(elevenlabs.control.requests.map(({ key }) => key)).toContain(ownKey)
  expect((await services(other, elsewhere.id)).speech.provider).toBe('flite')
  expect((await preview(other, elsewhere.id)).body.data.speech.provider).toBe('flite')
  await call('DELETE', `${credentials(owner)}/elevenlabs`, { bearer: owner.token })
  expect((await services(owner, agent.id)).speech.provider).toBe('flite')
})

test('an OpenAI key that a workspace adds is tested, hears, speaks and answers at the address that the operator set', async () => {
  const agent = await agentWith(other, 'openai', 'nova', 'openai')
  expect((await services(other, agent.id)).creditsPerMinute).toBeGreaterThan(20)
  const path = `${credentials(other)}/openai`
  const tested = await call<{ data: { result: string } }>('POST', `${path}/test`, {
    bearer: other.token,
    body: { apiKey: openai.key },
  })
  expect(tested.body.data.result).toBe('works')
  await call('PUT', path, { bearer: other.token, body: { apiKey: openai.key } })
  expect(await services(other, agent.id)).toMatchObject({
    speech: { provider: 'openai' },
    transcriber: { provider: 'openai' },
    notes: [],
    creditsPerMinute: 20,
  })
  openai.realtime.hear('Are you open on Sundays?')
  const { caller } = await dial(other, agent.id)
  const greeting = await caller.hear('spoken')
  caller.frames(30, 8000)
  caller.frames(40)
  expect(await caller.hear('user', ({ final }) => final)).toMatchObject({ text: 'Are you open on Sundays?' })
  const answer = await caller.hear('spoken', ({ gen }) => gen > greeting.gen)
  expect(caller.soundOf(answer.gen)).toBe(answer.ms)
  caller.send({ t: 'bye' })
  await caller.hear('ended')
  expect(caller.messages.some(({ t }) => t === 'speech')).toBe(false)
  expect(openai.realtime.sessions).toHaveLength(1)
  await call('DELETE', path, { bearer: other.token })
})

test('a workspace’s key comes before the platform’s, and costs nothing but the line', async () => {
  const agent = await agentWith(owner, 'cartesia', 'f786b574-daa5-4673-aa0c-cbe3e8534c02', 'none')
  const { platformSpeech } = await app.must<{ platformSpeech: string[] }>('GET', credentials(owner), owner.token)
  expect(platformSpeech).toEqual(['cartesia'])
  expect((await services(owner, agent.id)).creditsPerMinute).toBeGreaterThan(20)
  const ownKey = cartesia.control.newKey()
  await save('cartesia', ownKey)
  expect(await services(owner, agent.id)).toMatchObject({ speech: { provider: 'cartesia' }, creditsPerMinute: 20 })
  const before = (await app.balance(owner)).available
  expect((await preview(owner, agent.id)).body.data.speech.provider).toBe('cartesia')
  expect(cartesia.control.requests.at(-1)).toMatchObject({ key: ownKey, text: 'Hello.' })
  expect((await app.balance(owner)).available).toBe(before)
  await call('DELETE', `${credentials(owner)}/cartesia`, { bearer: owner.token })
  await preview(owner, agent.id)
  expect(cartesia.control.requests.at(-1)?.key).toBe(cartesia.key)
})

test('tests keys at the provider, stores the result, and refuses other addresses', async () => {
  expect((await tryKey('elevenlabs', { apiKey: 'sk_not_a_key_of_theirs' })).body.data).toMatchObject({
    result: 'refused',
    message: expect.stringContaining('ElevenLabs rejected this key'),
  })
  expect((await tryKey('elevenlabs', { apiKey: elevenlabs.control.newKey('readOnly') })).body.data).toMatchObject({
    result: 'refused',
    message: expect.stringContaining('doesn’t let this key use text to speech'),
  })
  expect((await tryKey('cartesia', { apiKey: cartesia.control.newKey('poor') })).body.data.result).toBe('limited')
  await save('deepgram', deepgram.control.newKey())
  expect((await tryKey('deepgram')).body.data.result).toBe('works')
  const { items } = await app.must<{ items: Credential[] }>('GET', credentials(owner), owner.token)
  expect(items.find(({ provider }) => provider === 'deepgram')?.test).toMatchObject({ result: 'works' })
  const elsewhere = await save('deepgram', 'a-key-for-elsewhere', { baseUrl: 'https://speech.example' })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('a call goes on with the built-in voice when its provider fails, and says so', async () => {
  const agent = await agentWith(other, 'cartesia', 'f786b574-daa5-4673-aa0c-cbe3e8534c02', 'none')
  cartesia.control.fail('refuse')
  const { caller, callId } = await dial(other, agent.id)
  expect((await caller.hear('ready')).speech.provider).toBe('cartesia')
  const greeting = await caller.hear('spoken')
  caller.send({ t: 'text', text: 'Are you open on Sundays?' })
  const answer = await caller.hear('spoken', ({ gen }) => gen > greeting.gen)
  for (const { gen, ms } of [greeting, answer]) {
    expect(ms).toBeGreaterThan(100)
    expect(caller.soundOf(gen)).toBe(ms)
  }
  expect((await caller.hear('speech')).speech).toMatchObject({ provider: 'flite', isOffline: true })
  caller.send({ t: 'bye' })
  await caller.hear('ended')
  const { data } = await app.must<{ data: z.infer<typeof Detail> }>(
    'GET',
    `${app.api(other.region)}/v2/agents/${agent.id}/calls/${callId}`,
    other.token,
  )
  const notes = data.transcript.filter(({ from }) => from === 'system')
  expect(notes).toMatchObject([{ text: 'voice_lost', by: 'Cartesia (Katie)' }])
})

test('lists the clones of the accounts whose keys are used, and names lists that could not be read', async () => {
  const agent = await agentWith(owner, 'elevenlabs', 'EXAVITQu4vr4xnSDxMaL')
  const voices = () =>
    app.must<{ items: object[]; unlisted: string[] }>(
      'GET',
      `${app.api('eu')}/v2/agents/${agent.id}/voice/voices`,
      owner.token,
    )
  const ofCartesia = { provider: 'cartesia', name: 'Our receptionist', sound: 'female' }
  expect(await voices()).toMatchObject({ items: [ofCartesia], unlisted: [] })
  elevenlabs.control.fail('refuse')
  await save('elevenlabs', elevenlabs.control.newKey())
  expect(await voices()).toMatchObject({ items: [ofCartesia], unlisted: ['elevenlabs'] })
  elevenlabs.control.fail(undefined)
  expect((await voices()).items).toMatchObject([
    { provider: 'elevenlabs', voiceId: 'Cl0nedVoice0fTheOwner', name: 'Our receptionist' },
    ofCartesia,
  ])
})

test('a provider that nobody knows is named as such', async () => {
  const agent = await agentWith(owner, 'somebody', 'x', 'google')
  expect((await services(owner, agent.id)).notes).toEqual(['transcriber_unknown', 'speech_unknown'])
})
