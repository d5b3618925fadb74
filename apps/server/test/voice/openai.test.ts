// Calls that use OpenAI's protocol for transcripts, with its simulator.
import { startOpenAi } from '@parlance/simulators/openai/server'
import type { VoiceServices as Shape } from '@parlance/contract/voice/schemas'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { openAiTranscriber } from '../../src/adapters/openai/call-transcriber.ts'
import { startTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { call } from '../helpers/people.ts'

const openai = await startOpenAi()
const app = await startTestServer({
  settings: { models: { openai: { apiKey: openai.key, baseUrl: openai.url } } },
})
type VoiceServices = z.infer<typeof Shape>
afterAll(openai.close)
const owner = await app.signUp('eu')
const LONG = 60_000

async function dial(modelId: string) {
  const agent = await app.makeAgent(owner, {
    voiceConfig: { config: { enableWebCalling: true }, transcriber: { provider: 'openai', modelId, language: 'de' } },
  })
  const { body } = await call<{ data: { token: string; socket: string; services: { creditsPerMinute: number } } }>(
    'POST',
    `${app.api('eu')}/v2/agents/${agent.id}/calls`,
    { bearer: newVisitorId() },
  )
  const url = `${app.running.url.replace('http', 'ws')}${body.data.socket}`
  return { data: body.data, caller: openCaller({ url, token: body.data.token }) }
}

test(
  'transcribes with a key of OpenAI and the chosen model',
  async () => {
    openai.realtime.hear('Wann haben Sie geöffnet?')
    const { caller, data } = await dial('gpt-4o-mini-transcribe')
    expect(data.services.creditsPerMinute).toBe(23.9)
    const ready = await caller.hear('ready')
    expect(ready.transcriber).toEqual({ provider: 'openai', name: 'OpenAI (gpt-4o-mini-transcribe)', isOffline: false })
    await expect.poll(() => openai.realtime.sessions.length, { timeout: 20_000 }).toBe(1)
    caller.frames(30, 8000)
    caller.frames(40)
    expect(await caller.hear('user', ({ final }) => final)).toMatchObject({ text: 'Wann haben Sie geöffnet?' })
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    expect(openai.realtime.sessions[0]).toMatchObject({
      audio: { input: { transcription: { model: 'gpt-4o-mini-transcribe', language: 'de' } } },
    })
  },
  LONG,
)

test(
  'reports a wrong key or a dropped connection, and uses the default model for an unknown one',
  async () => {
    const open = (apiKey: string) =>
      new Promise<string>((resolve) => {
        const endpoint = { apiKey, baseUrl: openai.url, sandbox: false, own: true }
        const transcriber = openAiTranscriber(endpoint, 'nova-2')
        expect(transcriber.service.name).toBe('OpenAI (gpt-4o-transcribe)')
        expect(transcriber.usdPerMinute).toBeUndefined()
        transcriber.open({ model: 'nova-2', language: 'en', thresholdMs: 0, onText: () => {}, onLost: resolve })
      })
    expect(await open('wrong')).toContain('401')
    openai.realtime.fail('drop')
    expect(await open(openai.key)).toContain('1011')
    openai.realtime.fail(undefined)
  },
  LONG,
)

test('reports missing providers before a call, languages a voice cannot speak, and the price of a minute', async () => {
  const agent = await app.makeAgent(owner)
  const services = async (query: string) =>
    (
      await app.must<{ data: VoiceServices }>(
        'GET',
        `${app.api('eu')}/v2/agents/${agent.id}/voice/services?${query}`,
        owner.token,
      )
    ).data
  expect(await services('')).toMatchObject({
    transcriber: { provider: 'browser' },
    speech: { provider: 'flite', isOffline: true },
    notes: ['transcriber_missing', 'speech_missing'],
    creditsPerMinute: 20,
  })
  expect((await services('language=de')).notes).toEqual([
    'transcriber_missing',
    'speech_missing',
    'speech_english_only',
  ])
  expect(await services('transcriber=openai&modelId=whisper-1&speech=openai&voiceId=nova&language=de')).toMatchObject({
    transcriber: { provider: 'openai', name: 'OpenAI (whisper-1)' },
    speech: { provider: 'openai', name: 'OpenAI (nova)' },
    notes: [],
    creditsPerSilentMinute: 27.8,
    creditsPerThousandChars: 19.5,
    creditsPerMinute: 36.57,
  })
})
