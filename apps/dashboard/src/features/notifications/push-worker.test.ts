// The worker as browsers run it, with faked browser APIs.
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = await readFile(`${import.meta.dirname}/../../../public/push-worker.js`, 'utf8')
const subscriptionAt = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a', more: 'x' } }),
  unsubscribe: () => Promise.resolve(true),
})

/** Answers the worker's calls after a subscription has expired. */
async function renewed(address: string, { old, isOurs = true }: { old?: string; isOurs?: boolean }) {
  const calls: { path: string; body: unknown; as: string | undefined }[] = []
  const listeners = new Map<string, (event: object) => void>()
  const keys: unknown[] = []
  const worker = {
    location: new URL(address, 'https://app.example'),
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
    registration: {
      pushManager: {
        subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
          keys.push(applicationServerKey)
          return Promise.resolve(subscriptionAt('https://push.example/new'))
        },
      },
    },
  }
  const fetch = (path: string, init: { body?: string; headers: Record<string, string> }) => {
    calls.push({ path, body: init.body && (JSON.parse(init.body) as unknown), as: init.headers['x-parlance-act-as'] })
    const data = path.endsWith('/check') ? { isSubscribed: isOurs } : { publicKey: 'KEY' }
    return Promise.resolve({ ok: true, json: () => Promise.resolve({ data }) })
  }
  runInNewContext(source, { self: worker, fetch, URL })
  let done: Promise<unknown> = Promise.resolve()
  listeners.get('pushsubscriptionchange')?.({
    oldSubscription: old ? subscriptionAt(old) : null,
    newSubscription: null,
    waitUntil: (work: Promise<unknown>) => (done = work),
  })
  await done
  return { calls, keys }
}

const BASE = '/api/eu/v2/workspaces/w%2F1/notifications'
const fresh = { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }

test('replaces an expired subscription with one of the same person', async () => {
  const { calls, keys } = await renewed('/push-worker.js?region=eu&uid=w%2F1', { old: 'https://push.example/old' })
  expect(keys).toEqual(['KEY'])
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    [`${BASE}/push/check`, { endpoint: 'https://push.example/old' }],
    [`${BASE}/push-key`, undefined],
    [`${BASE}/push`, fresh],
    [`${BASE}/push/remove`, { endpoint: 'https://push.example/old' }],
  ])
  expect(calls.every(({ as }) => as === undefined)).toBe(true)
})

test('authenticates as the client user', async () => {
  const { calls } = await renewed('/push-worker.js?region=eu&uid=w%2F1&client=1', { old: 'https://push.example/old' })
  expect(calls.map(({ path, as }) => [path, as])).toEqual([
    [`${BASE}/push/check`, 'client'],
    [`${BASE}/push-key`, 'client'],
    [`${BASE}/push`, 'client'],
    [`${BASE}/push/remove`, 'client'],
  ])
})

test('does not subscribe when the server has forgotten the user, or nobody is named', async () => {
  const forgotten = await renewed('/push-worker.js?region=eu&uid=w%2F1', {
    old: 'https://push.example/old',
    isOurs: false,
  })
  expect([forgotten.calls.length, forgotten.keys]).toEqual([1, []])
  expect((await renewed('/push-worker.js?region=eu&uid=w%2F1', {})).calls).toEqual([])
  expect((await renewed('/push-worker.js', { old: 'https://push.example/old' })).calls).toEqual([])
})

/** The options of the notification that a push message shows. */
async function shownBy(address: string) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: object[] = []
  const worker = {
    location: new URL(address, 'https://app.example'),
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
    clients: { matchAll: () => Promise.resolve([]) },
    registration: { showNotification: (_title: string, options: object) => shown.push(options) },
  }
  runInNewContext(source, { self: worker, URL })
  let done: Promise<unknown> = Promise.resolve()
  listeners.get('push')?.({
    data: { json: () => ({ title: 'New chat', body: 'Hello', id: 'n1', urlPathname: '/app/eu' }) },
    waitUntil: (work: Promise<unknown>) => (done = work),
  })
  await done
  return shown
}

test('shows the product’s icon to members, and none to clients of an agency', async () => {
  const message = { body: 'Hello', tag: 'n1', data: { urlPathname: '/app/eu' } }
  expect(await shownBy('/push-worker.js?region=eu&uid=w')).toEqual([{ ...message, icon: '/favicon.svg' }])
  expect(await shownBy('/push-worker.js?region=eu&uid=w&client=1')).toEqual([message])
})
