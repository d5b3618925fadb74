import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenAiSimulator } from '../server.ts'
import { startOpenAi } from '../server.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
beforeEach(() => openai.control.reset())
afterAll(() => openai.close())

/** Silence, 8,000 bytes a second. */
function wav(seconds: number): Buffer {
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  head.writeUInt32LE(8000, 28)
  return Buffer.concat([head, Buffer.alloc(8000 * seconds, 128)])
}
const send = (fields: Record<string, string | Blob>, name = 'note.wav') => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(key, value)
    else form.set(key, value, name)
  return fetch(`${openai.url}/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${openai.key}` },
    body: form,
  })
}
const note = (seconds = 3) => new Blob([new Uint8Array(wav(seconds))], { type: 'audio/wav' })

describe('transcriptions', () => {
  test('say that nobody listened, and how long the recording is', async () => {
    const response = await send({ file: note(), model: 'whisper-1' })
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        text: 'This is the sandbox: nobody listened to this voice note of 3 seconds.',
        usage: { type: 'duration', seconds: 3 },
      },
    ])
    expect(openai.control.requests.at(-1)).toMatchObject({ path: '/v1/audio/transcriptions', outcome: 'answered' })
  })

  test('come as plain text, with details, and without a length from models that count tokens', async () => {
    const text = await send({ file: note(1), model: 'gpt-4o-transcribe', response_format: 'text' })
    expect(await text.text()).toBe('This is the sandbox: nobody listened to this voice note of 1 second.\n')
    const details = await send({ file: note(), model: 'whisper-1', response_format: 'verbose_json' })
    expect(await details.json()).toMatchObject({ task: 'transcribe', duration: 3 })
    const bare = await send({ file: note(), model: 'gpt-4o-mini-transcribe' })
    expect(await bare.json()).toEqual({ text: expect.stringContaining('sandbox') })
  })

  test.each<[string, Record<string, string | Blob>, string | undefined, number, string]>([
    ['no file', { model: 'whisper-1' }, undefined, 400, 'missing'],
    ['no model', { file: note() }, undefined, 400, 'model parameter'],
    ['a model that only chats', { file: note(), model: 'gpt-4o' }, undefined, 404, 'gpt-4o'],
    ['an unknown field', { file: note(), model: 'whisper-1', speed: '2' }, undefined, 400, 'speed'],
    [
      'an unknown form',
      { file: note(), model: 'whisper-1', response_format: 'srt9' },
      undefined,
      400,
      'response_format',
    ],
    ['an ending that is not sound', { file: note(), model: 'whisper-1' }, 'note.png', 400, 'Invalid file format'],
    ['sound that is something else', { file: note(), model: 'whisper-1' }, 'note.webm', 400, 'Invalid file format'],
  ])('refuse %s', async (_, fields, name, status, says) => {
    const response = await send(fields, name)
    expect(response.status).toBe(status)
    expect(JSON.stringify(await response.json())).toContain(says)
  })

  test('are refused as JSON and without a key', async () => {
    const url = `${openai.url}/audio/transcriptions`
    const headers = { authorization: `Bearer ${openai.key}`, 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(415)
    expect((await fetch(url, { method: 'POST', body: new FormData() })).status).toBe(401)
    expect((await fetch(url, { headers })).status).toBe(405)
  })

  test('fail on demand', async () => {
    openai.control.set({ fault: { kind: 'status', status: 503 } })
    expect((await send({ file: note(), model: 'whisper-1' })).status).toBe(503)
    expect((await send({ file: note(), model: 'whisper-1' })).status).toBe(200)
  })
})
