import type { Agent, AgentConfig } from '@parlance/core/agents/agents'
import { mergeConfig, newAgentConfig } from '@parlance/core/agents/draft'
import { expect, test, vi } from 'vitest'
import { copyOf, isPublished, saveStatus } from './draft-state.ts'
import { createDraftStore, type DraftCalls } from './draft-store.ts'

const OWNED = { ID: 'A', ownerID: 'w', lastModified: 1, SECRET_API_KEY: 'k', internal: {}, ts: 1, userId: 'u' }
class Stale extends Error {}

/** A server in memory with the versions of the real one; `fail` makes the next call fail. */
function fakeServer() {
  const server = {
    published: newAgentConfig({ title: 'Ada' }),
    draft: undefined as AgentConfig | undefined,
    version: 1,
    backups: 0,
    saves: [] as Partial<AgentConfig>[],
    fail: undefined as Error | undefined,
  }
  const guard = (version: number) => {
    const { fail } = server
    server.fail = undefined
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
      server.draft = mergeConfig(server.draft ?? server.published, patch)
      server.version += 1
      return { config: server.draft, version: server.version }
    },
    publish: async (config, version) => {
      guard(version)
      server.published = config
      server.draft = undefined
      server.version += 1
      return { data: agent(), version: server.version }
    },
    backup: async () => {
      server.backups += 1
    },
    discard: async () => {
      server.draft = undefined
    },
    isStale: (error) => error instanceof Stale,
    sentence: (error) => (error as Error).message,
    changed: () => undefined,
  }
  return { server, calls }
}
async function open(pause = 60_000) {
  const { server, calls } = fakeServer()
  const store = createDraftStore(copyOf(await calls.get()), calls, pause)
  return { server, store }
}

test('edits are gathered and saved once, a moment after the last one', async () => {
  const { server, store } = await open(5)
  store.edit({ title: 'B' })
  store.edit({ title: 'Bea' })
  await vi.waitFor(() => expect(saveStatus(store.getState())).toBe('saved'))
  expect(server.saves).toEqual([{ title: 'Bea' }])
})

test('publishing saves what is unsaved first, then publishes and keeps a version', async () => {
  const { server, store } = await open()
  store.edit({ title: 'Bea' })
  expect(await store.publish()).toBe(true)
  expect(server.published.title).toBe('Bea')
  expect(server.backups).toBe(1)
  expect(isPublished(store.getState())).toBe(true)
})

test('a newer version elsewhere is a conflict; keeping mine saves on top of it', async () => {
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

test('a failed save keeps the edit and can be sent again', async () => {
  const { server, store } = await open()
  server.fail = new Error('The server could not be reached.')
  store.edit({ title: 'Bea' })
  expect(await store.flush()).toBe(false)
  expect(store.getState()).toMatchObject({ failure: 'The server could not be reached.', config: { title: 'Bea' } })
  expect(await store.flush()).toBe(true)
  expect(server.draft?.title).toBe('Bea')
})

test('an agent that cannot be saved as it is stays unsaved and is not published', async () => {
  const { server, store } = await open()
  store.edit({ vgOptions: { maxChunkSize: 10 } })
  expect(await store.publish()).toBe(false)
  expect(server.saves).toEqual([])
})

test('discarding goes back to the published copy', async () => {
  const { server, store } = await open()
  store.edit({ title: 'Bea' })
  await store.flush()
  await store.discard()
  expect(server.draft).toBeUndefined()
  expect(store.getState().config.title).toBe('Ada')
})
