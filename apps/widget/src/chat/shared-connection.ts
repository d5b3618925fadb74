// One live connection for all tabs of a browser that have the same conversation and don't look at it: browsers allow few at
// once to one server. One tab holds it, the others hear from it, and the next one takes over when it is closed.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'

type OnEvent = (event: LiveEvent) => void

export interface SharedConnection {
  /** `open` connects, if it falls to this tab, and returns what ends it; so does this call. */
  readonly follow: (conversationId: string, open: (onEvent: OnEvent) => () => void, onEvent: OnEvent) => () => void
}

/** @param key the agent's place in the storage of this browser */
export const createSharedConnection = (key: string): SharedConnection => ({
  follow(conversationId, open, onEvent) {
    const { locks } = navigator
    // Nobody can tell who holds it: a tab in the background does without.
    const alone = () => (document.hidden ? () => {} : open(onEvent))
    // As on pages without https.
    if (!locks || !('BroadcastChannel' in window)) return alone()
    const name = `${key}:news:${conversationId}`
    const channel = new BroadcastChannel(name)
    const waiting = new AbortController()
    let end = () => {}
    channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => onEvent(data))
    const hold = () =>
      new Promise<void>((release) => {
        if (waiting.signal.aborted) return release()
        const close = open((event) => {
          channel.postMessage(event)
          onEvent(event)
        })
        end = () => {
          close()
          release()
        }
      })
    locks.request(name, { signal: waiting.signal }, hold).catch(() => {
      // Denied, as storage is to frames of other sites in private windows.
      if (!waiting.signal.aborted) end = alone()
    })
    return () => {
      waiting.abort()
      end()
      channel.close()
    }
  },
})
