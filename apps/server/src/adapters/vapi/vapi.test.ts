import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { VoiceConfig } from '@parlance/contract/agents/schemas'
import { assistantFaults } from '@parlance/simulators/vapi/validation'
import { startVapi } from '@parlance/simulators/vapi/server'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { AssistantSource } from '../../modules/voice/index.ts'
import { assistantOf } from './assistant.ts'
import { checkVapiKey } from './check-key.ts'
import { endReasonOf, readClientMessage, readReport } from './messages.ts'
import { createVapi } from './vapi.ts'

const simulator = await startVapi()
afterAll(simulator.close)

const source = (
  voice: object = {},
  more: Partial<AssistantSource> & { vapiConfig?: unknown } = {},
): AssistantSource => {
  const { vapiConfig = null, ...rest } = more
  return {
    agentId: 'agent1',
    title: 'Shop',
    config: { voiceConfig: VoiceConfig.parse(voice), vapiConfig },
    greeting: 'Hello.',
    records: true,
    maxSeconds: 600,
    modelUrl: 'https://a.test/api/eu/v2/agents/agent1/vapi',
    serverUrl: 'https://a.test/webhooks/vapi/agent1',
    secret: 'hush',
    ...rest,
  }
}

test('makes an assistant of an agent that Vapi takes, with our addresses and the secret', () => {
  const assistant = assistantOf(source())
  expect(assistantFaults(assistant)).toEqual([])
  expect(assistant).toMatchObject({
    name: 'Shop',
    firstMessage: 'Hello.',
    firstMessageMode: 'assistant-speaks-first',
    maxDurationSeconds: 600,
    artifactPlan: { recordingEnabled: true },
    model: {
      provider: 'custom-llm',
      url: 'https://a.test/api/eu/v2/agents/agent1/vapi',
      headers: { 'x-vapi-secret': 'hush' },
    },
    server: { url: 'https://a.test/webhooks/vapi/agent1', headers: { 'x-vapi-secret': 'hush' } },
  })
})

test.each([
  [
    { speechGen: { provider: 'deepgram', voiceId: 'asteria' } },
    { provider: 'deepgram', voiceId: 'asteria', model: 'aura' },
  ],
  [
    { speechGen: { provider: 'deepgram', voiceId: 'thalia' } },
    { provider: 'deepgram', voiceId: 'thalia', model: 'aura-2' },
  ],
  [
    { speechGen: { provider: 'elevenlabs', voiceId: 'asteria' } },
    { provider: '11labs', voiceId: 'EXAVITQu4vr4xnSDxMaL' },
  ],
  [{ speechGen: { provider: 'openai', voiceId: 'nova' } }, { provider: 'openai', voiceId: 'nova' }],
  [{ speechGen: { provider: 'else', voiceId: 'x' } }, { provider: 'vapi', voiceId: 'Elliot' }],
  [
    { speechGen: { provider: 'openai', voiceId: 'nova', wordsReplacements: [{ word: 'SQL', replacement: 'sequel' }] } },
    { chunkPlan: { formatPlan: { replacements: [{ type: 'exact', key: 'SQL', value: 'sequel' }] } } },
  ],
] as const)('gives it the voice of %j', (voice, expected) => {
  expect(assistantOf(source(voice)).voice).toMatchObject(expected)
})

test.each([
  [{ transcriber: { utteranceThreshold: 5 } }, { endpointing: 10 }],
  [{ transcriber: { utteranceThreshold: 3000 } }, { endpointing: 500 }],
  [{ transcriber: { language: 'de', modelId: 'nova-3' } }, { language: 'de', model: 'nova-3', provider: 'deepgram' }],
  [{ transcriber: { language: 'ar', modelId: 'nova-2' } }, { language: 'ar', model: 'nova-3' }],
  [{ transcriber: { provider: 'openai', modelId: 'whisper-1' } }, { model: 'nova-2' }],
] as const)('makes it hear as %j says', (voice, expected) => {
  expect(assistantOf(source(voice)).transcriber).toMatchObject(expected)
})

test('adds what the agent’s Vapi settings say of speaking and hearing, and nothing that is ours', () => {
  const vapiConfig = {
    stopSpeakingPlan: { numWords: 2 },
    endCallPhrases: ['goodbye'],
    model: { provider: 'openai', model: 'gpt-4o' },
    server: { url: 'https://evil.test' },
    artifactPlan: { recordingEnabled: true },
    credentialIds: ['x'],
  }
  const assistant = assistantOf(source({}, { vapiConfig, records: false }))
  expect(assistant).toMatchObject({
    stopSpeakingPlan: { numWords: 2 },
    endCallPhrases: ['goodbye'],
    model: { provider: 'custom-llm' },
    server: { url: 'https://a.test/webhooks/vapi/agent1' },
    artifactPlan: { recordingEnabled: false },
  })
  expect(assistant).not.toHaveProperty('credentialIds')
})

test('shortens names, and lets Vapi fill in no templates', () => {
  expect(assistantOf(source({}, { title: 'x'.repeat(60), greeting: 'Hi {{customer.number}}' }))).toMatchObject({
    name: 'x'.repeat(40),
    firstMessage: 'Hi { {customer.number}}',
  })
  expect(assistantOf(source({}, { greeting: '' })).firstMessageMode).toBe('assistant-waits-for-user')
})

test.each([
  ['customer-ended-call', 'caller_hung_up'],
  ['assistant-ended-call', 'agent_hung_up'],
  ['silence-timed-out', 'silence'],
  ['exceeded-max-duration', 'max_length'],
  ['voicemail', 'voicemail'],
  ['customer-busy', 'busy'],
  ['customer-did-not-answer', 'no_answer'],
  ['assistant-forwarded-call', 'transferred'],
  ['manually-canceled', 'staff_hung_up'],
  ['pipeline-error-custom-llm-llm-failed', 'unavailable'],
  ['call.in-progress.error-vapifault-worker-died', 'unavailable'],
  ['something-new', 'agent_hung_up'],
])('ends with %s as %s', (raw, reason) => {
  expect(endReasonOf(raw)).toBe(reason)
})

test.each([
  ['{"type":"speech-update","role":"user","status":"started"}', { k: 'speaking', who: 'caller', on: true }],
  [
    '{"type":"transcript","role":"assistant","transcriptType":"final","transcript":" Hi. "}',
    { k: 'words', who: 'agent', text: 'Hi.', final: true },
  ],
  ['{"type":"user-interrupted","turnId":"1"}', { k: 'interrupted' }],
  ['{"type":"status-update","status":"ended","endedReason":"voicemail"}', { k: 'ended', reason: 'voicemail' }],
  ['{"type":"status-update","status":"in-progress"}', undefined],
  ['{"type":"model-output","output":"x"}', undefined],
  ['{"type":"transcript"', undefined],
])('reads %s', (data, event) => {
  expect(readClientMessage(data)).toEqual(event)
})

test('reads a report at the end of a call', () => {
  expect(
    readReport({
      type: 'end-of-call-report',
      call: { id: 'c1', assistantId: 'a1' },
      endedReason: 'customer-ended-call',
      cost: 0.0312,
      startedAt: '2026-11-29T10:00:00.000Z',
      endedAt: '2026-11-29T10:01:30.500Z',
      artifact: {
        recordingUrl: 'https://s.test/mono.wav',
        stereoRecordingUrl: 'https://s.test/stereo.wav',
        transcript: 'AI: Hi',
      },
    }),
  ).toEqual({
    callId: 'c1',
    reason: 'customer-ended-call',
    costUsd: 0.0312,
    seconds: 90.5,
    recordingUrl: 'https://s.test/stereo.wav',
  })
  expect(readReport({ type: 'end-of-call-report', call: { id: 'c1' } })).toBeUndefined()
})

test.each([
  ['down', 'unreachable', 'unexpected'],
  ['busy', 'limited', 'limited'],
  ['garbage', 'unexpected', 'unexpected'],
  [undefined, 'refused', 'refused'],
] as const)('fails clearly when Vapi is %s', async (failure, kind, result) => {
  const account = { apiKey: 'wrong', baseUrl: simulator.url, isSimulated: false }
  const vapi = createVapi({ account: async () => account, guardedFetch: fetch })
  simulator.control.fail(failure)
  await expect(vapi.startCall(account, { assistantId: 'x' })).rejects.toMatchObject({ name: 'VapiError', kind })
  expect(await checkVapiKey('wrong', simulator.url)).toMatchObject({ result })
  simulator.control.fail(undefined)
})

test('uses no address of another service for the sound of a call', async () => {
  const account = { apiKey: simulator.key, baseUrl: 'https://api.vapi.ai', isSimulated: false }
  const vapi = createVapi({ account: async () => account, guardedFetch: fetch })
  const ended = new Promise((resolve) => {
    const call = { id: 'c', socketUrl: `${simulator.url.replace('http', 'ws')}/c/transport`, controlUrl: '' }
    vapi.connect(account, call, (event) => resolve(event))
  })
  expect(await ended).toEqual({ k: 'ended', reason: undefined })
})

test('gives up a call whose sound is no longer read', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (client) => client.pause())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const account = { apiKey: 'x', baseUrl: `http://127.0.0.1:${port}`, isSimulated: false }
  const vapi = createVapi({ account: async () => account, guardedFetch: fetch })
  const ended = Promise.withResolvers<unknown>()
  const line = vapi.connect(
    account,
    { id: 'c', socketUrl: `ws://127.0.0.1:${port}/c/transport`, controlUrl: '' },
    ended.resolve,
  )
  const pushing = setInterval(() => line.push(new Int16Array(500_000)), 1)
  expect(await ended.promise).toEqual({ k: 'ended', reason: undefined })
  clearInterval(pushing)
  for (const client of server.clients) client.terminate()
  server.close()
})
