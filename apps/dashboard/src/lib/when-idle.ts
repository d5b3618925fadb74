/** Runs a callback when the page is idle. Returns a function that cancels it. */
export function whenIdle(act: () => unknown): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(() => void act(), { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
