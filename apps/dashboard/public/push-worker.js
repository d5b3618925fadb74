// Shows push messages and opens what they are about. It serves no request: pages and their caching are not its business.
const PATH = /^\/app\//

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.urlPathname))
})

function read(data) {
  try {
    return data.json()
  } catch {
    return undefined
  }
}

/** The browser gave up a subscription: its owner, who stands in the address of this worker, gets another one. */
async function renew({ oldSubscription, newSubscription }) {
  const { region, uid, client } = Object.fromEntries(new URL(self.location.href).searchParams)
  // Without the one before, nobody knows whether it was this person's.
  if (!region || !uid || !oldSubscription) return newSubscription?.unsubscribe()
  const headers = { 'content-type': 'application/json', ...(client && { 'x-parlance-act-as': 'client' }) }
  const call = async (path, body) => {
    const address = `/api/${encodeURIComponent(region)}/v2/workspaces/${encodeURIComponent(uid)}/notifications/${path}`
    const given = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(address, { ...given, headers, credentials: 'same-origin' })
    return response.ok ? response.json() : undefined
  }
  // One that the server has forgotten, or that is somebody else's by now, is not renewed.
  const asked = await call('push/check', { endpoint: oldSubscription.endpoint })
  if (!asked?.data.isSubscribed) return newSubscription?.unsubscribe()
  const key = await call('push-key')
  if (!key) return
  const options = { userVisibleOnly: true, applicationServerKey: key.data.publicKey }
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await call('push', { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
  if (oldSubscription.endpoint !== endpoint) await call('push/remove', { endpoint: oldSubscription.endpoint })
}

const windows = async () => {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.filter(({ url }) => PATH.test(new URL(url).pathname))
}

async function show(message) {
  if (!message?.title) return
  // People who have the dashboard open get a toast there.
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body, id: tag, urlPathname } = message
  // Clients of an agency see its name, not ours.
  const isClient = new URL(self.location.href).searchParams.has('client')
  const icon = isClient ? {} : { icon: '/favicon.svg' }
  await self.registration.showNotification(title, { body, tag, ...icon, data: { urlPathname } })
}

async function open(urlPathname) {
  const url = new URL(typeof urlPathname === 'string' ? urlPathname : '/app', self.location.origin)
  if (url.origin !== self.location.origin || !PATH.test(`${url.pathname}/`)) return
  const path = url.pathname + url.search
  const [first] = await windows()
  if (!first) return self.clients.openWindow(path)
  first.postMessage({ type: 'open-notification', urlPathname: path })
  // A browser may keep the window where it is.
  await first.focus().catch(() => undefined)
}
