// How the build fetches a part of the chat that is not in the first load: its styles, then its code, and again after a failure.

/** Rejects when the sheet can't be fetched; a later call tries again. */
function fetchStyles(file: string): Promise<void> {
  const href = new URL(import.meta.env.BASE_URL + file, location.href).href
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  if (links.some((link) => link.href === href)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Not fetched: ${file}`))
    })
    document.head.append(link)
  })
}

/** @param files the part's style sheets, from the root of the build */
export async function fetchPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const [part] = await Promise.all([load(), ...files.map(fetchStyles)])
  return part
}
