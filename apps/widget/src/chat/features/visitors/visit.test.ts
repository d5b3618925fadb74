// Visits with the real reducer, storage and decisions; only the server is faked.
import type { Identified } from '@parlance/contract/conversations/identity'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '../../../testing/host.ts'
import { sampleAgent, sampleTranscript } from '../../../testing/sample.ts'
import { type Api } from '../../api.ts'
import { Refusal } from '../../refusal.ts'
import { createChatController } from '../../chat-controller.ts'
import { openVisitorStorage, openIdentity, storageKey, type VisitorStorage } from '../../identity.ts'
import { openQueue } from '../../queue-storage.ts'
import { startVisit } from '../../start-visit.ts'
import { createConsent } from './consent-state.ts'

const key = storageKey('eu', 'one')
const keyOf = (name: string) => `vis_${name.padEnd(28, 'x')}`
const token = (sub: string, more = '') => `e30.${btoa(JSON.stringify({ sub, more }))}.x`
const tokenSub = (text: string) => (JSON.parse(atob(text.split('.')[1] ?? '')) as { sub: string }).sub
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

interface Options {
  readonly agent?: Parameters<typeof sampleAgent>[0]
  readonly first?: string
  readonly shelves?: (() => VisitorStorage)[]
  readonly identify?: (token: string, bearer: string) => Promise<Identified>
}
/** One page of this browser. */
function page({ agent: over = {}, first, shelves = [() => localStorage], identify }: Options = {}) {
  const calls: string[] = []
  const told: string[] = []
  let say: (token: string | null) => void = () => undefined
  const host = fakeHost(
    {},
    {
      onUser: (listener) => {
        say = listener
        if (first !== undefined) listener(first)
      },
      unread: (count) => void told.push(`unread ${count}`),
      talking: (yes) => void told.push(`talking ${yes}`),
    },
  )
  const agent = sampleAgent(over)
  const visitorStorage = openVisitorStorage(shelves)
  const identity = openIdentity(key, visitorStorage)
  const believe = async (given: string, bearer: string): Promise<Identified> => {
    const sub = tokenSub(given)
    calls.push(`identify ${sub} ${bearer === '' ? '-' : 'bearer'}`)
    if (sub === 'bad') throw new Refusal(401, 'IDENTITY_INVALID', 0)
    const conversationId = sub === 'new' ? null : `of-${sub}`
    return { visitorId: keyOf(sub), name: '', email: '', merged: bearer === '' ? 0 : 1, conversationId }
  }
  const api = {
    usage: async () => (calls.push('usage'), { shouldContinue: true, hasEverPaid: true }),
    live: () => new Promise<void>(() => undefined),
    transcript: async (id: string) => {
      calls.push(`load ${id} ${identity.visitorId().slice(0, 7)}`)
      const transcript = sampleTranscript([])
      return { ...transcript, conversation: { ...transcript.conversation, id } }
    },
    own: async (_path: string, { token: given }: { token: string }, bearer: string) => ({
      data: await (identify ?? believe)(given, bearer),
    }),
    post: async ({ visitorId }: { visitorId: string }) => void calls.push(`post ${visitorId.slice(0, 7)}`),
  } as unknown as Api
  const queue = openQueue(key, undefined, identity.visitorId)
  const controller = createChatController({
    api,
    identity,
    queue,
    key,
    consents: agent.consentRequired,
    language: () => 'en',
    page: () => undefined,
    tell: () => undefined,
  })
  const createConsentIf = agent.consentRequired ? createConsent : undefined
  startVisit({ agent, key, visitorStorage, identity, queue, api, controller, host, createConsent: createConsentIf })
  return {
    calls,
    told,
    controller,
    identity,
    say: (next: string | null) => say(next),
    stored: () => JSON.stringify({ ...localStorage }),
  }
}
/** An earlier anonymous visit with a conversation. */
function earlier(): string {
  const identity = openIdentity(key, openVisitorStorage([() => localStorage]))
  identity.enterNameless()
  identity.remember('conv')
  return identity.visitorId()
}
const settled = (one: ReturnType<typeof page>, who: string) =>
  vi.waitFor(() => expect(one.identity.visitorId()).toBe(who), 10_000)

describe('names', () => {
  test('continues an anonymous visit', () => {
    const who = earlier()
    const one = page()
    expect(one.identity.visitorId()).toBe(who)
    expect(one.calls).toContain(`load conv ${who.slice(0, 7)}`)
    one.say(null)
    expect(one.identity.visitorId()).toBe(who)
  })

  test('keeps no key of an identified visitor, and merges the anonymous conversation into theirs', async () => {
    const before = earlier()
    const one = page({ first: token('ada') })
    await settled(one, keyOf('ada'))
    expect(one.calls).toEqual(['usage', 'identify ada bearer', 'load of-ada vis_ada'])
    expect(one.stored()).not.toContain(keyOf('ada'))
    expect(one.stored()).not.toContain(before)
    const next = page()
    expect([keyOf('ada'), before]).not.toContain(next.identity.visitorId())
    expect(next.controller.state().conversationId).toBeUndefined()
  })

  test('never shows one person on a browser the data of another', async () => {
    const one = page({ first: token('ada') })
    await settled(one, keyOf('ada'))
    one.controller.send('A secret of Ada')
    const drawn = one.controller.state().person
    one.say(token('adam'))
    one.controller.send('Adam’s words')
    one.say(token('eve'))
    expect(one.controller.state()).toMatchObject({ entries: [], conversationId: undefined, ready: false, held: true })
    expect(one.identity.visitorId()).toBe('')
    await settled(one, keyOf('eve'))
    expect(one.calls).toContain('identify eve -')
    expect(one.controller.state()).toMatchObject({ conversationId: 'of-eve', held: false })
    expect(one.controller.state().person).toBeGreaterThan(drawn)
    one.say(null)
    expect(one.identity.visitorId()).not.toBe(keyOf('eve'))
    expect(one.controller.state()).toMatchObject({ entries: [], conversationId: undefined, ready: true })
    expect(one.told.at(-1)).toBe('talking false')
    expect(one.stored()).not.toMatch(/vis_(ada|eve)/)
  })

  test('treats a visitor with an invalid token as a new guest and stores nothing', async () => {
    const before = earlier()
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const one = page({ first: token('bad') })
    await vi.waitFor(() => expect(one.controller.state().ready).toBe(true))
    expect(warn).toHaveBeenCalledWith(expect.any(String), 'IDENTITY_INVALID')
    expect(one.identity.visitorId()).not.toBe(before)
    one.identity.remember('secret')
    expect(one.stored()).not.toContain('secret')
    expect(page().identity.visitorId()).toBe(before)
    warn.mockRestore()
  })

  test('sends text written during verification under the verified name', async () => {
    const one = page()
    one.say(token('new'))
    one.controller.send('Hello')
    await settled(one, keyOf('new'))
    await vi.waitFor(() => expect(one.calls).toContain('post vis_new'))
    expect(one.calls.join()).not.toMatch(/post vis_(?!new)/)
  })

  test('sends text written during the first verification too', async () => {
    for (const sub of ['ada', 'bad']) {
      const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
      earlier()
      const one = page({ first: token(sub) })
      one.controller.send('Hello')
      await vi.waitFor(() => expect(one.calls.at(-1)).toBe(`post ${one.identity.visitorId().slice(0, 7)}`))
      expect(one.calls.join()).toContain('identify')
      warn.mockRestore()
    }
  })

  test('retries when the server is unreachable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const identify = vi.fn<NonNullable<Options['identify']>>()
    identify.mockRejectedValueOnce(new Refusal(503, 'UNAVAILABLE', 0)).mockRejectedValueOnce(new TypeError('away'))
    identify.mockResolvedValue({ visitorId: keyOf('ada'), name: '', email: '', merged: 0, conversationId: null })
    const one = page({ first: token('ada'), identify })
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2000)
      expect(one.identity.visitorId()).toBe(keyOf('ada'))
    })
    expect(identify).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })

  test('notifies other tabs when a visitor leaves', async () => {
    const [one, two, eve] = [
      page({ first: token('ada') }),
      page({ first: token('ada') }),
      page({ first: token('eve') }),
    ]
    await Promise.all([settled(one, keyOf('ada')), settled(two, keyOf('ada')), settled(eve, keyOf('eve'))])
    one.say(null)
    await vi.waitFor(() => expect(two.identity.visitorId()).toBe(one.identity.visitorId()))
    expect(two.controller.state()).toMatchObject({ entries: [], conversationId: undefined })
    expect(eve.identity.visitorId()).toBe(keyOf('eve'))
  })

  test('works in memory when all storage is denied', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const one = page({ first: token('ada'), shelves: [denied, denied] })
    await settled(one, keyOf('ada'))
    one.say(null)
    expect(one.identity.visitorId()).toMatch(/^vis_/)
    expect(one.identity.visitorId()).not.toBe(keyOf('ada'))
  })
})

describe('consent', () => {
  const agent = { consentRequired: true, consentText: 'Our terms.' }
  const agree = (one: ReturnType<typeof page>) => one.controller.dispatch({ type: 'consent', is: '' })

  test('is asked before any request and before anything is stored', async () => {
    const one = page({ agent, first: token('ada') })
    one.controller.send('Too early')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([one.calls, one.stored(), one.controller.state().consent]).toEqual([[], '{}', 'asked'])
    one.controller.dispatch({ type: 'consent', is: 'declined' })
    expect([one.calls, one.stored()]).toEqual([[], '{}'])
    one.controller.dispatch({ type: 'consent', is: 'asked' })
    agree(one)
    await settled(one, keyOf('ada'))
    expect(one.calls).toContain('identify ada -')
  })

  test('is stored for the exact text', () => {
    agree(page({ agent }))
    expect(page({ agent }).controller.state().consent).toBe('')
    expect(page({ agent: { ...agent, consentText: 'Other terms.' } }).controller.state().consent).toBe('asked')
    expect(page({ agent: { ...agent, consentRequired: false } }).controller.state().consent).toBe('')
  })

  test('is stored per person', async () => {
    const one = page({ agent, first: token('ada') })
    agree(one)
    await settled(one, keyOf('ada'))
    one.say(token('eve'))
    expect(one.controller.state()).toMatchObject({ consent: 'asked', entries: [], ready: false })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(one.calls.join()).not.toContain('eve')
    agree(one)
    await settled(one, keyOf('eve'))
    one.say(null)
    expect(one.controller.state().consent).toBe('asked')
    expect(page({ agent }).controller.state().consent).toBe('asked')
    agree(one)
    await vi.waitFor(() => expect(one.controller.state()).toMatchObject({ ready: true, conversationId: undefined }))
  })
})
