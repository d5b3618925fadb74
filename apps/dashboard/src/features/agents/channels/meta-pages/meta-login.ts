// Meta login in a popup, which posts the result to this page and closes.
import { randomId } from '@parlance/contract/lib/ids'

/** The redirect address, allowed in the Meta app's settings. */
export const META_CALLBACK = '/meta-login'
const CHANNEL = 'meta-login'

export interface MetaAnswer {
  readonly state: string
  /** The login's token; empty when cancelled. */
  readonly token: string
  readonly code: string
  readonly error: string
}

export const newLoginState = (): string => randomId(32)
export const callbackUrl = (): string => location.origin + META_CALLBACK

/** Resolves with the window's result; undefined when the browser blocked it. Aborts with `signal`. */
export function openMetaLogin(url: string, state: string, signal: AbortSignal): Promise<MetaAnswer> | undefined {
  const heard = new BroadcastChannel(CHANNEL)
  const opened = window.open(url, '_blank', 'popup,width=680,height=780')
  if (!opened) {
    heard.close()
    return undefined
  }
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      heard.close()
      reject(signal.reason as Error)
    })
    heard.addEventListener('message', ({ data }: MessageEvent<MetaAnswer>) => {
      // Another tab may be logging in too.
      if (data.state !== state) return
      heard.close()
      resolve(data)
    })
  })
}

/** Meta's response, removed from the address bar. */
export function takeMetaAnswer(): MetaAnswer {
  const hash = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  history.replaceState(null, '', location.pathname)
  const of = (name: string) => hash.get(name) ?? query.get(name) ?? ''
  return {
    state: of('state'),
    token: of('access_token'),
    code: of('code'),
    error: of('error_description') || of('error_reason') || of('error'),
  }
}

export function tellMetaAnswer(answer: MetaAnswer): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(answer)
  channel.close()
}
