// Imports what the loader needs later. A browser that fails to import a module may never fetch it again while the page is open,
// so nothing is imported before it could be fetched.
import { fetchScript } from './fetch-script.ts'

/** Milliseconds before the next tries. */
const WAITS_MS = [1000, 3000, 10_000]

/** @param load imports the part; the build has put the name of its script into it. Rejects after the last try. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const [, name] = /import\([`"'](?:\.\/)?([^`"']+)/.exec(String(load)) ?? []
  for (let tries = 0; ; tries++) {
    try {
      if (name) await fetchScript(import.meta.url.replace(/[^/]*$/, name))
      return await load()
    } catch (error) {
      if (tries >= WAITS_MS.length) throw error
      await new Promise((resolve) => setTimeout(resolve, WAITS_MS[tries]))
    }
  }
}
