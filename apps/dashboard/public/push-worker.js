// Shows push messages and opens what they are about. It serves no request: pages and their caching are not its business.
const PATH = /^\/app\//

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
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

const windows = async () => {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.filter(({ url }) => PATH.test(new URL(url).pathname))
}

async function show(message) {
  if (!message?.title) return
  // Whoever has the dashboard in front of them is shown a toast there.
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body, id: tag, urlPathname } = message
  await self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { urlPathname } })
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
