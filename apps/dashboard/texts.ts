// The catalogue in parts: every module brings the sentences whose keys it names, so that a page loads no others and none come late.
import type { Plugin } from 'vite'

export interface Texts {
  readonly [key: string]: string | Texts
}
type Found = Record<string, unknown>

const KEY = /['"`]([a-zA-Z]\w*(?:\.\w+)*\.?)/g
const PLURALS = ['', '_zero', '_one', '_two', '_few', '_many', '_other']

/**
 * The sentences of a catalogue whose keys stand in this source text, as they lie in the whole. A key that is put together
 * while the program runs (`area.tabs.${key}`) brings everything below what is written of it.
 */
export function textsIn(code: string, catalogue: Texts): Found {
  const found: Found = {}
  for (const [, written = ''] of code.matchAll(KEY)) {
    if (written.includes('.')) take(written.split('.').filter(Boolean), catalogue, found)
  }
  return found
}

function take([key = '', ...deeper]: readonly string[], from: Texts, into: Found): void {
  for (const name of PLURALS.map((plural) => key + plural)) {
    const texts = Object.hasOwn(from, name) ? from[name] : undefined
    if (texts === undefined) continue
    if (typeof texts === 'string' || deeper.length === 0) into[name] = texts
    else if (into[name] !== texts) {
      // Never a part of the catalogue itself: this one is written into.
      const inner: Found = { ...(into[name] as Found | undefined) }
      take(deeper, texts, inner)
      if (Object.keys(inner).length > 0) into[name] = inner
    }
  }
}

/** Lets every module of the dashboard hand the sentences it names to `addTexts` of the module `store`. */
export function catalogueParts(catalogue: Texts, store: string): Plugin {
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\/dashboard\/src\/.*\.tsx?$/, exclude: /\/i18n\// } },
      handler: (code) => {
        const texts = textsIn(code, catalogue)
        if (Object.keys(texts).length === 0) return undefined
        // At the end, so that lines stay where they are: imports are done first wherever they stand.
        const given = `import { addTexts as __addTexts } from '${store}'\n__addTexts(${JSON.stringify(texts)})`
        return { code: `${code}\n${given}\n`, map: null }
      },
    },
  }
}
