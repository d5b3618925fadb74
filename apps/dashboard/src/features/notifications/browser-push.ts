// Push messages to this browser. It belongs to one person at a time: whoever switched it on last.
import type { Region } from '@parlance/contract/lib/regions'
import type { RegionalApi } from '../../lib/api.ts'

const WORKER = '/push-worker.js'
/** No page lives there, so that the worker controls none. */
const SCOPE = '/push-worker/'
const OWNER_KEY = 'parlance-push-owner'

export interface PushOwner {
  readonly api: RegionalApi
  readonly region: Region
  readonly uid: string
  /** They are a client user of an org. */
  readonly isClient: boolean
  /** Names the person on this machine alone. */
  readonly personId: string
}

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = () =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker reads there for whom it renews a subscription that the browser gives up. */
const workerOf = ({ region, uid, isClient }: PushOwner) =>
  `${WORKER}?${new URLSearchParams({ region, uid, ...(isClient && { client: '1' }) })}`
const ownerName = ({ uid, personId }: PushOwner) => `${uid}|${personId}`
const registered = () => navigator.serviceWorker.getRegistration(SCOPE)

/** `off` too where the server has forgotten this browser, as it does when all sessions of a person end. */
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

/** Asks for permission. Throws where the browser or the server refuses. */
export async function switchOn(owner: PushOwner): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(owner)
  const registration = await navigator.serviceWorker.register(workerOf(owner), { scope: SCOPE })
  const { data } = await owner.api.notifications.pushKey.call({ uid: owner.uid })
  await activeOf(registration)
  // One that was made under another key is none of ours.
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

/** Resolves once the worker runs, which no page of its scope waits for. */
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

/** Also before signing out: what follows on this machine is nobody's. */
export async function switchOff({ api, uid }: Pick<PushOwner, 'api' | 'uid'>): Promise<void> {
  if (!isSupported()) return
  const subscription = await (await registered())?.pushManager.getSubscription()
  localStorage.removeItem(OWNER_KEY)
  if (!subscription) return
  await api.notifications.unsubscribe.call({ uid, endpoint: subscription.endpoint }).catch(() => undefined)
  await subscription.unsubscribe()
}

/** Calls with the path of a notification that was clicked outside the page. Answers how to stop. */
export function onOpened(open: (urlPathname: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listen = ({ data }: MessageEvent<{ type?: unknown; urlPathname?: unknown } | null>) => {
    if (data?.type === 'open-notification' && typeof data.urlPathname === 'string') open(data.urlPathname)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}
