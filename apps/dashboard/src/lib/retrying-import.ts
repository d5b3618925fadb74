const AGAIN_MS = 3000

/**
 * Loads a part of the frame, again and again until it is there: without it nothing could say that the network is gone. A browser
 * that failed to import a module may never fetch it again while the page is open, so nothing is imported before it, and what it
 * imports, could be fetched.
 */
export async function retryingImport<Module>(load: () => Promise<Module>): Promise<Module> {
  const [, path] = /import\([`"'](\.[^`"']+)/.exec(String(load)) ?? []
  for (;;) {
    try {
      if (path) await fetchScript(new URL(path, import.meta.url).href, new Set(loaded()))
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

/** Scripts the page came with. */
const loaded = () => [
  import.meta.url,
  ...[...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src),
  ...[...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href),
]

/** Brings a script and what it imports into the browser's cache; rejects when one of them can't be fetched. */
async function fetchScript(url: string, seen: Set<string>): Promise<void> {
  if (seen.has(url)) return
  seen.add(url)
  const response = await fetch(url)
  if (!response.ok) throw new Error(url)
  const imported = (await response.text()).matchAll(/(?:from|import)\s*[`"'](\.[^`"']+)[`"']/g)
  await Promise.all(Array.from(imported, ([, path = '']) => fetchScript(new URL(path, url).href, seen)))
}
