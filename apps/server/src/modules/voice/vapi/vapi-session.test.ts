import { expect, test, vi } from 'vitest'
import type { CallMessage } from '@parlance/contract/voice/protocol'
import type { Ctx } from '../../../lib/ctx.ts'
import type { CallLine, PeopleFollower } from '../session/line.ts'
import { createVapiSession, type VapiSessionDeps } from './vapi-session.ts'

function openSession() {
  const cuts: string[] = []
  const sent: CallMessage[] = []
  const answered = Promise.withResolvers<void>()
  let people: PeopleFollower | undefined
  const connect = vi.fn<VapiSessionDeps['connect']>(() => ({ push: () => {}, hangUp: () => {} }))
  const session = createVapiSession({
    clock: { now: () => 0, after: () => () => {} },
    ctx: { log: { warn: vi.fn(), error: vi.fn() } } as unknown as Ctx,
    speech: { service: { provider: 'none', name: 'None', isOffline: true }, speak: async () => {} },
    turn: { agentId: 'a', visitorId: 'v', isTest: false, draft: false, consent: true, page: {} },
    conversationId: undefined,
    conversations: {
      say: async (_, __, onPart) => {
        onPart({ type: 'text-delta', id: 't', delta: 'We open at nine.' })
        return { conversationId: 'c', turnId: 't', stop: answered.resolve, ended: answered.promise }
      },
      answers: async () => [],
      people: async () => undefined,
      truncate: async (_, { heard }) => void cuts.push(heard),
      changed: () => {},
    },
    unavailable: '',
    followPeople: (_, follower) => {
      people = follower
      return () => {}
    },
    onEnd: async () => {},
    onChange: () => {},
    lines: { failed: '', goodbye: '', broken: '', notTaken: 'Nobody could take the call.' },
    hearsElsewhere: false,
    maxMs: 600_000,
    connect,
    tell: async () => {},
    endReason: () => 'agent_hung_up',
  })
  const line: CallLine = { send: (message) => void sent.push(message), sendSpeech: () => {}, close: vi.fn() }
  const ask = () => session.answer({ said: ['When do you open?'] }, { delta: () => {}, end: () => {} })
  return {
    session,
    line,
    connect,
    cuts,
    sent,
    ask,
    answered,
    take: () => people?.taken(true, 'Ada'),
    waits: (on: boolean, isMissed: boolean) => people?.waits(on, isMissed),
    isFollowed: () => people !== undefined,
  }
}

test('does not connect Vapi for a call that ended before its caller connected', async () => {
  const { session, line, connect, sent } = openSession()
  session.hangUp('credits_exhausted')
  session.connect(line)
  await session.done
  expect(connect).not.toHaveBeenCalled()
  expect(sent.at(-1)).toEqual({ t: 'ended', reason: 'credits_exhausted' })
  expect(line.close).toHaveBeenCalled()
})

test('keeps nothing of an answer that a person’s take-over stopped before it was spoken', async () => {
  const { session, line, cuts, ask, answered, take, isFollowed } = openSession()
  session.connect(line)
  ask()
  await vi.waitFor(() => expect(isFollowed()).toBe(true))
  take()
  await answered.promise
  await vi.waitFor(() => expect(cuts).toEqual(['']))
})

test('says that nobody came once a caller has waited for the team in vain', async () => {
  const { session, line, sent, ask, waits, isFollowed } = openSession()
  session.connect(line)
  ask()
  await vi.waitFor(() => expect(isFollowed()).toBe(true))
  const told = { t: 'agent', gen: 1, text: 'Nobody could take the call.' }
  waits(false, true)
  waits(true, false)
  expect(sent).not.toContainEqual(told)
  waits(false, true)
  await vi.waitFor(() => expect(sent).toContainEqual(told))
})
