import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startOpenAi } from '@parlance/simulators/openai/server'
import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'
import { afterAll, describe, expect, test } from 'vitest'
import { createGuardedFetch } from '../../lib/outbound/guarded-fetch.ts'
import { createKeyCheck } from './check-key.ts'

const KEY = 'sk-the-right-key'
const UNPAID: Record<string, string> = {
  anthropic: 'Your credit balance is too low to access the Anthropic API.',
  google: 'User location is not supported without billing. Please enable billing on your project.',
}
const asked: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
/** Each provider's list and answers, `/anthropic`, `/google`, and faults. Below `/unpaid-…`, only listing works. */
const rude = createServer((request, response) => void answerRudely(request, response))
async function answerRudely(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { url = '', headers } = request
  let body = ''
  for await (const part of request) body += String(part)
  asked.push({ url, headers, body })
  const answer = (status: number, text: string) => response.writeHead(status).end(text)
  const refuse = (status: number) => answer(status, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`)
  if (url.startsWith('/silent')) return undefined
  if (url.startsWith('/half')) return response.writeHead(200, { 'content-length': 1000 }).write('{"data":[')
  if (url.startsWith('/broken')) return response.destroy()
  if (url.startsWith('/elsewhere')) return response.writeHead(302, { location: 'http://127.0.0.1:9/models' }).end()
  if (url.startsWith('/page')) return answer(200, '<!doctype html><h1>Sign in</h1>')
  const [, status] = /^\/status-(\d+)/.exec(url) ?? []
  if (status) return refuse(Number(status))
  const lists = request.method === 'GET'
  const [, unpaid, why = ''] = /^\/unpaid-(\d+)(?:-(\w+))?/.exec(url) ?? []
  if (unpaid && !lists) return answer(Number(unpaid), `{"error":{"message":"${UNPAID[why] ?? 'No.'}"}}`)
  if (url.startsWith('/nothing')) return answer(200, '{"data":[]}')
  if (url.startsWith('/unlisted') && lists) return answer(403, '{}')
  if (url.includes('/anthropic')) {
    if (headers['x-api-key'] !== KEY || !headers['anthropic-version']) return refuse(401)
    return answer(200, lists ? '{"data":[{"id":"claude-haiku-4-5"}]}' : '{"type":"message","content":[]}')
  }
  if (url.includes('/google')) {
    if (headers['x-goog-api-key'] !== KEY) return refuse(400)
    return answer(200, lists ? '{"models":[{"name":"models/gemini-2.5-flash"}]}' : '{"candidates":[{}]}')
  }
  if (headers.authorization !== `Bearer ${KEY}`) return refuse(401)
  return answer(200, lists ? '{"data":[{"id":"llama-mini"},{"id":"llama-large"}]}' : '{"choices":[{}]}')
}
await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(rude.address() as AddressInfo).port}`
const simulator = await startOpenAi()
afterAll(async () => {
  rude.closeAllConnections()
  rude.close()
  await simulator.close()
})

const own = {
  openai: `http://${host}/openai/v1`,
  anthropic: `http://${host}/anthropic/v1`,
  google: `http://${host}/google/v1beta`,
  'openai-compatible': '',
}
const check = createKeyCheck(createGuardedFetch({ allow: [host, new URL(simulator.url).host] }), own, 400)
const at = (path: string, apiKey = KEY, provider: CredentialProvider = 'openai-compatible') =>
  check(provider, { apiKey, baseUrl: `http://${host}${path}` })

test.each(['openai', 'anthropic', 'google'] as const)('%s takes its key at its own address', async (provider) => {
  expect(await check(provider, { apiKey: KEY, baseUrl: '' })).toEqual({ result: 'works', status: 200 })
  expect((await check(provider, { apiKey: 'sk-another-key', baseUrl: '' })).result).toBe('refused')
  const calls = asked.slice(-3)
  const base = new URL(own[provider]).pathname
  expect(calls.map(({ url }) => url.split('?')[0])).toEqual([
    `${base}/models`,
    `${base}${ANSWERS[provider]}`,
    `${base}/models`,
  ])
  expect(calls[1]?.body).toMatch(/"(?:max_tokens|maxOutputTokens)":1\b/)
  for (const { url } of calls) expect(url).not.toContain('sk-')
})
const ANSWERS = {
  openai: '/chat/completions',
  anthropic: '/messages',
  google: '/models/gemini-2.5-flash:generateContent',
}

test.each([
  ['openai', '/unpaid-429', 429],
  ['openai-compatible', '/unpaid-402', 402],
  ['anthropic', '/unpaid-400-anthropic/anthropic', 400],
  ['google', '/unpaid-400-google/google', 400],
] as const)('%s lists its models for a key without credit and answers nothing: %s', async (provider, path, status) => {
  expect(await at(path, KEY, provider)).toEqual({ result: 'limited', status })
})

describe('a server of one’s own', () => {
  test('asks without a key when the server wants none', async () => {
    expect((await at('/mine/v1', '')).result).toBe('refused')
    expect(asked.at(-1)?.headers).not.toHaveProperty('authorization')
    expect((await check('openai', { apiKey: '', baseUrl: '' })).result).toBe('refused')
  })
  test('asks below its URL, whatever the URL ends with', async () => {
    expect((await at('/mine/v1//')).result).toBe('works')
    expect(asked.slice(-2).map(({ url }) => url)).toEqual(['/mine/v1/models', '/mine/v1/chat/completions'])
    expect(asked.at(-1)?.body).toContain('llama-mini')
  })
  test('asks the named model, whether or not it is listed', async () => {
    for (const path of ['/mine/v1', '/nothing', '/unlisted']) {
      await check('openai-compatible', { apiKey: KEY, baseUrl: `http://${host}${path}` }, 'llama-large')
      expect(asked.at(-1)?.body).toContain('llama-large')
    }
    expect((await at('/nothing')).result).toBe('unexpected')
  })

  test('accepts any key but failing ones in the simulator', async () => {
    const ask = (apiKey: string) => check('openai-compatible', { apiKey, baseUrl: simulator.url })
    expect(await ask('sk-anything')).toEqual({ result: 'works', status: 200 })
    expect(await ask('sk-revoked')).toEqual({ result: 'refused', status: 401 })
    expect(await ask('sk-poor')).toEqual({ result: 'limited', status: 429 })
  })

  test.each([
    ['/status-401', 'refused', 401],
    ['/status-403', 'refused', 403],
    ['/status-400', 'refused', 400],
    ['/status-402', 'limited', 402],
    ['/status-429', 'limited', 429],
    ['/status-404', 'unexpected', 404],
    ['/status-500', 'unexpected', 500],
    ['/page', 'unexpected', 200],
  ])('%s: %s', async (path, result, status) => {
    expect(await at(path)).toEqual({ result, status })
  })

  test.each([['/silent'], ['/half'], ['/broken'], ['/elsewhere']])('%s: gives no answer', async (path) => {
    expect(await at(path)).toEqual({ result: 'unreachable' })
  })

  test.each(['http://127.0.0.1:9/v1', 'http://169.254.169.254/v1', 'http://nowhere.invalid/v1', 'not an address'])(
    'no answer comes from %s',
    async (baseUrl) => {
      expect(await check('openai-compatible', { apiKey: KEY, baseUrl })).toEqual({ result: 'unreachable' })
    },
  )
})

test('sends no invalid key', async () => {
  const before = asked.length
  for (const apiKey of ['sk-with a space', 'sk-copied…short', 'sk-two\nlines', 'sk-\u0000']) {
    expect(await at('/mine', apiKey)).toEqual({ result: 'refused' })
  }
  expect(asked).toHaveLength(before)
})
