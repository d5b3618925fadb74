/** Delays an import that the first paint must not wait for. */
export const loadWhenIdle =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    await new Promise((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 1000 })
      else setTimeout(resolve)
    })
    return load()
  }

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
