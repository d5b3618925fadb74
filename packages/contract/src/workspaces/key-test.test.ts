import { describe, expect, test } from 'vitest'
import {
  judgeCompletion,
  judgeList,
  KEY_RESULTS,
  keptVerdict,
  keyMessage,
  type KeyVerdict,
  listedModels,
  readVerdict,
} from './key-test.ts'
import { CREDENTIAL_PROVIDERS } from './schemas.ts'

const list = JSON.stringify({ object: 'list', data: [{ id: 'gpt-4o' }] })
const googleList = JSON.stringify({ models: [{ name: 'models/gemini-2.5-pro' }] })

describe("reading a provider's answer", () => {
  test.each([
    ['openai', 200, list, 'works'],
    ['anthropic', 200, JSON.stringify({ data: [], has_more: false }), 'works'],
    ['google', 200, googleList, 'works'],
    ['openai-compatible', 200, list, 'works'],
    // Another provider's list.
    ['google', 200, list, 'unexpected'],
    ['openai', 200, googleList, 'unexpected'],
    ['openai', 200, '<!doctype html><title>Welcome</title>', 'unexpected'],
    ['openai', 200, '{"data":[{"id":"cut', 'unexpected'],
    ['openai', 200, 'null', 'unexpected'],
    ['openai', 204, '', 'unexpected'],
    ['openai', 401, '{}', 'refused'],
    ['anthropic', 403, '', 'refused'],
    ['google', 400, '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}', 'refused'],
    ['openai-compatible', 400, '{"error":"Incorrect API key provided"}', 'refused'],
    ['openai-compatible', 400, '{"error":"bad request"}', 'unexpected'],
    ['openai-compatible', 402, '', 'limited'],
    ['openai', 429, '{"error":{"code":"insufficient_quota"}}', 'limited'],
    ['openai-compatible', 404, 'not found', 'unexpected'],
    ['openai', 503, '', 'unexpected'],
  ] as const)('%s, %i, %s: %s', (provider, status, body, result) => {
    expect(judgeList(provider, { status, body })).toEqual({ result, status })
  })

  test.each([
    ['openai', 200, '{"choices":[{"message":{"content":"Hello"}}]}', 'works'],
    ['openai', 200, list, 'unexpected'],
    ['openai', 429, '{"error":{"code":"insufficient_quota"}}', 'limited'],
    ['openai', 404, '{"error":{"code":"model_not_found"}}', 'unexpected'],
    ['anthropic', 200, '{"content":[{"type":"text","text":"He"}]}', 'works'],
    ['anthropic', 400, '{"error":{"message":"Your credit balance is too low."}}', 'limited'],
    ['google', 200, '{"candidates":[{"finishReason":"MAX_TOKENS"}]}', 'works'],
    ['google', 403, '{"error":{"message":"This API method requires billing to be enabled."}}', 'limited'],
  ] as const)('an answer of one token: %s, %i, %s: %s', (provider, status, body, result) => {
    expect(judgeCompletion(provider, { status, body })).toEqual({ result, status })
  })

  test('returns the model names in order', () => {
    expect(listedModels('openai', list)).toEqual(['gpt-4o'])
    expect(listedModels('google', googleList)).toEqual(['gemini-2.5-pro'])
    expect(listedModels('openai', 'no list')).toEqual([])
  })
})

const verdicts: KeyVerdict[] = [
  { result: 'works' },
  { result: 'unreachable' },
  { result: 'refused' },
  { result: 'refused', status: 401 },
  { result: 'refused', status: 403 },
  { result: 'limited', status: 402 },
  { result: 'unexpected', status: 404 },
  { result: 'unexpected', status: 503 },
]

test.each(verdicts)('round-trips %o', (verdict) => {
  expect(readVerdict(keptVerdict(verdict))).toEqual(verdict)
})

test('reads results of older releases as unexpected', () => {
  expect(readVerdict('sleepy:418')).toEqual({ result: 'unexpected', status: 418 })
})

test('has a sentence for each result, provider and custom address', () => {
  expect(new Set(verdicts.map(({ result }) => result)).size).toBe(KEY_RESULTS.length)
  for (const provider of CREDENTIAL_PROVIDERS)
    for (const ownAddress of [true, false]) {
      const said = verdicts.map((verdict) => keyMessage(verdict, { provider, ownAddress }).message)
      for (const sentence of said) expect(sentence).toMatch(/^[A-Z].+\.$/)
      expect(said.join(' ')).not.toContain('undefined')
      expect(new Set(said).size).toBe(verdicts.length - 1)
    }
  expect(keyMessage({ result: 'refused', status: 401 }, { provider: 'google', ownAddress: false }).message).toBe(
    'Google rejected this key. Check that it’s complete and still active.',
  )
  const named = { provider: 'openai-compatible', ownAddress: true, model: 'llama' } as const
  expect(keyMessage({ result: 'unexpected', status: 404 }, named).message).toBe(
    'The server doesn’t offer a model named llama. Check the name.',
  )
  const keyless = { provider: 'openai-compatible', ownAddress: true, keyless: true } as const
  expect(keyMessage({ result: 'works', status: 200 }, keyless).message).toBe('The server works without a key.')
  expect(keyMessage({ result: 'refused', status: 401 }, keyless).message).toBe('The server needs a key.')
})
