// Long lists of which only the rows in sight are drawn, in the scroll of their page; what is above and below is mere space.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import { FEW } from './long-rows.tsx'

/** Rows drawn beyond each edge of what is in sight. */
const OVERSCAN = 8

interface Props<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** A usual height in pixels; rows are measured once they are drawn. */
  rowHeight: number
  /** Pixels between rows, as the list's own style has it. */
  gap?: number
  /** Items beside each other, as the list's own style has it. */
  columns?: number
  className?: string | undefined
  style?: CSSProperties
  /** Absent where the page's own title says what it lists. */
  label?: string | undefined
  /** Rows stand in the list as they are counted, also those that are not drawn. */
  total?: number | undefined
  /** Called when the end comes into sight and there is more. */
  onEnd?: (() => void) | undefined
  children: (item: T, props: ComponentProps<'li'>) => ReactNode
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.scrollingElement as HTMLElement | null
}

/** What scrolls the list, and the pixels above the list in it. */
function useScroller(list: RefObject<HTMLElement | null>) {
  const [found, setFound] = useState<{ scroller: HTMLElement | null; margin: number }>({ scroller: null, margin: 0 })
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || !list.current) return
    const above = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    // Only what is laid out can tell, once.
    // oxlint-disable-next-line react/set-state-in-effect
    setFound({ scroller, margin: above + scroller.scrollTop })
  }, [list])
  return found
}

/** Where the row that has the focus goes out of sight and is drawn no more, the list has it: keys still scroll. */
function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const within = useRef(false)
  useLayoutEffect(() => {
    if (within.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  })
  return {
    tabIndex: -1,
    onFocus: () => {
      within.current = true
    },
    onBlur: () => {
      within.current = false
    },
  }
}

export function VirtualRows<T>({
  items,
  keyOf,
  rowHeight,
  gap = 0,
  columns = 1,
  className,
  style,
  label,
  total,
  onEnd,
  children,
}: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const { scroller, margin } = useScroller(list)
  const kept = useKeptFocus(list)
  const whole = items.length <= FEW
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state; nothing here is memoized over it
  const rows = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: (row) => keyOf(items[row * columns] as T),
    overscan: OVERSCAN,
    scrollMargin: margin,
    gap,
    enabled: !whole,
  })
  const drawn = rows.getVirtualItems()
  const last = drawn.at(-1)
  const atEnd = !whole && last !== undefined && last.index >= Math.ceil(items.length / columns) - 1 - OVERSCAN
  useEffect(() => {
    if (atEnd) onEnd?.()
  }, [atEnd, items.length, onEnd])
  const above = whole ? 0 : (drawn[0]?.start ?? margin) - margin
  const below = whole || !last ? 0 : Math.max(0, rows.getTotalSize() - (last.end - margin))
  // One item of a row tells the height of all of it.
  const rowProps = (row: number, column: number): ComponentProps<'li'> & { 'data-index': number } => ({
    ...(column === 0 ? { ref: rows.measureElement } : {}),
    'aria-setsize': total ?? -1,
    'aria-posinset': row * columns + column + 1,
    'data-index': row,
  })
  return (
    <ul
      ref={list}
      {...kept}
      className={className}
      aria-label={label}
      style={{ ...style, paddingTop: above, paddingBottom: below }}
    >
      {whole
        ? items.map((item) => children(item, {}))
        : drawn.flatMap(({ index }) =>
            items
              .slice(index * columns, (index + 1) * columns)
              .map((item, column) => children(item, rowProps(index, column))),
          )}
    </ul>
  )
}
