// Keeps the end of the list in view while the reader is there, and their position when older messages load.
import { createStickToEnd, NEAR_END } from '@parlance/contract/conversations/stick-to-end'

export interface Scroller {
  readonly attach: (list: HTMLElement) => () => void
  readonly toEnd: (smooth: boolean) => void
  /** Call after each render: `oldest` is the first message, `sent` the visitor's last one. */
  readonly drawn: (oldest: string | undefined, sent: string | undefined, smooth: boolean) => void
  /** Call on scroll: returns whether the reader is away from the end and whether they see the top. */
  readonly moved: () => { readonly away: boolean; readonly top: boolean }
}

export function createScroller(): Scroller {
  let box: HTMLElement | undefined
  const stickToEnd = createStickToEnd()
  let height = 0
  let lastOldest: string | undefined
  let lastSent: string | undefined

  const toEnd = (smooth: boolean) => {
    stickToEnd.resume()
    box?.scrollTo({ top: box.scrollHeight, behavior: smooth ? 'smooth' : 'auto' })
  }
  return {
    attach: (list) => {
      box = list
      // Keeps the end in view when the composer grows, a notice appears or a keyboard opens.
      const observer = new ResizeObserver(() => stickToEnd.isFollowing() && toEnd(false))
      observer.observe(list)
      // Images get their height on load, which does not bubble.
      const onLoad = () => stickToEnd.isFollowing() && toEnd(false)
      list.addEventListener('load', onLoad, true)
      // A loaded part replaces its placeholder.
      const changes = new MutationObserver(() => {
        if (stickToEnd.isFollowing() && list.scrollHeight !== height) toEnd(false)
        height = list.scrollHeight
      })
      changes.observe(list, { childList: true, subtree: true })
      return () => {
        observer.disconnect()
        changes.disconnect()
        list.removeEventListener('load', onLoad, true)
      }
    },
    toEnd,
    drawn: (oldest, sent, smooth) => {
      if (!box) return
      const above = lastOldest !== undefined && oldest !== undefined && oldest !== lastOldest
      if (sent !== lastSent && !above) toEnd(smooth && height > 0)
      else if (stickToEnd.isFollowing()) toEnd(false)
      else if (above) box.scrollTop += box.scrollHeight - height
      lastSent = sent
      lastOldest = oldest
      height = box.scrollHeight
    },
    moved: () => {
      if (!box) return { away: false, top: false }
      const away = !stickToEnd.moved(box)
      height = box.scrollHeight
      return { away, top: away && box.scrollTop < NEAR_END }
    },
  }
}
