// A row that scrolls sideways where it does not fit: the chosen entry is in view, and an edge with more behind it fades.
// Its style may have narrower looks by `data-tight`, which are tried before anything has to scroll.
import { useCallback, useEffect, useRef } from 'react'

const CHOSEN = '[aria-current], [aria-selected="true"]'
/** Scroll positions are fractions on some screens. */
const SLACK = 2
/** From the roomiest look to the one that scrolls. */
const LOOKS = ['', 'words', 'scroll']

/** For the row's element, which also takes the class `scroll-row`; `chosen` says when another entry is chosen. */
export function useScrollRow<T extends HTMLElement>(chosen: string) {
  const row = useRef<T>(null)
  // In a drawer it comes later than what it belongs to.
  const attach = useCallback((box: T) => {
    row.current = box
    const look = () => {
      // Right-to-left rows count below zero.
      const before = Math.abs(box.scrollLeft)
      const after = box.scrollWidth - box.clientWidth - before
      box.toggleAttribute('data-more-before', before > SLACK)
      box.toggleAttribute('data-more-after', after > SLACK)
    }
    // Called once all is laid out and before it is painted: to ask earlier would lay the page out twice.
    const sizes = new ResizeObserver(() => {
      if (fit(box)) show(box)
      look()
    })
    // What is in it has other widths in another language.
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
    // `chosen` is no value used here but the moment to look again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [chosen])
  return attach
}

/** A mouse has no sideways wheel, and the row shows no bar to drag. At either end the page scrolls on. */
function turn(this: HTMLElement, event: WheelEvent): void {
  if (event.deltaX !== 0 || event.ctrlKey) return
  const before = this.scrollLeft
  const onwards = getComputedStyle(this).direction === 'rtl' ? -1 : 1
  this.scrollLeft += onwards * event.deltaY
  if (this.scrollLeft !== before) event.preventDefault()
}

/** Whether the row has another look than before. */
const fit = (row: HTMLElement): boolean => {
  const before = row.dataset['tight']
  const fits = (look: string) => {
    row.dataset['tight'] = look
    return row.scrollWidth <= row.clientWidth
  }
  return (LOOKS.find(fits) ?? 'scroll') !== before
}
const show = (row: HTMLElement) => row.querySelector(CHOSEN)?.scrollIntoView({ inline: 'center', block: 'nearest' })
