// Push messages to this browser, which belong to the person who enabled them last.
import type { Region } from '@parlance/contract/lib/regions'
import type { RegionalApi } from '../../lib/api.ts'

const WORKER = '/push-worker.js'
/** No page has this path, so the worker controls none. */
const SCOPE = '/push-worker/'
const OWNER_KEY = 'parlance-push-owner'

export interface PushOwner {
  readonly api: RegionalApi
  readonly region: Region
  readonly uid: string
  /** A client user of an org. */
  readonly isClient: boolean
  /** Identifies the person on this machine only. */
  readonly personId: string
}

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = () =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker reads the workspace from its scope when it renews an expired subscription. */
const workerOf = ({ region, uid, isClient }: PushOwner) =>
  `${WORKER}?${new URLSearchParams({ region, uid, ...(isClient && { client: '1' }) })}`
const ownerName = ({ uid, personId }: PushOwner) => `${uid}|${personId}`
const registered = () => navigator.serviceWorker.getRegistration(SCOPE)

/** `off` also when the server no longer knows this browser, as after all sessions of a person end. */
export async function pushState(owner: PushOwner): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await (await registered())?.pushManager.getSubscription()
  if (!subscription || localStorage.getItem(OWNER_KEY) !== ownerName(owner)) return 'off'
  const { data } = await owner.api.notifications.checkSubscription.call({
    uid: owner.uid,
    endpoint: subscription.endpoint,
  })
  if (data.isSubscribed) {
    await navigator.serviceWorker.register(workerOf(owner), { scope: SCOPE })
    return 'on'
  }
  localStorage.removeItem(OWNER_KEY)
  await subscription.unsubscribe()
  return 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Asks for permission. Throws when the browser or the server refuses. */
export async function switchOn(owner: PushOwner): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(owner)
  const registration = await navigator.serviceWorker.register(workerOf(owner), { scope: SCOPE })
  const { data } = await owner.api.notifications.pushKey.call({ uid: owner.uid })
  await activeOf(registration)
  // A subscription under another key is not ours.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(data.publicKey),
  })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await owner.api.notifications.subscribe.call({ uid: owner.uid, endpoint: endpoint ?? '', keys: { p256dh, auth } })
  localStorage.setItem(OWNER_KEY, ownerName(owner))
  return 'on'
}

/** Resolves when the worker is active; no page of its scope waits for that. */
function activeOf({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return Promise.resolve()
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker did not start'))
    })
  })
}

/** Called before sign-out too: the next user of this machine gets nothing. */
export async function switchOff({ api, uid }: Pick<PushOwner, 'api' | 'uid'>): Promise<void> {
  if (!isSupported()) return
  const subscription = await (await registered())?.pushManager.getSubscription()
  localStorage.removeItem(OWNER_KEY)
  if (!subscription) return
  await api.notifications.unsubscribe.call({ uid, endpoint: subscription.endpoint }).catch(() => undefined)
  await subscription.unsubscribe()
}

/** Calls `open` with the path of a clicked notification. Returns a function that stops it. */
export function onOpened(open: (urlPathname: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listen = ({ data }: MessageEvent<{ type?: unknown; urlPathname?: unknown } | null>) => {
    if (data?.type === 'open-notification' && typeof data.urlPathname === 'string') open(data.urlPathname)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}
