// Sentences of the parts that are fetched on demand. Every language is complete by type; of one that can't be fetched all
// stays English. Each part keeps its own in texts/<part>.ts and spreads it here.

import { enAttachments } from './texts/attachments.ts'
import { enItems } from './texts/items.ts'
import { enLifecycle } from './texts/lifecycle.ts'
import { enMenu } from './texts/menu.ts'
import { enVisitors } from './texts/visitors.ts'

export const moreEn = { ...enAttachments, ...enItems, ...enLifecycle, ...enMenu, ...enVisitors }
export type MoreTexts = typeof moreEn

/** Each a file of its own, of which a visitor fetches one. */
const FILES = import.meta.glob<{ readonly more: MoreTexts }>('./languages/more/??.ts')
type Fetch = (code: string) => Promise<{ readonly more: Partial<MoreTexts> }> | undefined
const fetchFile: Fetch = (code) => FILES[`./languages/more/${code}.ts`]?.()

let current: MoreTexts = moreEn

/** Never rejects: a language that can't be fetched is English, and is tried again with the next part. */
export async function loadMore(code: string, fetch: Fetch = fetchFile): Promise<MoreTexts> {
  const loaded = await fetch(code)?.catch(() => undefined)
  current = { ...moreEn, ...loaded?.more }
  return current
}

/** In the visitor's language, from the moment a part is shown. */
export const more = () => current
