import { startOpenAi } from '@parlance/simulators/openai/server'
import { expect, test } from 'vitest'
import { openAiRealtime } from './realtime.ts'
import { readEvent, type RealtimeEvent, realtimeVoice, sessionUpdate, usageUsd } from './realtime-events.ts'

const usage = {
  total_tokens: 350,
  input_tokens: 250,
  output_tokens: 100,
  input_token_details: {
    text_tokens: 150,
    audio_tokens: 100,
    cached_tokens: 60,
    cached_tokens_details: { text_tokens: 50, audio_tokens: 10 },
  },
  output_token_details: { text_tokens: 20, audio_tokens: 80 },
}
const USD = (100 * 4 + 50 * 0.4 + 90 * 32 + 10 * 0.4 + 20 * 24 + 80 * 64) / 1_000_000

const CASES: readonly (readonly [object, RealtimeEvent | undefined])[] = [
  [{ type: 'session.created', session: {} }, { k: 'opened' }],
  [{ type: 'session.updated', session: {} }, { k: 'ready' }],
  [{ type: 'input_audio_buffer.speech_started', audio_start_ms: 5, item_id: 'i1' }, { k: 'speech' }],
  [
    { type: 'input_audio_buffer.committed', previous_item_id: null, item_id: 'i1' },
    { k: 'heard', item: 'i1' },
  ],
  [
    { type: 'conversation.item.input_audio_transcription.delta', item_id: 'i1', delta: 'When' },
    { k: 'words', item: 'i1', text: 'When' },
  ],
  [
    {
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'i1',
      transcript: ' When? ',
      usage: { type: 'duration', seconds: 60 },
    },
    { k: 'transcript', item: 'i1', text: 'When?', usd: 0.003 },
  ],
  [
    { type: 'conversation.item.input_audio_transcription.failed', item_id: 'i1', error: {} },
    { k: 'transcript', item: 'i1', text: '', usd: 0 },
  ],
  [
    { type: 'response.created', response: { id: 'r1', status: 'in_progress', metadata: { speech: 's1' } } },
    { k: 'begun', response: 'r1', speech: 's1' },
  ],
  [
    { type: 'response.created', response: { id: 'r1', status: 'in_progress', metadata: null } },
    { k: 'begun', response: 'r1', speech: undefined },
  ],
  [
    { type: 'response.output_audio.delta', response_id: 'r1', item_id: 'i2', delta: 'AQD//w==' },
    { k: 'sound', response: 'r1', item: 'i2', pcm: Int16Array.of(1, -1) },
  ],
  [
    { type: 'response.output_audio_transcript.done', response_id: 'r1', transcript: 'At nine.' },
    { k: 'said', response: 'r1', text: 'At nine.' },
  ],
  [
    { type: 'response.function_call_arguments.done', call_id: 'c1', arguments: '{"question":"When?"}' },
    { k: 'turn', call: 'c1', question: 'When?' },
  ],
  [
    { type: 'response.function_call_arguments.done', call_id: 'c1', arguments: '{"question' },
    { k: 'turn', call: 'c1', question: '' },
  ],
  [
    { type: 'response.done', response: { id: 'r1', status: 'completed', status_details: null, usage } },
    { k: 'done', response: 'r1', status: 'completed', error: undefined, usd: USD },
  ],
  [
    {
      type: 'response.done',
      response: { id: 'r1', status: 'failed', status_details: { error: { code: 'insufficient_quota' } } },
    },
    { k: 'done', response: 'r1', status: 'failed', error: 'insufficient_quota', usd: 0 },
  ],
  [
    { type: 'error', error: { type: 'invalid_request_error', code: null, message: 'No.', event_id: null } },
    { k: 'error', code: '', message: 'No.', event: undefined },
  ],
  [{ type: 'rate_limits.updated', rate_limits: [] }, undefined],
  [{ nothing: true }, undefined],
]

test.each(CASES)('reads %j', (message, event) => expect(readEvent(JSON.stringify(message))).toEqual(event))

test('prices cached tokens apart, and what cannot be read as nothing', () => {
  expect(usageUsd(usage)).toBeCloseTo(USD, 12)
  expect(usageUsd({ input_token_details: { text_tokens: -1 } })).toBe(0)
  expect(usageUsd(null)).toBe(0)
})

test.each([
  ['openai', 'Cedar', 'cedar'],
  ['openai', 'nova', 'marin'],
  ['deepgram', 'asteria', 'marin'],
])('speaks for %s %s with %s', (provider, voiceId, voice) => expect(realtimeVoice(provider, voiceId)).toBe(voice))

test('waits as long for a caller as the agent is patient', () => {
  const wish = { agentName: 'Shop', voice: 'marin', language: 'de-DE' }
  const eagerness = (patience: number) =>
    sessionUpdate({ ...wish, patience }).session.audio.input.turn_detection.eagerness
  expect([0.5, 1, 2].map(eagerness)).toEqual(['high', 'auto', 'low'])
  expect(sessionUpdate({ ...wish, patience: 1 }).session.audio.input.transcription.language).toBe('de')
})

test('reports a key that is refused', async () => {
  const openai = await startOpenAi()
  const reason = await new Promise<string>((onLost) => {
    const endpoint = { apiKey: 'wrong', baseUrl: openai.url, sandbox: false, own: true }
    const engine = openAiRealtime(endpoint, { provider: 'openai', voiceId: 'cedar', agentName: 'Shop' })
    expect(engine).toMatchObject({ service: { name: 'OpenAI Realtime (cedar)' }, recognises: true })
    expect(engine.usdPerMinute).toBeUndefined()
    engine.open({ language: 'en', patience: 1, onSpeech() {}, onText() {}, onTurn() {}, onLost })
  })
  expect(reason).toContain('401')
  await openai.close()
})
