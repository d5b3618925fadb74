// Sentences of the parts that are fetched on demand. English is complete by type; another language says what it has, the rest
// stays English. Each part keeps its own in texts/<part>.ts and spreads it here.

import { enAttachments } from './texts/attachments.ts'
import { enItems } from './texts/items.ts'
import { enLifecycle } from './texts/lifecycle.ts'
import { enMenu } from './texts/menu.ts'
import { enVisitors } from './texts/visitors.ts'

export const moreEn = { ...enAttachments, ...enItems, ...enLifecycle, ...enMenu, ...enVisitors }
export type MoreTexts = typeof moreEn

type Load = () => Promise<{ readonly more: Partial<MoreTexts> }>
/** By language: languages/more/<code>.ts. */
const OTHERS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['de', () => import('./languages/more/de.ts')],
  ['es', () => import('./languages/more/es.ts')],
  ['fr', () => import('./languages/more/fr.ts')],
  ['pt', () => import('./languages/more/pt.ts')],
  ['ar', () => import('./languages/more/ar.ts')],
])

let current: MoreTexts = moreEn

/** Never rejects: a language that can't be fetched is English, and is tried again with the next part. */
export async function loadMore(code: string, others: ReadonlyMap<string, Load> = OTHERS): Promise<MoreTexts> {
  const loaded = await others
    .get(code)?.()
    .catch(() => undefined)
  current = { ...moreEn, ...loaded?.more }
  return current
}

/** In the visitor's language, from the moment a part is shown. */
export const more = () => current
