// Restores the focus: to a dialog's opener when it closes and, for keyboard users, to a deleted row's neighbour or to a
// button that was busy.

/** Number of remembered elements. */
const REMEMBERED = 16
/** Milliseconds after which dialogs and the like have taken the focus. */
const SETTLED_MS = 60
const REACHED =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
const OVER_THE_PAGE = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'

/** A focused element, and its position in case it is removed. */
interface Visit {
  /** Weak, so that removed elements can be collected. */
  element: WeakRef<HTMLElement>
  path: string
  gap?: { parent: Node; before: Node | null; after: Node | null }
}

const seen = (element: HTMLElement) => !('checkVisibility' in element) || element.checkVisibility()
const inside = (node: Node | null): HTMLElement[] =>
  node instanceof HTMLElement && node.isConnected
    ? [...(node.matches(REACHED) ? [node] : []), ...node.querySelectorAll<HTMLElement>(REACHED)].filter(seen)
    : []

/** The element closest to a gap: after, before or around it. */
function neighbour({ parent, before, after }: NonNullable<Visit['gap']>): HTMLElement | undefined {
  const near = inside(after)[0] ?? inside(before).at(-1)
  if (near || !parent.isConnected) return near
  for (let at = parent as Element | null; at && at.id !== 'content' && at !== document.body; at = at.parentElement) {
    const found = inside(at).at(-1) ?? inside(at.nextElementSibling)[0] ?? inside(at.previousElementSibling).at(-1)
    if (found) return found
  }
  return undefined
}

/** Where the focus goes after the last visit. */
function placeFor(visits: readonly Visit[]): HTMLElement | null {
  const modal = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1)
  const whole = modal ?? document.getElementById('content')
  if (visits.at(-1)?.path !== location.pathname) return whole
  const fits = (element: HTMLElement | undefined) => element && seen(element) && (!modal || modal.contains(element))
  for (const { element, gap } of visits.toReversed()) {
    const was = element.deref()
    if (was?.isConnected) {
      if (fits(was) && !was.matches(':disabled')) return was
    } else if (gap && !was?.closest(OVER_THE_PAGE)) {
      const near = neighbour(gap)
      if (near && fits(near)) return near
    }
  }
  return whole
}

/** Watches the page; the returned function stops it. */
export function keepFocus(): () => void {
  let visits: Visit[] = []
  let byKeys = false
  let busy: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const ending = new AbortController()
  const lost = () => document.activeElement === null || document.activeElement === document.body
  const look = () => {
    timer = undefined
    const last = visits.at(-1)?.element.deref()
    if (visits.length === 0 || !lost()) return
    if (last?.isConnected && seen(last)) {
      // It was busy, or the user removed the focus.
      if (byKeys && busy === last && !last.matches(':disabled')) last.focus()
      return
    }
    if (byKeys || last?.closest(OVER_THE_PAGE)) placeFor(visits)?.focus({ preventScroll: !byKeys })
  }
  const note = ({ target }: Pick<Event, 'target'>) => {
    if (!(target instanceof HTMLElement)) return
    busy = undefined
    const others = visits.filter(({ element }) => element.deref() !== target)
    visits = [...others, { element: new WeakRef(target), path: location.pathname }].slice(-REMEMBERED)
  }
  const observer = new MutationObserver((records) => {
    const last = visits.at(-1)?.element.deref()
    if (records.some(({ type, target }) => type === 'attributes' && target === last)) busy = last
    for (const visit of visits) {
      const was = visit.element.deref()
      if (was && !was.isConnected) visit.gap ??= gapOf(was, records)
    }
    if ((byKeys || records.some(({ removedNodes }) => removedNodes.length > 0)) && lost())
      timer ??= setTimeout(look, SETTLED_MS)
  })
  // The focus has moved meanwhile.
  if (!lost()) note({ target: document.activeElement })
  const go = { capture: true, signal: ending.signal }
  document.addEventListener('focusin', note, go)
  document.addEventListener('keydown', () => (byKeys = true), go)
  document.addEventListener('pointerdown', () => (byKeys = false), go)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    ending.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
}

function gapOf(was: Node, records: readonly MutationRecord[]): Visit['gap'] {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(was)))
  return record && { parent: record.target, before: record.previousSibling, after: record.nextSibling }
}
