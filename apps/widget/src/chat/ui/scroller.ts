// Keeps the end of the list in view while the reader is there, and the reader's line in view when messages arrive above.

export interface Scroller {
  readonly attach: (list: HTMLElement) => () => void
  readonly toEnd: (smooth: boolean) => void
  /** After the list was drawn: `oldest` is its first message, `sent` the visitor's last one. */
  readonly drawn: (oldest: string | undefined, sent: string | undefined, smooth: boolean) => void
  /** The reader moved (or we did): whether they are away from the end, and whether they see the top. */
  readonly moved: () => { readonly away: boolean; readonly top: boolean }
}

/** Pixels from either end that count as being there. */
const NEAR = 80

export function createScroller(): Scroller {
  let box: HTMLElement | undefined
  let following = true
  let height = 0
  let lastTop = 0
  let lastOldest: string | undefined
  let lastSent: string | undefined

  const toEnd = (smooth: boolean) => {
    following = true
    box?.scrollTo({ top: box.scrollHeight, behavior: smooth ? 'smooth' : 'auto' })
  }
  return {
    attach: (list) => {
      box = list
      // The composer grows, a notice appears, a keyboard opens: the end stays in view.
      const observer = new ResizeObserver(() => following && toEnd(false))
      observer.observe(list)
      // A picture has its height only when it has come; `load` does not bubble.
      const onLoad = () => following && toEnd(false)
      list.addEventListener('load', onLoad, true)
      // A part that was fetched takes the place of its plain words.
      const changes = new MutationObserver(() => {
        if (following && list.scrollHeight !== height) toEnd(false)
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
      else if (following) toEnd(false)
      else if (above) box.scrollTop += box.scrollHeight - height
      lastSent = sent
      lastOldest = oldest
      height = box.scrollHeight
    },
    moved: () => {
      if (!box) return { away: false, top: false }
      // A smooth scroll to the end passes the middle too; only moving up is leaving the end.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) following = true
      else if (box.scrollTop < lastTop) following = false
      lastTop = box.scrollTop
      height = box.scrollHeight
      return { away: !following, top: !following && box.scrollTop < NEAR }
    },
  }
}
