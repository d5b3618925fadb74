// The model picker's list: who pays, and what a search shows.
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import type { CredentialProvider, OfferedModel } from '@parlance/contract/workspaces/schemas'

export type Payer = OfferedModel['paidBy'] | 'nobody'

export interface ModelList {
  items: readonly OfferedModel[]
  /** Providers with a key whose models could not be listed. */
  unlisted: readonly CredentialProvider[]
  state: 'loading' | 'ready' | 'failed'
  /** Why it failed; empty otherwise. */
  reason: string
  onRetry: () => void
}

interface Group {
  provider: CredentialProvider
  items: OfferedModel[]
}

/** The provider of a model and whose key pays. Without a key the sandbox answers where there is one. */
export function payerOf(
  model: string,
  { items, unlisted }: Pick<ModelList, 'items' | 'unlisted'>,
): { provider: CredentialProvider; name: string; paidBy: Payer } {
  const named = providerOf(model.trim())
  const exact = items.find(({ id }) => id === model.trim())
  const offered = exact ?? items.find(({ provider }) => provider === named.provider)
  if (offered) return { ...named, paidBy: offered.paidBy }
  if (unlisted.includes(named.provider)) return { ...named, paidBy: 'ownKey' }
  return { ...named, paidBy: items.some(({ paidBy }) => paidBy === 'sandbox') ? 'sandbox' : 'nobody' }
}

export const SHOWN = 100

/**
 * Search results by provider in list order; every word must occur in name, provider or label. Shows at most 100; `left`
 * counts the rest.
 */
export function groupsOf(
  items: readonly OfferedModel[],
  search: string,
  labelOf: (provider: CredentialProvider) => string,
): { groups: Group[]; left: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((model) => {
    const text = `${model.id} ${model.name} ${model.provider} ${labelOf(model.provider)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups: Group[] = []
  for (const model of found.slice(0, SHOWN)) {
    const group = groups.find(({ provider }) => provider === model.provider)
    if (group) group.items.push(model)
    else groups.push({ provider: model.provider, items: [model] })
  }
  return { groups, left: Math.max(0, found.length - SHOWN) }
}
