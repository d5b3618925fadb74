import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { mergeConfig, newAgentConfig } from '@parlance/engine/agents/draft'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { afterEach, expect, test, vi } from 'vitest'
import { copyOf, isPublished, saveStatus } from './draft-state.ts'
import { createDraftStore, type DraftCalls } from './draft-store.ts'
import { widgetPart } from '../widget/widget-part.ts'

const OWNED = { ID: 'A', ownerID: 'w', lastModified: 1, SECRET_API_KEY: 'k', internal: {}, ts: 1, userId: 'u' }
class Stale extends Error {}
class Outage extends Error {}

/** An in-memory server with versions; `fail` makes the next call fail. */
function fakeServer() {
  const server = {
    published: newAgentConfig({ title: 'Ada' }),
    draft: undefined as AgentConfig | undefined,
    version: 1,
    backups: 0,
    /** How many of the next backups fail. */
    failingBackups: 0,
    saves: [] as Partial<AgentConfig>[],
    fail: undefined as Error | undefined,
    /** Every call fails with it until cleared. */
    outage: undefined as Error | undefined,
    tries: 0,
  }
  const online = new Set<() => void>()
  const guard = (version: number) => {
    const fail = server.fail ?? server.outage
    server.fail = undefined
    server.tries += 1
    if (fail) throw fail
    if (version < server.version) throw new Stale('stale')
  }
  const agent = (): Agent => ({ ...server.published, ...OWNED })
  const calls: DraftCalls = {
    get: async () => ({
      data: agent(),
      version: server.version,
      draft: server.draft ? { config: server.draft, version: server.version } : null,
    }),
    saveDraft: async (patch, version) => {
      guard(version)
      server.saves.push(patch)
      const draft = mergeConfig(server.draft ?? server.published, patch)
      server.version += 1
      server.draft = sameConfig(draft, server.published) ? undefined : draft
      return server.draft ? { config: server.draft, version: server.version } : null
    },
    publish: async (fields, version) => {
      guard(version)
      server.published = mergeConfig(server.published, fields)
      const draft = server.draft && mergeConfig(server.draft, fields)
      server.draft = draft && !sameConfig(draft, server.published) ? draft : undefined
      server.version += 1
      return { data: agent(), version: server.version }
    },
    backup: async () => {
      if (server.failingBackups-- > 0) throw new Outage('away')
      server.backups += 1
    },
    discard: async () => {
      server.draft = undefined
      server.version += 1
    },
    isStale: (error) => error instanceof Stale,
    isTransient: (error) => error instanceof Outage,
    isLost: (error) => error instanceof Outage,
    whenOnline: (listener) => {
      online.add(listener)
      return () => void online.delete(listener)
    },
    sentence: (error) => (error as Error).message,
    changed: () => undefined,
  }
  return { server, calls, online }
}
async function open(pause = 60_000) {
  const { server, calls, online } = fakeServer()
  const store = createDraftStore(copyOf(await calls.get()), calls, pause)
  return { server, calls, store, online }
}
afterEach(() => void vi.useRealTimers())

test('saves edits once, shortly after the last one', async () => {
  const { server, store } = await open(5)
  store.edit({ title: 'B' })
  store.edit({ title: 'Bea' })
  await vi.waitFor(() => expect(saveStatus(store.getState())).toBe('saved'))
  expect(server.saves).toEqual([{ title: 'Bea' }])
})

test('saves before publishing, then publishes and keeps a version', async () => {
  const { server, store } = await open()
  store.edit({ title: 'Bea' })
  expect(await store.publish()).toBe(true)
  expect(server.published.title).toBe('Bea')
  expect(server.backups).toBe(1)
  expect(isPublished(store.getState())).toBe(true)
})

test.each([
  ['is kept at the second try', 1, 1],
  ['cannot be kept', 2, 0],
])('counts as published when its version %s', async (_what, failingBackups, backups) => {
  const { server, store } = await open()
  server.failingBackups = failingBackups
  store.edit({ title: 'Bea' })
  expect(await store.publish()).toBe(true)
  expect(isPublished(store.getState())).toBe(true)
  expect([server.backups, store.getState().failure]).toEqual([backups, ''])
})

test('publishes changes of widget settings and keeps the unfinished rest in the draft', async () => {
  const { server, calls } = fakeServer()
  server.draft = { ...server.published, vg_systemPrompt: 'Half a prom', theme: 'pink-dark' }
  const store = createDraftStore(copyOf(await calls.get()), calls, 60_000)
  store.edit({ description: 'Knows ships' })
  expect(await store.publish(widgetPart)).toBe(true)
  const { theme, vg_systemPrompt } = newAgentConfig({ title: 'Ada' })
  expect(server.published).toMatchObject({ description: 'Knows ships', theme, vg_systemPrompt })
  expect(server.draft).toMatchObject({ description: 'Knows ships', theme: 'pink-dark', vg_systemPrompt: 'Half a prom' })
  // State and base of the next save come from the server.
  expect(store.getState()).toMatchObject({
    config: server.draft,
    copy: { draft: server.draft, version: server.version },
  })
  expect(isPublished(store.getState())).toBe(false)
  // Nothing else changed here, so Save takes what its pages show, without the prompt.
  expect(widgetPart(store.getState())).toEqual({ theme: 'pink-dark' })
  store.edit({ title: 'Bea' })
  expect(await store.publish()).toBe(true)
  expect(server.published).toMatchObject({ title: 'Bea', theme: 'pink-dark', vg_systemPrompt: 'Half a prom' })
})

test('reports a newer version as a conflict, and saves on top of it when keeping mine', async () => {
  const { server, store } = await open()
  server.draft = { ...server.published, description: 'theirs' }
  server.version = 5
  store.edit({ title: 'Bea' })
  expect(await store.flush()).toBe(false)
  expect(store.getState().theirs?.draft.description).toBe('theirs')
  await store.resolve('keepMine')
  expect(server.draft).toMatchObject({ title: 'Bea', description: 'theirs' })
  expect(saveStatus(store.getState())).toBe('saved')
})

test('keeps the edit after a failed save and can resend it', async () => {
  const { server, store } = await open()
  server.fail = new Error('We couldn’t reach the server.')
  store.edit({ title: 'Bea' })
  expect(await store.flush()).toBe(false)
  expect(store.getState()).toMatchObject({ failure: 'We couldn’t reach the server.', config: { title: 'Bea' } })
  expect(await store.flush()).toBe(true)
  expect(server.draft?.title).toBe('Bea')
})

test('sends one save at a time when several wait for one that fails', async () => {
  const { server, store } = await open()
  server.fail = new Error('Not valid.')
  store.edit({ title: 'Bea' })
  expect(await Promise.all([store.flush(), store.flush(), store.flush()])).toEqual([false, true, true])
  expect(server.saves).toEqual([{ title: 'Bea' }])
  expect(store.getState().theirs).toBeNull()
})

test('saves an edit made while publishing after it', async () => {
  const { server, calls, store } = await open()
  const { publish } = calls
  let go = () => {}
  calls.publish = async (fields, version) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    return publish(fields, version)
  }
  store.edit({ title: 'Bea' })
  const published = store.publish()
  await vi.waitFor(() => expect(store.getState().publishing).toBe(true))
  store.edit({ title: 'Cleo' })
  const saved = store.flush()
  go()
  expect(await Promise.all([published, saved])).toEqual([true, true])
  expect(store.getState().theirs).toBeNull()
  expect([server.published.title, server.draft?.title]).toEqual(['Bea', 'Cleo'])
  expect(server.saves).toEqual([{ title: 'Bea' }, { title: 'Cleo' }])
})

test('neither saves nor publishes an invalid agent', async () => {
  const { server, store } = await open()
  store.edit({ vgOptions: { maxChunkSize: 10 } })
  expect(await store.publish()).toBe(false)
  expect(server.saves).toEqual([])
})

test('returns to the published copy when discarding', async () => {
  const { server, store } = await open()
  store.edit({ title: 'Bea' })
  await store.flush()
  await store.discard()
  expect(server.draft).toBeUndefined()
  expect(store.getState().config.title).toBe('Ada')
  store.edit({ title: 'Cleo' })
  expect(await store.flush()).toBe(true)
  expect(server.draft).toMatchObject({ title: 'Cleo' })
})

test('returns to the published copy when someone else discarded the draft', async () => {
  const { server, calls, store } = await open()
  store.edit({ title: 'Bea' })
  await store.flush()
  await calls.discard()
  store.loaded(copyOf(await calls.get()))
  expect(store.getState().config.title).toBe('Ada')
  expect(isPublished(store.getState())).toBe(true)
  expect(server.draft).toBeUndefined()
})

test('goes on saving after every change was undone', async () => {
  const { server, store } = await open()
  for (const title of ['Bea', 'Ada', 'Cleo']) {
    store.edit({ title })
    expect(await store.flush(), title).toBe(true)
    expect(server.draft?.title).toBe(title === 'Ada' ? undefined : title)
  }
})

test('reports a draft that someone else began right after every change was undone', async () => {
  const { server, calls, store } = await open()
  store.edit({ title: 'Bea' })
  await store.flush()
  const { get } = calls
  calls.get = () => {
    server.draft = { ...server.published, description: 'theirs' }
    server.version += 1
    return get()
  }
  store.edit({ title: 'Ada' })
  expect(await store.flush()).toBe(false)
  expect(store.getState().theirs?.draft.description).toBe('theirs')
})

test('saves by itself after an outage, with pauses from 2 s to 30 s, and keeps the text', async () => {
  vi.useFakeTimers()
  const { server, store } = await open(800)
  server.outage = new Outage('We couldn’t reach the server.')
  store.edit({ title: 'Bea' })
  await vi.advanceTimersByTimeAsync(800)
  expect(server.tries).toBe(1)
  for (const [index, pause] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(server.tries, `before pause ${index} is over`).toBe(index + 1)
    expect(saveStatus(store.getState())).toBe('retrying')
    expect(store.getState().failure).toBe('We couldn’t reach the server.')
    await vi.advanceTimersByTimeAsync(1)
    expect(server.tries, `after pause ${index}`).toBe(index + 2)
  }
  server.outage = undefined
  await vi.advanceTimersByTimeAsync(30_000)
  expect(server.draft?.title).toBe('Bea')
  expect(store.getState()).toMatchObject({ failure: '', retrying: false })
  expect(saveStatus(store.getState())).toBe('saved')
  server.outage = new Outage('gone again')
  store.edit({ title: 'Bee' })
  await vi.advanceTimersByTimeAsync(800)
  server.outage = undefined
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.draft?.title).toBe('Bee')
})

test('retries at once when the browser is online again, and listens only while waiting', async () => {
  vi.useFakeTimers()
  const { server, store, online } = await open(800)
  server.outage = new Outage('offline')
  store.edit({ title: 'Bea' })
  await vi.advanceTimersByTimeAsync(800)
  expect(online.size).toBe(1)
  server.outage = undefined
  for (const listener of online) listener()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.draft?.title).toBe('Bea')
  expect(online.size).toBe(0)
  const { tries } = server
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.tries).toBe(tries)
})

test('waits for the next edit after a permanent refusal', async () => {
  vi.useFakeTimers()
  const { server, store } = await open(800)
  server.fail = new Error('Not valid.')
  store.edit({ title: 'Bea' })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.tries).toBe(1)
  expect(saveStatus(store.getState())).toBe('failed')
  store.edit({ title: 'Bee' })
  await vi.advanceTimersByTimeAsync(800)
  expect(server.draft?.title).toBe('Bee')
})

test('retries nothing after the agent was left, not even for a save that ends later', async () => {
  vi.useFakeTimers()
  const { server, store, online } = await open(800)
  server.outage = new Outage('offline')
  store.edit({ title: 'Bea' })
  const flushed = store.flush()
  store.stop()
  await flushed
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.tries).toBe(1)
  expect(online.size).toBe(0)
})

test('does not repeat a failed publish, and counts the draft as saved', async () => {
  vi.useFakeTimers()
  const { server, store } = await open()
  store.edit({ title: 'Bea' })
  await store.flush()
  server.fail = new Outage('offline')
  expect(await store.publish()).toBe(false)
  expect(store.getState().failure).toBe('offline')
  expect(saveStatus(store.getState())).toBe('saved')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.published.title).toBe('Ada')
})

test('distinguishes an unanswered publish from a refused one, and retries neither', async () => {
  const { server, store } = await open()
  server.outage = new Outage('offline')
  expect(await store.publish()).toBe(false)
  expect(store.getState()).toMatchObject({ failure: 'offline', lost: true, retrying: false })
  server.outage = undefined
  server.fail = new Error('Not valid.')
  expect(await store.publish()).toBe(false)
  expect(store.getState()).toMatchObject({ failure: 'Not valid.', lost: false, retrying: false })
  expect(await store.publish()).toBe(true)
})
