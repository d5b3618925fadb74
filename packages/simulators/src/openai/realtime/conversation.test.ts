import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { isObject, type JsonObject } from '../protocol/check-fields.ts'
import { type OpenAiSimulator, startOpenAi } from '../server.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi()
})
afterAll(() => openai.close())

const ANSWER = { type: 'function', name: 'answer', parameters: { type: 'object' } }
const SESSION = {
  type: 'realtime',
  audio: {
    input: { turn_detection: { type: 'semantic_vad' }, transcription: { model: 'whisper-1' } },
    output: { voice: 'marin' },
  },
  tools: [ANSWER],
  tool_choice: { type: 'function', name: 'answer' },
}

async function connect() {
  const socket = new WebSocket(`${openai.url.replace('http', 'ws')}/realtime?model=gpt-realtime-2`, {
    headers: { authorization: `Bearer ${openai.key}` },
  })
  const events: JsonObject[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    events.push(JSON.parse(data.toString('utf8')) as JsonObject)
    for (const check of waiting) check()
  })
  await new Promise((resolve) => socket.once('open', resolve))
  let from = 0
  /** The next event of the type; those before it are passed over. */
  const next = (type: string) =>
    new Promise<JsonObject>((resolve) => {
      const check = () => {
        const at = events.findIndex((event, index) => index >= from && event.type === type)
        if (at === -1) return
        from = at + 1
        waiting.delete(check)
        resolve(events[at] ?? {})
      }
      waiting.add(check)
      check()
    })
  const send = (message: JsonObject) => socket.send(JSON.stringify(message))
  const sound = (ms: number, amplitude: number) => {
    const pcm = Int16Array.from({ length: ms * 24 }, (_, at) => Math.sin(at / 8) * amplitude)
    send({ type: 'input_audio_buffer.append', audio: Buffer.from(pcm.buffer).toString('base64') })
  }
  await next('session.created')
  return { next, send, sound, events, close: () => socket.close() }
}
const errorOf = (event: JsonObject): JsonObject => (isObject(event.error) ? event.error : {})

test('hears before it is set up, takes the turn by calling the function, and reports usage', async () => {
  const { next, send, sound, close } = await connect()
  openai.realtime.hear('When do you open?')
  sound(100, 0)
  send({ type: 'session.update', session: SESSION })
  await next('session.updated')
  sound(400, 8000)
  await next('input_audio_buffer.speech_started')
  sound(600, 0)
  await next('input_audio_buffer.committed')
  expect(await next('conversation.item.input_audio_transcription.completed')).toMatchObject({
    transcript: 'When do you open?',
  })
  const called = await next('response.function_call_arguments.done')
  expect(called).toMatchObject({ name: 'answer', arguments: '{"question":"When do you open?"}' })
  expect(await next('response.done')).toMatchObject({
    response: { status: 'completed', usage: { output_token_details: { audio_tokens: 0 } } },
  })
  const item = { type: 'function_call_output', call_id: called.call_id, output: '{}' }
  send({ type: 'conversation.item.create', item })
  await next('conversation.item.done')
  close()
})

test('says the text of its instructions, one response at a time, until the caller speaks', async () => {
  const { next, send, sound, close } = await connect()
  send({ type: 'session.update', session: SESSION })
  const say = {
    instructions: `Say this.\n\n${'We open at nine. '.repeat(20)}`,
    tool_choice: 'none',
    metadata: { of: 'a' },
  }
  send({ type: 'response.create', event_id: 'one', response: say })
  expect(await next('response.created')).toMatchObject({ response: { metadata: { of: 'a' } } })
  send({ type: 'response.create', event_id: 'two', response: say })
  expect(errorOf(await next('error'))).toMatchObject({
    code: 'conversation_already_has_active_response',
    event_id: 'two',
  })
  const { item_id: item } = await next('response.output_audio.delta')
  sound(100, 8000)
  expect(await next('response.done')).toMatchObject({
    response: { status: 'cancelled', status_details: { reason: 'turn_detected' } },
  })
  const cut = { type: 'conversation.item.truncate', item_id: item, content_index: 0 }
  send({ ...cut, audio_end_ms: 100 })
  expect(await next('conversation.item.truncated')).toMatchObject({ audio_end_ms: 100 })
  send({ ...cut, audio_end_ms: 100_000 })
  expect(errorOf(await next('error')).message).toMatch(/^Audio content of \d+ms is already shorter than 100000ms$/)
  close()
})

test.each([
  ['an unknown event', { type: 'session.change' }, 'type'],
  ['a session without a type', { type: 'session.update', session: {} }, 'session.type'],
  ['an unknown field', { type: 'session.update', session: { type: 'realtime', voice: 'marin' } }, 'session.voice'],
  [
    'a voice of text to speech alone',
    { type: 'session.update', session: { type: 'realtime', audio: { output: { voice: 'nova' } } } },
    'session.audio.output.voice',
  ],
  [
    'a wrong rate',
    {
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { format: { type: 'audio/pcm', rate: 16_000 } } } },
    },
    'session.audio.input.format.rate',
  ],
  [
    'a choice of a missing tool',
    { type: 'session.update', session: { ...SESSION, tool_choice: { type: 'function', name: 'other' } } },
    'session.tool_choice',
  ],
  ['half a sample', { type: 'input_audio_buffer.append', audio: 'AAAA' }, 'audio'],
  ['an empty commit', { type: 'input_audio_buffer.commit' }, 'audio'],
  [
    'the output of an unknown call',
    { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c', output: '' } },
    'item.call_id',
  ],
  [
    'an unknown item',
    { type: 'conversation.item.truncate', item_id: 'i', content_index: 0, audio_end_ms: 0 },
    'item_id',
  ],
  ['metadata of numbers', { type: 'response.create', response: { metadata: { a: 1 } } }, 'response.metadata'],
])('refuses %s', async (_, message, param) => {
  const { next, send, close } = await connect()
  send({ event_id: 'mine', ...message })
  expect(errorOf(await next('error'))).toMatchObject({ param, event_id: 'mine' })
  close()
})
