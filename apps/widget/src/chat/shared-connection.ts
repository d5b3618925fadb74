// One live connection for all background tabs with the same conversation, since browsers limit connections per server.
// One tab holds it and broadcasts; the next one takes over when it closes.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'

type OnEvent = (event: LiveEvent) => void

export interface SharedConnection {
  /** `open` connects if this tab is chosen and returns a disconnect function; so does `follow`. */
  readonly follow: (conversationId: string, open: (onEvent: OnEvent) => () => void, onEvent: OnEvent) => () => void
}

/** @param key the agent's prefix in browser storage */
export const createSharedConnection = (key: string): SharedConnection => ({
  follow(conversationId, open, onEvent) {
    const { locks } = navigator
    // Without coordination a background tab has no connection.
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
      // Denied, as to third-party frames in private windows.
      if (!waiting.signal.aborted) end = alone()
    })
    return () => {
      waiting.abort()
      end()
      channel.close()
    }
  },
})
