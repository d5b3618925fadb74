// Virtual lists in their page's scroll container; spacers replace hidden rows.
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

/** Rows rendered beyond each edge of the viewport. */
const OVERSCAN = 8

interface Props<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** An estimate in pixels; rendered rows are measured. */
  rowHeight: number
  /** Pixels between rows, as in the list's style. */
  gap?: number
  /** Items per row, as in the list's style. */
  columns?: number
  className?: string | undefined
  style?: CSSProperties
  /** Absent when the page's title names the list. */
  label?: string | undefined
  /** The total for screen readers, including rows not rendered. */
  total?: number | undefined
  /** Called when the end is visible and there is more. */
  onEnd?: (() => void) | undefined
  children: (item: T, props: ComponentProps<'li'>) => ReactNode
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.scrollingElement as HTMLElement | null
}

/** The scroll container, and the list's offset in it. */
function useScroller(list: RefObject<HTMLElement | null>) {
  const [found, setFound] = useState<{ scroller: HTMLElement | null; margin: number }>({ scroller: null, margin: 0 })
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || !list.current) return
    const above = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    // Requires layout, once.
    // oxlint-disable-next-line react/set-state-in-effect
    setFound({ scroller, margin: above + scroller.scrollTop })
  }, [list])
  return found
}

/** Moves the focus to the list when the focused row is removed, so that keys still scroll. */
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
  /** Index in the list. */
  place: number
  total: number
  /** One item measures the height of its row. */
  measure: Measure | undefined
}

/** Memoized, so that scrolling does not rerender visible items. */
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

/** Visible rows, the measuring ref and spacer heights; undefined rows when not virtualized. */
function useRowsInSight<T>(list: RefObject<HTMLElement | null>, wanted: Wanted<T>) {
  const { items, keyOf, rowHeight, gap, columns, onEnd } = wanted
  const { scroller, margin } = useScroller(list)
  const whole = items.length <= FEW
  const count = Math.ceil(items.length / columns)
  // A new function would trigger a layout of all rows.
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
