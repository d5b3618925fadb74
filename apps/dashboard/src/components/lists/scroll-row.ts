// A row that scrolls horizontally when it overflows: keeps the chosen entry in view and fades edges. Its style can
// define compact looks by `data-tight`, tried before scrolling.
import { useCallback, useEffect, useRef } from 'react'

const CHOSEN = '[aria-current], [aria-selected="true"]'
/** Scroll positions are fractional on some screens. */
const SLACK = 2
/** From widest look to scrolling. */
const LOOKS = ['', 'words', 'scroll']

/** The ref for the row's element, which needs the class `scroll-row`; `chosen` changes with the chosen entry. */
export function useScrollRow<T extends HTMLElement>(chosen: string) {
  const row = useRef<T>(null)
  // In a drawer it mounts later than its owner.
  const attach = useCallback((box: T) => {
    row.current = box
    const look = () => {
      // Negative in right-to-left rows.
      const before = Math.abs(box.scrollLeft)
      const after = box.scrollWidth - box.clientWidth - before
      box.toggleAttribute('data-more-before', before > SLACK)
      box.toggleAttribute('data-more-after', after > SLACK)
    }
    let width = box.clientWidth
    // Runs after layout and before paint, which avoids a second layout.
    const sizes = new ResizeObserver(() => {
      // A button that appears next to the row narrows it.
      if (fit(box) || box.clientWidth < width) show(box)
      width = box.clientWidth
      look()
    })
    // Widths change with the language.
    for (const each of [box, ...box.children]) sizes.observe(each)
    box.addEventListener('scroll', look, { passive: true })
    box.addEventListener('wheel', turn, { passive: false })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
      box.removeEventListener('wheel', turn)
    }
  }, [])
  useEffect(() => {
    const frame = requestAnimationFrame(() => row.current && show(row.current))
    return () => cancelAnimationFrame(frame)
    // `chosen` only triggers the effect.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [chosen])
  return attach
}

/** Mice have no horizontal wheel and the row no scrollbar. At the ends the page scrolls on. */
function turn(this: HTMLElement, event: WheelEvent): void {
  if (event.deltaX !== 0 || event.ctrlKey) return
  const before = this.scrollLeft
  const onwards = getComputedStyle(this).direction === 'rtl' ? -1 : 1
  this.scrollLeft += onwards * event.deltaY
  if (this.scrollLeft !== before) event.preventDefault()
}

/** Whether the row's look changed. */
const fit = (row: HTMLElement): boolean => {
  const before = row.dataset['tight']
  const fits = (look: string) => {
    row.dataset['tight'] = look
    return row.scrollWidth <= row.clientWidth
  }
  return (LOOKS.find(fits) ?? 'scroll') !== before
}
const show = (row: HTMLElement) => row.querySelector(CHOSEN)?.scrollIntoView({ inline: 'center', block: 'nearest' })
