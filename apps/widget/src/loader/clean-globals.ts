// What a page has broken or taken away of the browser is borrowed from an empty frame of its own.

type Own = Window & typeof globalThis

/** Runs with this window; if that fails, once more with a fresh one, whose prototypes nobody has touched. Rejects with the second failure. */
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
