// Imports what the loader needs later. A browser that fails to import a module may never fetch it again while the page is open,
// so nothing is imported before it could be fetched.

export type FetchFrom = typeof import('./fetch-from.ts').fetchFrom
/** `load` imports the part; the build has put the name of its script into it. Tries until it is there. */
export type LoadPart = <T>(load: () => Promise<T>) => Promise<T>

const AGAIN_MS = 3e3

export const createLoadPart =
  (fetchFrom: FetchFrom): LoadPart =>
  async (load) => {
    const name = /`\.\/(.+)`/.exec(String(load))?.[1]
    for (;;)
      try {
        if (name) await fetchFrom(import.meta.url.replace(/[^/]*$/, name), 'text')
        return await load()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
  }
