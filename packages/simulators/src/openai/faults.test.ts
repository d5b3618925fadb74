import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BAKERY, chat } from './answers/examples.testing.ts'
import type { Fault } from './faults.ts'
import type { OpenAiSimulator } from './server.ts'
import { startOpenAi } from './server.ts'
import { bodyOf, chunks, contentOf, events, post } from './testing.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
beforeEach(() => openai.control.reset())
afterAll(() => openai.close())

const messages = chat(
  [{ title: 'Café', text: 'Das Café öffnet täglich um 8 Uhr – für Groß und Klein 🙂.' }],
  'Wann öffnet das Café?',
)
const ANSWER = 'Das Café öffnet täglich um 8 Uhr – für Groß und Klein 🙂.'

function ask(stream: boolean, headers: Record<string, string> = {}): Promise<Response> {
  return post(openai, '/chat/completions', { model: 'gpt-4o', messages, stream }, headers)
}

async function askWith(fault: Fault, stream = true): Promise<Response> {
  openai.control.set({ fault })
  return ask(stream)
}

/** Reads until the end or the break, and reports which it was. */
async function readAll(response: Response): Promise<{ bytes: Buffer; broken: boolean }> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of response.body ?? []) parts.push(part)
    return { bytes: Buffer.concat(parts), broken: false }
  } catch {
    return { bytes: Buffer.concat(parts), broken: true }
  }
}

describe('each fault', () => {
  test.each([true, false])('status: answers with the status (stream: %s)', async (stream) => {
    const limited = await askWith({ kind: 'status', status: 429, retryAfter: 7 }, stream)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await bodyOf(limited)).error).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' })
    for (const status of [500, 503, 418]) {
      const failed = await askWith({ kind: 'status', status }, stream)
      expect(failed.status).toBe(status)
      expect((await bodyOf(failed)).error.message).toEqual(expect.any(String))
    }
  })

  test.each([true, false])('usage: sends the counts exactly as given (stream: %s)', async (stream) => {
    openai.control.set({ fault: { kind: 'usage', prompt: '1e400', completion: '-2.5' } })
    const response = await post(openai, '/chat/completions', {
      model: 'gpt-4o',
      messages,
      stream,
      ...(stream ? { stream_options: { include_usage: true } } : {}),
    })
    const text = await response.text()
    expect(text).toContain('"prompt_tokens":1e400,"completion_tokens":-2.5,')
    expect(text).toContain('"finish_reason":"stop"')
  })

  test.each([
    [500, 'stop', 500],
    [2000, 'length', 1000],
  ])('thinks: leaves what remains of the limit after %i tokens', async (tokens, reason, thought) => {
    openai.control.set({ fault: { kind: 'thinks', tokens } })
    const response = await post(openai, '/chat/completions', { model: 'gpt-5', messages, max_completion_tokens: 1000 })
    const { choices, usage } = await bodyOf(response)
    expect(choices[0]).toMatchObject({ finish_reason: reason, message: { content: reason === 'stop' ? ANSWER : '' } })
    expect(usage.completion_tokens_details.reasoning_tokens).toBe(thought)
    expect(usage.completion_tokens).toBeGreaterThanOrEqual(thought)
  })

  test('hang: sends no answer until the client leaves', async () => {
    openai.control.set({ fault: { kind: 'hang' } })
    await expect(
      fetch(`${openai.url}/chat/completions`, { ...request(), signal: AbortSignal.timeout(60) }),
    ).rejects.toThrow(/timeout/i)
    await vi.waitFor(() => expect(openai.control.requests[0]?.outcome).toBe('broken'))
  })

  test('cut: breaks the connection after the given number of tokens', async () => {
    const { bytes, broken } = await readAll(await askWith({ kind: 'cut', afterTokens: 2 }))
    expect(broken).toBe(true)
    const all = events(bytes.toString())
    expect(all.map((event) => JSON.parse(event).choices[0].delta.content).join('')).toBe('Das Café')
    await expect(askWith({ kind: 'cut', afterTokens: 0 })).rejects.toThrow('fetch failed')
    expect((await readAll(await askWith({ kind: 'cut' }, false))).broken).toBe(true)
  })

  test('truncate: ends the answer properly but early', async () => {
    const { bytes, broken } = await readAll(await askWith({ kind: 'truncate', afterTokens: 1 }))
    expect(broken).toBe(false)
    expect(bytes.toString()).not.toMatch(/DONE|"finish_reason":"/)
    expect(events(bytes.toString())).toHaveLength(2)
    const whole = await readAll(await askWith({ kind: 'truncate' }, false))
    expect(whole.broken).toBe(false)
    expect(() => JSON.parse(whole.bytes.toString())).toThrow(SyntaxError)
  })

  test('garbage: sends a line that is not JSON', async () => {
    const all = events(await (await askWith({ kind: 'garbage', form: 'json' })).text())
    expect(all.slice(0, -1).filter((event) => !isJson(event))).toHaveLength(1)
    expect(isJson(await (await askWith({ kind: 'garbage', form: 'json' }, false)).text())).toBe(false)
  })

  test.each([true, false])('garbage: sends a page with status 200 (stream: %s)', async (stream) => {
    const page = await askWith({ kind: 'garbage', form: 'html' }, stream)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toMatch(/^<!DOCTYPE html>/)
  })

  test('garbage: still makes a valid stream when characters are split', async () => {
    openai.control.set({ fault: { kind: 'garbage', form: 'splitUtf8' } })
    const response = await ask(true)
    const parts: Buffer[] = []
    for await (const part of response.body ?? []) parts.push(Buffer.from(part))
    expect(contentOf(chunks(Buffer.concat(parts).toString()))).toBe(ANSWER)
    expect(parts.map((part) => part.toString()).join('')).toContain('\ufffd')
  })

  test('garbage: sends bytes that are not UTF-8', async () => {
    for (const stream of [true, false]) {
      const { bytes } = await readAll(await askWith({ kind: 'garbage', form: 'badUtf8' }, stream))
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError)
    }
  })

  test('garbage: sends a very long line', async () => {
    const text = await (await askWith({ kind: 'garbage', form: 'longLine' })).text()
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeGreaterThan(10_000_000)
    const whole = await (await askWith({ kind: 'garbage', form: 'longLine' }, false)).text()
    expect(JSON.parse(whole).padding.length).toBeGreaterThan(10_000_000)
  })

  test.each([true, false])('endless: sends until the client leaves (stream: %s)', async (stream) => {
    const leaving = new AbortController()
    openai.control.set({ fault: { kind: 'endless' } })
    const response = await fetch(`${openai.url}/chat/completions`, { ...request(stream), signal: leaving.signal })
    let size = 0
    const reading = (async () => {
      for await (const part of response.body ?? []) {
        size += part.length
        if (size > 3_000) leaving.abort()
      }
    })()
    await expect(reading).rejects.toThrow(/abort/i)
    await vi.waitFor(() => expect(openai.control.requests[0]?.outcome).toBe('broken'))
  })

  test('applies to embeddings too', async () => {
    const embed = (): Promise<Response> => post(openai, '/embeddings', { model: 'sandbox', input: 'x', dimensions: 4 })
    openai.control.set({ fault: { kind: 'status', status: 500 } })
    expect((await embed()).status).toBe(500)
    openai.control.set({ fault: { kind: 'garbage', form: 'json' } })
    expect(isJson(await (await embed()).text())).toBe(false)
    expect((await bodyOf(await embed())).data).toHaveLength(1)
  })
})

function request(stream = true): RequestInit {
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${openai.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages, stream }),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the requests that a fault applies to', () => {
  const status = async (content: string): Promise<number> =>
    (await post(openai, '/chat/completions', { model: 'gpt-4o', messages: [{ role: 'user', content }] })).status

  test('are as many as it names, then none', async () => {
    openai.control.set({ fault: { kind: 'status', status: 503, times: 2 } })
    expect([await status('a'), await status('a'), await status('a')]).toEqual([503, 503, 200])
  })

  test('are only those with its text', async () => {
    openai.control.set({ fault: { kind: 'status', status: 503, match: { text: 'boom' } } })
    expect([await status('a'), await status('boom'), await status('boom')]).toEqual([200, 503, 200])
  })

  test('are none after a reset', async () => {
    openai.control.set({ fault: { kind: 'status', status: 500, times: 9 } })
    openai.control.reset()
    expect(await status('a')).toBe(200)
  })

  test('take a fault first, and use up no script when they are refused', async () => {
    openai.control.script([{ text: 'scripted' }])
    expect((await askWith({ kind: 'status', status: 500 }, false)).status).toBe(500)
    expect((await bodyOf(await ask(false))).choices[0].message.content).toBe('scripted')
  })
})

describe('the control', () => {
  test('logs requests and their outcome', async () => {
    await bodyOf(await ask(false, { 'x-trace': 't1' }))
    await post(openai, '/chat/completions', '{"model":')
    expect(openai.control.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { 'x-trace': 't1' },
        body: { model: 'gpt-4o', messages },
        outcome: 'answered',
        status: 200,
      },
      { body: '{"model":', outcome: 'answered', status: 400 },
    ])
  })

  test('logs a client that leaves in the middle', async () => {
    openai.control.set({ perTokenMs: 10_000 })
    const leaving = new AbortController()
    const response = await fetch(`${openai.url}/chat/completions`, { ...request(), signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    await vi.waitFor(() => expect(openai.control.requests[0]?.outcome).toBe('left'))
  })

  test('paces the tokens', async () => {
    openai.control.set({ firstTokenMs: 20, perTokenMs: 5 })
    const started = performance.now()
    const text = await (await ask(true)).text()
    const tokens = chunks(text).length - 2
    expect(performance.now() - started).toBeGreaterThan(20 + (tokens - 1) * 4)
  })

  test('keeps a bounded log', async () => {
    const body = 'x'.repeat(9 * 1024 * 1024)
    for (let count = 0; count < 5; count += 1) await post(openai, '/chat/completions', body)
    expect(openai.control.requests).toHaveLength(3)
  })
})

test('never shows the knowledge of one request in the answer to another', async () => {
  const [one, other] = await Promise.all([
    post(openai, '/chat/completions', { model: 'gpt-4o', messages: chat(BAKERY, 'Who founded the bakery?') }),
    post(openai, '/chat/completions', { model: 'gpt-4o', messages: chat([], 'Who founded the bakery?') }),
  ])
  expect((await bodyOf(one)).choices[0].message.content).toContain('Anna')
  expect((await bodyOf(other)).choices[0].message.content).not.toContain('Anna')
})
