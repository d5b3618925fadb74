import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import type { ModelCall } from '../../modules/conversations/ports.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { callOptions } from './call-options.ts'
import { createModels } from './models.ts'

const simulator = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
afterAll(simulator.close)
const models = createModels({
  platform: { openai: { apiKey: simulator.key, baseUrl: simulator.url } },
  sandbox: undefined,
  ownKey: () => Promise.resolve(undefined),
  guardedFetch: fetch,
})

const answer: ModelCall = {
  system: 'Help.',
  messages: [{ role: 'user', content: 'When do you open?' }],
  temperature: 0.5,
  maxTokens: 1024,
  signal: new AbortController().signal,
}
const schema = {
  type: 'object',
  properties: { next: { type: 'string' } },
  required: ['next'],
  additionalProperties: false,
}
const decision: ModelCall = { ...answer, maxTokens: 800, json: { name: 'decision', schema } }

test.each([
  ['openai.chat', 'gpt-5', 'low', 'minimal'],
  ['openai.chat', 'gpt-5-nano', 'low', 'minimal'],
  ['openai.chat', 'gpt-5.2', 'low', 'low'],
  ['openai.chat', 'o4-mini', 'low', 'low'],
  ['google.generative-ai', 'gemini-2.5-pro', 'minimal', 'none'],
  ['google.generative-ai', 'gemini-2.5-flash', 'minimal', 'none'],
  ['google.generative-ai', 'gemini-2.5-flash-lite', 'none', 'none'],
  ['openai.chat', 'gpt-5-chat-latest', undefined, undefined],
  ['openai.chat', 'gpt-4o', undefined, undefined],
  ['anthropic.messages', 'claude-sonnet-4-5', undefined, undefined],
])('%s’s %s thinks for an answer %s, for JSON %s', (provider, modelId, forAnswer, forJson) => {
  const [said, decided] = [answer, decision].map((call) => callOptions(call, { provider, modelId }))
  expect([said?.reasoning, decided?.reasoning]).toEqual([forAnswer, forJson])
  const room = forAnswer === undefined ? 0 : 2048
  expect([said?.maxOutputTokens, decided?.maxOutputTokens]).toEqual([1024 + room, 800 + room])
})

test.each([
  ['answers', answer, 'low'],
  ['decides', decision, 'minimal'],
])(
  'a model %s although it has thought for longer than its text may be, and all of it is charged',
  async (_, call, effort) => {
    simulator.control.set({ fault: { kind: 'thinks', tokens: 1500 } })
    simulator.control.script([{ text: '{"next":"stay"}' }])
    const model = await models.open({} as Ctx, 'w', 'gpt-5')
    let text = ''
    const end = await model.stream(call, (delta) => (text += delta))
    expect(text).toBe('{"next":"stay"}')
    expect(end.usage?.outputTokens).toBeGreaterThan(1500)
    expect(simulator.control.requests.at(-1)?.body).toMatchObject({ model: 'gpt-5', reasoning_effort: effort })
  },
)
