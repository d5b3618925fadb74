// Calls that use Deepgram's protocol for transcripts and speech, with its simulator.
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { afterAll, expect, test } from 'vitest'
import { deepgramTranscriber } from '../../src/adapters/deepgram/transcriber.ts'
import { startTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { call } from '../helpers/people.ts'

const deepgram = await startDeepgram()
const app = await startTestServer({
  settings: { voice: { deepgram: { apiKey: deepgram.key, baseUrl: deepgram.url } } },
})
afterAll(deepgram.close)
const owner = await app.signUp('eu')
const LONG = 60_000

async function dial(language = 'en') {
  const agent = await app.makeAgent(owner, {
    voiceConfig: { config: { enableWebCalling: true }, transcriber: { language } },
  })
  const { body } = await call<{ data: { token: string; socket: string; services: { creditsPerMinute: number } } }>(
    'POST',
    `${app.api('eu')}/v2/agents/${agent.id}/calls`,
    { bearer: newVisitorId() },
  )
  const url = `${app.running.url.replace('http', 'ws')}${body.data.socket}`
  return { agent, data: body.data, caller: openCaller({ url, token: body.data.token }) }
}

test(
  'transcribes and speaks with a key, by the settings of the agent, at a higher price per minute',
  async () => {
    deepgram.control.hear('When do you open?')
    const { caller, data } = await dial()
    expect(data.services.creditsPerMinute).toBeGreaterThan(20)
    const ready = await caller.hear('ready')
    expect([ready.transcriber.provider, ready.speech.provider]).toEqual(['deepgram', 'deepgram'])
    caller.frames(30, 8000)
    caller.frames(40)
    expect(await caller.hear('user', ({ final }) => final)).toMatchObject({ text: 'When do you open?' })
    await caller.sound(caller.messages.findLast((one) => one.t === 'agent')?.gen ?? 1, 100)
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    const listen = deepgram.control.requests.find(({ path }) => path === '/v1/listen')
    expect(listen?.query).toMatchObject({ model: 'nova-2', language: 'en', endpointing: '50', sample_rate: '16000' })
    const speak = deepgram.control.requests.find(({ path }) => path === '/v1/speak')
    expect(speak?.query).toMatchObject({ model: 'aura-asteria-en', encoding: 'linear16' })
  },
  LONG,
)

test.each([
  ['de-DE', 'de', 'nova-2'],
  ['fr-CA', 'fr-CA', 'nova-2'],
  ['ar', 'ar', 'nova-3'],
  ['he-IL', 'he', 'nova-3'],
])(
  'transcribes %s as %s, a language that Deepgram lists for %s',
  async (language, listed, model) => {
    const { caller } = await dial(language)
    await caller.hear('ready')
    const asked = () => deepgram.control.requests.findLast(({ path }) => path === '/v1/listen')?.query
    await expect.poll(asked).toMatchObject({ language: listed, model })
    caller.send({ t: 'bye' })
    await caller.hear('ended')
  },
  LONG,
)

test(
  'notes that Deepgram lacks a language, and leaves its calls to the caller’s browser',
  async () => {
    const { agent, caller } = await dial('is')
    const notes = async (language: string) => {
      const path = `${app.api('eu')}/v2/agents/${agent.id}/voice/services?language=${language}`
      return (await app.must<{ data: { notes: string[] } }>('GET', path, owner.token)).data.notes
    }
    expect([await notes('is'), await notes('ar')]).toEqual([['transcriber_language', 'lines_english_only'], []])
    await caller.hear('ready')
    expect((await caller.hear('transcriber')).transcriber.provider).toBe('browser')
    caller.send({ t: 'bye' })
    await caller.hear('ended')
  },
  LONG,
)

test.each([
  ['a wrong key', 'wrong-key', 'en', undefined, ['it answered 401', true]],
  ['a language that it lacks', deepgram.key, 'is', undefined, ['it answered 400', true]],
  ['an outage', deepgram.key, 'en', 'refuse', ['it answered 503', false]],
] as const)('says whether another try may help after %s', async (_what, apiKey, language, failure, lost) => {
  deepgram.control.fail(failure)
  const transcriber = deepgramTranscriber({ apiKey, baseUrl: deepgram.url })
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  transcriber.open({ model: '', language, thresholdMs: 50, onText: () => {}, onLost: (...said) => resolve(said) })
  expect(await promise).toEqual(lost)
  deepgram.control.fail(undefined)
})

test(
  'reconnects a transcriber that drops its connection, and continues a call whose voice fails',
  async () => {
    const { caller } = await dial()
    await caller.hear('ready')
    deepgram.control.fail('refuse')
    caller.send({ t: 'text', text: 'Are you open on Sundays?' })
    const answer = await caller.hear('agent', ({ text }) => text !== '')
    expect(answer.text).not.toBe('')
    deepgram.control.fail(undefined)
    caller.send({ t: 'bye' })
    expect(await caller.hear('ended')).toMatchObject({ reason: 'caller_hung_up' })
  },
  LONG,
)

test.each([
  ['viktoria', 'de', 'aura-2-viktoria-de'],
  ['viktoria', undefined, 'aura-asteria-en'],
])(
  'previews the voice %s for a caller who speaks %s as %s',
  async (voiceId, language, model) => {
    const agent = await app.makeAgent(owner)
    await app.must('POST', `${app.api('eu')}/v2/agents/${agent.id}/voice/preview`, owner.token, {
      provider: 'deepgram',
      voiceId,
      text: 'Hello.',
      ...(language === undefined ? {} : { language }),
    })
    const spoken = deepgram.control.requests.findLast(({ path }) => path === '/v1/speak')
    expect(spoken?.query['model']).toBe(model)
  },
  60_000,
)

test('charges a voice preview of the platform by its length, and nothing for a failed one', async () => {
  const agent = await app.makeAgent(owner)
  const hear = (text: string) =>
    call<{ data: { speech: { provider: string } }; code?: string }>(
      'POST',
      `${app.api('eu')}/v2/agents/${agent.id}/voice/preview`,
      { bearer: owner.token, body: { text } },
    )
  const before = (await app.balance(owner)).available
  expect((await hear('x'.repeat(200))).body.data.speech.provider).toBe('deepgram')
  const after = (await app.balance(owner)).available
  expect(before - after).toBe(3900)
  deepgram.control.fail('refuse')
  expect((await hear('Hello.')).body.code).toBe('UPSTREAM_FAILED')
  deepgram.control.fail(undefined)
  expect(await app.balance(owner)).toMatchObject({ available: after })
}, 60_000)
