// Fetches an on-demand part as the build splits it: styles first, then code, with retries.

/** Rejects when the sheet can't be fetched; a later call retries. */
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

const ran = new Set([import.meta.url])

/**
 * Fetches a script and its imports into the browser's cache; rejects when one fails. A browser that fails to import a
 * module may never fetch it again in this page, so everything is fetched before the import.
 * @param seen skips these scripts and collects the fetched ones
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
 * @param load imports the part; the build inserts its script name
 * @param files the part's style sheets, relative to the build's root
 */
export async function fetchPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const seen = new Set(ran)
  const [, path = ''] = String(load).split(/import\(.|[`"']\)/)
  await Promise.all([fetchScript(path, seen), ...files.map(fetchStyles)])
  const part = await load()
  for (const href of seen) ran.add(href)
  return part
}
