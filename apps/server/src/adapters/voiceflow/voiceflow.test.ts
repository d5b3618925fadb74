import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startVoiceflow } from '@parlance/simulators/voiceflow/server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { DialogueSession } from '../../modules/conversations/ports.ts'
import { createLog } from '../../lib/log.ts'
import { createVoiceflow } from './voiceflow.ts'

const simulator = await startVoiceflow()
afterAll(simulator.close)
beforeEach(() => {
  simulator.fail()
  simulator.calls.length = 0
})

const log = createLog({ level: 'silent' })
const dialogueOf = (options = {}) =>
  createVoiceflow({ baseUrl: simulator.url, sandboxed: false, log, pauseMs: 1, ...options })
const dialogue = dialogueOf()
const place = (differences: Partial<DialogueSession> = {}): DialogueSession => ({
  key: 'VF.DM.a.b',
  userId: 'someone/else?',
  version: 'production',
  signal: new AbortController().signal,
  ...differences,
})
const launch = (using = dialogue, at = place()) => using.interact(at, { type: 'launch' }, { verbose: false })

describe('a call', () => {
  it('sends key, version and user, and requests only the needed steps', async () => {
    const quiet = await launch()
    const verbose = await dialogue.interact(place(), { type: 'text', payload: 'hours' }, { verbose: true })
    const types = (answer: typeof quiet) =>
      answer.ok ? (answer.traces as { type: string }[]).map(({ type }) => type) : []
    expect(types(quiet)).toEqual(['path', 'text', 'choice'])
    expect(types(verbose)).toEqual(['block', 'debug', 'path', 'text'])
    expect(simulator.calls[0]).toMatchObject({
      userId: 'someone/else?',
      version: 'production',
      headers: { authorization: 'VF.DM.a.b' },
    })
  })
  it('deletes a conversation, or reports that it could not', async () => {
    await launch()
    expect(simulator.users.size).toBeGreaterThan(0)
    expect(await dialogue.forget(place())).toBe(true)
    expect([...simulator.users.keys()].filter((key) => key.includes('someone/else?'))).toEqual([])
    expect(await dialogue.forget(place({ key: 'VF.DM.revoked' }))).toBe(false)
  })
  it.each([
    ['VF.DM.revoked', 'refused', 'rejected the API key'],
    ['VF.DM.unpublished', 'refused', 'Publish it there'],
    ['', 'refused', 'rejected the API key'],
    ['VF.DM.\u20ac', 'refused', 'rejected the API key'],
    ['VF.DM.a\r\nx: y', 'refused', 'rejected the API key'],
  ])('with the key %j is refused once', async (key, kind, detail) => {
    expect(await launch(dialogue, place({ key }))).toMatchObject({
      ok: false,
      kind,
      reason: { message: expect.stringContaining(detail) },
    })
    expect(simulator.calls.length).toBeLessThanOrEqual(1)
  })
})

describe('failures', () => {
  it.each([
    [{ kind: 'status', status: 503 }, 3, 'down'],
    [{ kind: 'status', status: 429, retryAfter: 0 }, 3, 'busy'],
    [{ kind: 'status', status: 429, retryAfter: 3600 }, 1, 'busy'],
    [{ kind: 'status', status: 400 }, 1, 'refused'],
    // The state may have moved on there.
    [{ kind: 'cut' }, 1, 'garbled'],
    [{ kind: 'endless' }, 1, 'garbled'],
    [{ kind: 'garbage', body: '[' }, 1, 'garbled'],
  ] as const)('%j is met after %i calls', async (fault, calls, kind) => {
    simulator.fail(fault, fault, fault, fault)
    const answer = await launch()
    expect(answer).toMatchObject({ ok: false, kind, reason: { message: expect.stringMatching(/Voiceflow.*\.$/) } })
    expect(simulator.calls).toHaveLength(calls)
  })
  it('ends after its timeout, and when the caller aborts', async () => {
    simulator.fail({ kind: 'hang' }, { kind: 'hang' })
    const began = performance.now()
    expect(await launch(dialogueOf({ timeoutMs: 150 }))).toMatchObject({ ok: false, kind: 'down' })
    expect(performance.now() - began).toBeLessThan(2000)
    const controller = new AbortController()
    simulator.fail({ kind: 'hang' })
    const asked = launch(dialogue, place({ signal: controller.signal }))
    await expect.poll(() => simulator.calls.length).toBe(2)
    controller.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
  it('never sends the key elsewhere or includes it in a message', async () => {
    const reached: string[] = []
    const other = createServer((request, response) => {
      reached.push(String(request.headers.authorization))
      response.end('[]')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    const redirect = { kind: 'redirect', location } as const
    simulator.fail(redirect, redirect, redirect)
    expect(await launch()).toMatchObject({ ok: false })
    expect(reached).toEqual([])
    other.close()
    simulator.fail({ kind: 'status', status: 422, body: '{"message":"no such key VF.DM.a.b"}' })
    expect(await launch()).toMatchObject({
      reason: { message: 'Voiceflow rejected the message (status 422): no such key VF.…' },
    })
  })
  it('reports an unreachable server', async () => {
    expect(await launch(dialogueOf({ baseUrl: 'http://127.0.0.1:9' }))).toMatchObject({ ok: false, kind: 'down' })
  })
})
