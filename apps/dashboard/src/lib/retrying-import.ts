const AGAIN_MS = 3000

/**
 * Loads a part of the shell, retrying until it succeeds: without it nothing could say that the network is down.
 * Browsers without https://github.com/whatwg/html/pull/10327 remember a failed import for the life of the page, so
 * every script is fetched into the cache before it is imported. The scripts' URLs are read from the path in `load` and
 * from their imports, as the build writes them. Where none is found, as in development, the part is imported at once.
 * Once all browsers retry, a loop around `load()` is enough.
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

/** Scripts loaded with the page. */
const loaded = () => [
  import.meta.url,
  ...[...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src),
  ...[...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href),
]

/** Caches a script and its imports; rejects when one can't be fetched. */
async function fetchScript(url: string, seen: Set<string>): Promise<void> {
  if (seen.has(url)) return
  seen.add(url)
  const response = await fetch(url)
  if (!response.ok) throw new Error(url)
  const imported = (await response.text()).matchAll(/(?:from|import)\s*[`"'](\.[^`"']+)[`"']/g)
  await Promise.all(Array.from(imported, ([, path = '']) => fetchScript(new URL(path, url).href, seen)))
}
