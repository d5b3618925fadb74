import { englishOf } from '@parlance/i18n/messages'
import { expect, test, vi } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createLog } from '../../../lib/log.ts'
import { holdGateway, keepGateway, releaseGateway } from '../../provider-webhooks/gateways.repository.ts'
import { createListeners, type ListenerDeps } from './listeners.ts'
import type { ChannelAdapter, ListenDeps } from '../ports.ts'

const dbs = await freshDatabases()
const db = dbs.identity.db
const log = createLog({ level: 'silent' })
const gateways: ListenerDeps['gateways'] = {
  hold: (provider, node, ms) => holdGateway(db, { provider, node, ms }),
  keep: (provider, node, state) => keepGateway(db, { provider, node, state }),
  report: async () => undefined,
  release: (provider, node) => releaseGateway(db, { provider, node }),
  isConnected: async () => true,
  take: async () => undefined,
}

test('lets one process listen, and the next resume', async () => {
  const heard: { node: string; state: unknown }[] = []
  const nodeOf = (node: string) => {
    const listen = async ({ state, keep, signal }: ListenDeps) => {
      heard.push({ node, state })
      await keep({ seq: heard.length })
      // It may have been stopped meanwhile.
      if (signal.aborted) return
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    }
    const adapters = [{ channel: 'discord', listen } as Partial<ChannelAdapter> as ChannelAdapter]
    return createListeners({
      adapters,
      node,
      log,
      gateways,
      sayIn: async () => englishOf,
      accountsWith: async () => [],
    })
  }
  const [first, second] = [nodeOf('one'), nodeOf('two')]
  first.start()
  await vi.waitFor(() => expect(heard).toEqual([{ node: 'one', state: null }]), { timeout: 20_000 })
  second.start()
  expect(await gateways.hold('discord', 'two', 1000)).toBeUndefined()
  await first.close()
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ node: 'two', state: { seq: 1 } }), { timeout: 20_000 })
  await second.close()
  expect(await gateways.hold('discord', 'three', 1000)).toEqual({ state: { seq: 2 } })
}, 60_000)

test('takes over from a dead process after its lease', async () => {
  expect(await gateways.hold('else', 'gone', 50)).toEqual({ state: null })
  await vi.waitFor(async () => expect(await gateways.hold('else', 'next', 1000)).toEqual({ state: null }), {
    timeout: 20_000,
  })
})
