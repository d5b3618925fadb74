// Long lists of which only the rows in sight are drawn, in the scroll of their page; what is above and below is mere space.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import { FEW } from './row-limits.ts'

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

type Measure = ComponentProps<'li'>['ref']

interface DrawnProps<T> {
  item: T
  draw: Props<T>['children']
  row: number
  /** Its place in the list, from 0. */
  place: number
  total: number
  /** One item of a row tells the height of all of it. */
  measure: Measure | undefined
}

/** An item that is drawn already stays as it is while others come into sight. */
const Drawn = memo(function Drawn<T>({ item, draw, row, place, total, measure }: DrawnProps<T>) {
  const props: ComponentProps<'li'> & { 'data-index': number } = {
    ...(measure ? { ref: measure } : {}),
    'aria-setsize': total,
    'aria-posinset': place + 1,
    'data-index': row,
  }
  return draw(item, props)
}) as <T>(props: DrawnProps<T>) => ReactNode

type Wanted<T> = Pick<Props<T>, 'items' | 'keyOf' | 'rowHeight' | 'onEnd'> & { gap: number; columns: number }

/** The rows in sight, what measures one, and the pixels of those above and below; no rows where the list is drawn whole. */
function useRowsInSight<T>(list: RefObject<HTMLElement | null>, wanted: Wanted<T>) {
  const { items, keyOf, rowHeight, gap, columns, onEnd } = wanted
  const { scroller, margin } = useScroller(list)
  const whole = items.length <= FEW
  const count = Math.ceil(items.length / columns)
  // Another function would have all rows laid out anew.
  const getItemKey = useCallback((row: number) => keyOf(items[row * columns] as T), [items, keyOf, columns])
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state; nothing here is memoized over it
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: margin,
    gap,
    enabled: !whole,
  })
  const drawn = rows.getVirtualItems()
  const last = drawn.at(-1)
  const atEnd = !whole && last !== undefined && last.index >= count - 1 - OVERSCAN
  useEffect(() => {
    if (atEnd) onEnd?.()
  }, [atEnd, items.length, onEnd])
  return {
    drawn: whole ? undefined : drawn,
    measure: rows.measureElement,
    above: whole ? 0 : (drawn[0]?.start ?? margin) - margin,
    below: whole || !last ? 0 : Math.max(0, rows.getTotalSize() - (last.end - margin)),
  }
}

export function VirtualRows<T>({ gap = 0, columns = 1, className, style, label, total = -1, ...props }: Props<T>) {
  const { items, keyOf, children } = props
  const list = useRef<HTMLUListElement>(null)
  const { drawn, measure, above, below } = useRowsInSight(list, { ...props, gap, columns })
  const kept = useKeptFocus(list)
  return (
    <ul
      ref={list}
      {...kept}
      className={className}
      aria-label={label}
      style={{ ...style, paddingTop: above, paddingBottom: below }}
    >
      {drawn?.flatMap(({ index }) =>
        items
          .slice(index * columns, (index + 1) * columns)
          .map((item, column) => (
            <Drawn
              key={keyOf(item)}
              item={item}
              draw={children}
              row={index}
              place={index * columns + column}
              total={total}
              measure={column === 0 ? measure : undefined}
            />
          )),
      ) ?? items.map((item) => children(item, {}))}
    </ul>
  )
}
