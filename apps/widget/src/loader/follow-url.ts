// Pages that change their address without loading: noticed without getting in their way, and left as they were found.

/** What of an address makes it another page; the fragment only moves within one. */
const pageOf = ({ origin, pathname, search }: Location) => origin + pathname + search

/** A page that has moved gets this long to write its new title, in milliseconds. */
const SETTLE_MS = 50

type Change = (this: History, ...values: Parameters<History['pushState']>) => void

/** Calls through to the page's own function and then tells; answers what puts it back, as far as nobody has wrapped it since. */
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
    // Frozen: then the address is looked at when the visitor goes back or forth.
  }
  return () => {
    if (history[name] !== wrapped) return
    if (had) history[name] = found
    else Reflect.deleteProperty(history, name)
  }
}

/** Tells of every new address of the page, until the signal. */
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
