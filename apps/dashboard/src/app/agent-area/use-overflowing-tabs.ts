import { useEffect, useState, type RefObject } from 'react'

const NONE: ReadonlySet<string> = new Set()
/** Share of an entry that is to be seen for its words to be read. */
const SEEN = 0.7

/** The `data-path` of what is scrolled out of its row, or mostly so. */
export function useOverflowingTabs(list: RefObject<HTMLElement | null>): ReadonlySet<string> {
  const [overflowing, setOverflowing] = useState(NONE)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const observer = new IntersectionObserver(
      (entries) =>
        setOverflowing((before) => {
          const next = new Set(before)
          for (const { target, intersectionRatio } of entries) {
            const path = (target as HTMLElement).dataset['path'] ?? ''
            if (intersectionRatio < SEEN && target.isConnected) next.add(path)
            else next.delete(path)
          }
          return next.size > 0 ? next : NONE
        }),
      { root: row.parentElement, threshold: SEEN },
    )
    const watch = () => {
      for (const entry of row.children) observer.observe(entry)
    }
    watch()
    const changes = new MutationObserver(watch)
    changes.observe(row, { childList: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
    }
  }, [list])
  return overflowing
}
