import { pristine } from './pristine.ts'

/** Brings a script into the browser's cache; rejects when it can't be fetched. */
export const fetchScript = (url: string): Promise<void> =>
  pristine(async (own) => {
    const response = await own.fetch(url)
    if (!response.ok) throw new Error(url)
    await response.text()
  })
