// Imports the loader's later parts. A browser that fails to import a module may never fetch it again in this page, so
// each is fetched before it is imported.

export type FetchFrom = typeof import('./fetch-from.ts').fetchFrom
/** `load` imports the part; the build inserts its script name. Retries until it succeeds. */
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
