// Long lists of which only the rows in sight are drawn, in the scroll of their page; what is above and below is mere space.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'

/** Lists up to here are drawn whole. */
const FEW = 60
/** Rows drawn beyond each edge of what is in sight. */
const OVERSCAN = 8

interface Props<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** A usual height in pixels; rows are measured once they are drawn. */
  rowHeight: number
  /** Pixels between rows, as the list's own style has it. */
  gap?: number
  className?: string
  label: string
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

export function VirtualRows<T>({
  items,
  keyOf,
  rowHeight,
  gap = 0,
  className,
  label,
  total,
  onEnd,
  children,
}: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const found = scrollerOf(list.current)
    setScroller(found)
    if (found && list.current)
      setMargin(list.current.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop)
  }, [])
  const whole = items.length <= FEW
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state; nothing here is memoized over it
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: OVERSCAN,
    scrollMargin: margin,
    gap,
    enabled: !whole,
  })
  const drawn = rows.getVirtualItems()
  const last = drawn.at(-1)
  const atEnd = !whole && last !== undefined && last.index >= items.length - 1 - OVERSCAN
  useEffect(() => {
    if (atEnd) onEnd?.()
  }, [atEnd, items.length, onEnd])
  const above = whole ? 0 : (drawn[0]?.start ?? margin) - margin
  const below = whole || !last ? 0 : Math.max(0, rows.getTotalSize() - (last.end - margin))
  const rowProps = (index: number): ComponentProps<'li'> & { 'data-index': number } => ({
    ref: rows.measureElement,
    'aria-setsize': total ?? -1,
    'aria-posinset': index + 1,
    'data-index': index,
  })
  return (
    <ul ref={list} className={className} aria-label={label} style={{ paddingTop: above, paddingBottom: below }}>
      {whole
        ? items.map((item) => children(item, {}))
        : drawn.map(({ index }) => children(items[index] as T, rowProps(index)))}
    </ul>
  )
}
