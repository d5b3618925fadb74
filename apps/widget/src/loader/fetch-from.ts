import { withCleanGlobals } from './clean-globals.ts'

/** What stands at an address of ours; rejects when it can't be fetched. */
export async function fetchFrom(url: string, as: 'json' | 'text'): Promise<unknown> {
  const found = await withCleanGlobals(async (own) => {
    const response = await own.fetch(url, { credentials: 'omit' })
    return response.ok && [await response[as]()]
  })
  if (!found) throw new Error(url)
  return found[0]
}
