// Detects address changes without page loads, without interfering, and cleans up.

/** The part of an address that identifies a page; the fragment does not. */
const pageOf = ({ origin, pathname, search }: Location) => origin + pathname + search

/** Milliseconds a page gets to update its title after a navigation. */
const SETTLE_MS = 50

type Change = (this: History, ...values: Parameters<History['pushState']>) => void

/** Wraps the page's function and reports each call; returns a function that restores it unless it was wrapped again. */
function wrap(name: 'pushState' | 'replaceState', tell: () => void): () => void {
  const found: Change = history[name]
  const had = Object.hasOwn(history, name)
  const wrapped: Change = function (...values) {
    Reflect.apply(found, this, values)
    tell()
  }
  try {
    history[name] = wrapped
  } catch {
    // A frozen history is only checked on back and forward.
  }
  return () => {
    if (history[name] !== wrapped) return
    if (had) history[name] = found
    else Reflect.deleteProperty(history, name)
  }
}

/** Reports every new address until the signal aborts. */
export function followUrl(changed: () => void, signal: AbortSignal): void {
  let last = pageOf(location)
  const look = () => {
    if (signal.aborted || pageOf(location) === last) return
    last = pageOf(location)
    setTimeout(() => signal.aborted || changed(), SETTLE_MS)
  }
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) return navigation.addEventListener('currententrychange', look, { signal })
  addEventListener('popstate', look, { signal })
  const restore = [wrap('pushState', look), wrap('replaceState', look)]
  signal.addEventListener('abort', () => restore.forEach((back) => back()))
}
