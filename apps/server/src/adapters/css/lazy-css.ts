// Loads the CSS parser and its property tables with the first CSS of an owner: most agents have none.
import type { CssCleaner } from '../../modules/agents/ports.ts'
import type { Css } from './css.ts'

/** `origin` of the installation is read on every use, empty while unknown; `root` is that of the chat when absent. */
export function createLazyCss(origin: () => string, root?: string): CssCleaner {
  let made: Promise<Css> | undefined
  const css = async () => (made ??= import('./css.ts').then(({ createCss }) => createCss(origin, root)))
  return {
    clean: async (text) => (await css()).clean(text),
    check: async (text) => (await css()).check(text),
  }
}
