// Where the chat's languages are: each a file of its own, of which a visitor fetches one.
import type { Texts } from '../texts.ts'

const FILES = import.meta.glob<{ readonly texts: Texts }>('./??.ts')

/** Rejects when it can't be fetched. */
export function loadTexts(code: string): Promise<{ readonly texts: Texts }> {
  const load = FILES[`./${code}.ts`]
  return load ? load() : Promise.reject(new Error(`There is no language ${code}`))
}
