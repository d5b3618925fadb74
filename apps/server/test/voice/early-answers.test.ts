// Answers that begin before the caller has surely finished: nothing of them is stored or charged to a turn until they have.
import { startOpenAi } from '@parlance/simulators/openai/server'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import type { Message } from '@parlance/contract/conversations/schemas'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { openCaller } from '../helpers/calls.ts'
import { call } from '../helpers/people.ts'

const openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
const app = await startTestServer({
  settings: { models: { openai: { apiKey: openai.key, baseUrl: openai.url } } },
})
afterAll(openai.close)
beforeEach(() => openai.control.reset())
const owner = await app.signUp('eu')
const LONG = 60_000
const WAIT = { timeout: 30_000, interval: 50 }

async function dial() {
  const agent = await app.makeAgent(owner, {
    voiceConfig: { config: { enableWebCalling: true, recordAudio: false } },
    vg_initMessages: [],
    vg_defaultModel: 'openai/gpt-4o',
    vg_systemPrompt: 'Be kind. '.repeat(2200),
    vg_kbEnabled: false,
  })
  const base = `${app.api('eu')}/v2/agents/${agent.id}`
  const { body } = await call<{ data: { callId: string; token: string; socket: string } }>('POST', `${base}/calls`, {
    bearer: newVisitorId(),
  })
  const { callId, token, socket } = body.data
  const caller = openCaller({ url: `${app.running.url.replace('http', 'ws')}${socket}`, token })
  await caller.hear('ready')
  const detail = async () => (await app.must<{ data: CallDetail }>('GET', `${base}/calls/${callId}`, owner.token)).data
  const hangUp = async () => {
    caller.send({ t: 'bye' })
    await caller.hear('ended')
    await expect.poll(async () => (await detail()).state, WAIT).toBe('ended')
    const stored = await detail()
    const { messages } = await app.must<{ messages: Message[] }>(
      'GET',
      `${base}/conversations/${stored.conversationId}`,
      owner.token,
    )
    return { stored, said: messages.filter(({ from }) => from === 'user').map(({ items }) => items) }
  }
  return { caller, hangUp }
}
/** At most, in begun seconds. */
const lineCredits = ({ durationMs }: CallDetail) => (Math.ceil(durationMs / 1000) * 20) / 60
const asked = () =>
  openai.control.requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => JSON.stringify(body))

test(
  'asks the model once when the caller had finished, and charges the turn',
  async () => {
    const { caller, hangUp } = await dial()
    caller.send({ t: 'stt', text: 'When do you open?', final: true })
    await caller.hear('spoken')
    const { stored, said } = await hangUp()
    expect(asked()).toHaveLength(1)
    expect(said).toEqual([[{ type: 'text', text: 'When do you open?' }]])
    expect(stored.answers).toHaveLength(1)
    expect(stored.answers[0]?.credits).toBeGreaterThan(0)
    expect(stored.credits).toBeLessThan(lineCredits(stored) + 1)
  },
  LONG,
)

test(
  'stores only what the caller said in the end, and charges the begun answer to the call',
  async () => {
    const { caller, hangUp } = await dial()
    openai.control.set({ firstTokenMs: 50 })
    caller.frames(10, 8000)
    caller.send({ t: 'stt', text: 'When do you open?', final: true })
    await expect.poll(asked, WAIT).toHaveLength(1)
    caller.send({ t: 'stt', text: 'On Sundays?', final: true })
    caller.frames(20)
    await caller.hear('spoken')
    const { stored, said } = await hangUp()
    expect(asked()).toHaveLength(2)
    expect(asked()[1]).toContain('When do you open? On Sundays?')
    expect(said).toEqual([[{ type: 'text', text: 'When do you open? On Sundays?' }]])
    expect(stored.answers).toHaveLength(1)
    // The prompt of 5,000 tokens was read twice: once for the turn, once for nothing.
    expect(stored.answers[0]?.credits).toBeGreaterThan(10)
    expect(stored.credits).toBeGreaterThan(lineCredits(stored) + 10)
  },
  LONG,
)
