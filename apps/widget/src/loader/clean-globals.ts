// Borrows globals that a page has broken or removed from an empty frame.

type Own = Window & typeof globalThis

/** Runs with this window and, if that fails, once more with a fresh one. Rejects with the second failure. */
export async function withCleanGlobals<T>(run: (own: Own) => T): Promise<Awaited<T>> {
  try {
    return await run(window)
  } catch {
    const frame = document.createElement('iframe')
    document.documentElement.append(frame)
    try {
      return await run(frame.contentWindow as Own)
    } finally {
      frame.remove()
    }
  }
}
