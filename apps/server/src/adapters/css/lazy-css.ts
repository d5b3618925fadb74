// The parser of CSS and what it knows of every property, read when the first owner's CSS is: most have none.
import type { CssCleaner } from '../../modules/agents/ports.ts'
import type { Css } from './css.ts'

/** @param origin of this installation, read on every use; empty where it is not known */
export function createLazyCss(origin: () => string): CssCleaner {
  let made: Promise<Css> | undefined
  const css = async () => (made ??= import('./css.ts').then(({ createCss }) => createCss(origin)))
  return {
    clean: async (text) => (await css()).clean(text),
    check: async (text) => (await css()).check(text),
  }
}
