const AGAIN_MS = 3000

/**
 * Loads a part of the frame, again and again until it is there: without it nothing could say that the network is gone.
 *
 * Browsers without https://github.com/whatwg/html/pull/10327 keep a failed import for as long as the page is open: a second
 * `import()` of the same script fails without asking the network. So every script is fetched before it is imported, which
 * finds it in the cache then. Nothing but their code names these scripts: the path in `load` and those that each of them
 * imports are read from it as the build writes them. Where none is found, as in development, the part is imported at once.
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

/** Scripts that the page came with. */
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
