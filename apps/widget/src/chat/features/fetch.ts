// How the build fetches a part of the chat that is not in the first load: its styles, then its code, and again after a failure.

/** Rejects when the sheet can't be fetched; a later call tries again. */
function fetchStyles(file: string): Promise<void> {
  const href = import.meta.env.BASE_URL + file
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(href))
    })
    document.head.append(link)
  })
}

/** What has run needs nothing of the network any more. */
const ran = new Set([import.meta.url])

/**
 * Brings a script, and what it imports, into the browser's cache; rejects when one of them can't be fetched. A browser that
 * fails to import a module may never fetch it again while the page is there, so nothing is imported that could be missing.
 * @param seen what needs no fetching; gets what this fetches
 */
async function fetchScript(path: string, seen: Set<string>): Promise<void> {
  const { href } = new URL(path, import.meta.url)
  if (seen.has(href)) return
  seen.add(href)
  const response = await fetch(href)
  if (!response.ok) throw new Error(href)
  const code = await response.text()
  await Promise.all(Array.from(code.matchAll(/from"(.+?)"/g), ([, needed = '']) => fetchScript(needed, seen)))
}

/**
 * @param load imports the part; the build has put the name of its script into it
 * @param files the part's style sheets, from the root of the build
 */
export async function fetchPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const seen = new Set(ran)
  const [, path = ''] = String(load).split(/import\(.|[`"']\)/)
  await Promise.all([fetchScript(path, seen), ...files.map(fetchStyles)])
  const part = await load()
  for (const href of seen) ran.add(href)
  return part
}
