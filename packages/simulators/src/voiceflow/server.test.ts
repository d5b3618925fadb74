import { afterAll, describe, expect, it } from 'vitest'
import { startVoiceflow } from './server.ts'

const simulator = await startVoiceflow()
afterAll(simulator.close)

const KEY = 'VF.DM.6520.secret'
type Trace = { type: string; payload?: { message?: string; buttons?: { name: string; request: { type: string } }[] } }
async function interact(
  action: unknown,
  {
    key = KEY,
    user = 'one',
    headers = {},
    body = {},
  }: { key?: string; user?: string; headers?: Record<string, string>; body?: object } = {},
) {
  const response = await fetch(`${simulator.url}/state/user/${user}/interact`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ action, ...body }),
  })
  const answer = (await response.json()) as Trace[] & { data?: string }
  return { status: response.status, answer }
}
const said = async (action: unknown, options = {}) =>
  (await interact(action, options)).answer
    .flatMap(({ type, payload }) => (type === 'text' ? [payload?.message] : [`<${type}>`]))
    .join(' ')

describe('the demo project', () => {
  it('keeps one conversation for each user, key and version', async () => {
    expect(await said({ type: 'launch' })).toContain('Welcome')
    expect(await said({ type: 'text', payload: 'Where is my order?' })).toContain('order number')
    expect(await said({ type: 'text', payload: '4711' }, { user: 'two' })).toContain('Welcome')
    expect(await said({ type: 'text', payload: '4711' }, { headers: { versionID: 'production' } })).toContain('Welcome')
    expect(await said({ type: 'text', payload: 'none' })).toContain('no order number')
    expect(await said({ type: 'text', payload: '4711' })).toContain('Order 4711 is on its way.')
  })
  it.each([
    [{ type: 'path-teas', payload: { label: 'Our teas' } }, 'Welcome'],
    [{ type: 'path-hours', payload: { label: 'Opening hours' } }, 'We are open'],
    [{ type: 'text', payload: 'your teas please' }, '<carousel>'],
    [{ type: 'path-buy-assam' }, 'Assam is a good choice'],
    [{ type: 'text', payload: 'a gift' }, '<cardV2>'],
    [{ type: 'text', payload: 'a picture' }, '<visual>'],
    [{ type: 'text', payload: 'a human please' }, '<live-agent-handoff>'],
    [{ type: 'text', payload: 'xyz' }, '<no-reply>'],
    [{ type: 'text', payload: 'bye' }, '<end>'],
    [{ type: 'text', payload: 'hours' }, 'Welcome'],
    [{ type: 'text', payload: 'newsletter' }, '<form>'],
    [{ type: 'complete', payload: { first_name: 'Ada', email: 'a@b.c' } }, 'Thank you, Ada. We write to a@b.c.'],
  ])('answers %j', async (action, expected) => {
    expect(await said(action, { user: 'three' })).toContain(expected)
  })
  it('deletes a user on request, and leaves out excluded types', async () => {
    expect(
      (await fetch(`${simulator.url}/state/user/one`, { method: 'DELETE', headers: { authorization: KEY } })).status,
    ).toBe(200)
    expect(await said({ type: 'text', payload: 'hours' })).toContain('Welcome')
    const { answer } = await interact({ type: 'launch' }, { body: { config: { excludeTypes: ['choice'] } } })
    expect(answer.map(({ type }) => type)).toEqual(['block', 'debug', 'path', 'text'])
  })
})

describe('refused calls', () => {
  it.each([
    ['no key', { key: '' }, 401],
    ['a key with a scheme', { key: `Bearer ${KEY}` }, 401],
    ['a key that was revoked', { key: 'VF.DM.revoked' }, 401],
    ['a version it does not know', { headers: { versionID: 'staging' } }, 404],
    ['a project that was never published', { key: 'VF.DM.unpublished', headers: { versionID: 'production' } }, 404],
    ['a user of 200 letters', { user: 'x'.repeat(200) }, 404],
    ['another type of content', { headers: { 'content-type': 'text/plain' } }, 400],
    ['an unknown field', { body: { request: {} } }, 400],
    ['a wrong configuration', { body: { config: { tts: 1 } } }, 400],
    ['an unknown configuration', { body: { config: { speed: 1 } } }, 400],
    ['a wrong state', { body: { state: {} } }, 400],
  ])('%s', async (_, options, status) => {
    const { status: answered, answer } = await interact({ type: 'launch' }, options)
    expect(answered).toBe(status)
    expect(answer.data).toMatch(/\.$/)
  })
  it.each([
    undefined,
    'launch',
    {},
    { type: 7 },
    { type: 'text' },
    { type: 'text', payload: {} },
    { type: 'intent', payload: 'x' },
    { type: 'launch', extra: 1 },
  ])('the action %j', async (action) => expect((await interact(action)).status).toBe(400))
})

describe('its faults', () => {
  it('come in order, for their actions', async () => {
    simulator.fail({ kind: 'status', status: 503, action: 'text' }, { kind: 'garbage', body: '<html>' })
    expect((await interact({ type: 'launch' })).status).toBe(200)
    expect((await interact({ type: 'text', payload: 'x' })).status).toBe(503)
    await expect(interact({ type: 'launch' })).rejects.toThrow()
    expect((await interact({ type: 'launch' })).status).toBe(200)
  })
  it('break connections, send too much, or send what a test scripts', async () => {
    simulator.fail({ kind: 'cut' })
    await expect(interact({ type: 'launch' })).rejects.toThrow()
    simulator.fail({ kind: 'endless' })
    const response = await fetch(`${simulator.url}/state/user/one/interact`, {
      method: 'POST',
      headers: { authorization: KEY, 'content-type': 'application/json' },
      body: '{"action":{"type":"launch"}}',
    })
    const reader = response.body?.getReader()
    for (let size = 0; size < 2_000_000;) size += (await reader?.read())?.value?.length ?? Number.NaN
    await reader?.cancel()
    simulator.script([{ type: 'x' }])
    expect((await interact({ type: 'launch' })).answer).toEqual([{ type: 'x' }])
  })
})
