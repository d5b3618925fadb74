// The language models that are offered by name, and which of them answers an agent when several keys, one or none are there.
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'
import { METER_DEFAULTS, type MeterSettings, type PaidBy } from './metering.ts'
import { priceOf } from './prices.ts'

/** What a new agent names, and what one that never chose still names. */
export const DEFAULT_MODEL = 'gpt-4o'

/** By their providers' own names; the first of each stands in for the default model where only that provider has a key. */
export const KNOWN_MODELS: Readonly<Record<Exclude<CredentialProvider, 'openai-compatible'>, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano'],
  anthropic: ['claude-sonnet-4-5', 'claude-haiku-4-5'],
  google: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'],
}

export interface NamedModel {
  readonly provider: CredentialProvider
  /** As the provider knows it. */
  readonly name: string
}

/** What an agent's settings have to say to get this model: `providerOf` reads it back. */
export function modelId({ provider, name }: NamedModel): string {
  const read = providerOf(name)
  return read.provider === provider && read.name === name ? name : `${provider}/${name}`
}

/** Which keys there are. With no platform key at all the sandbox serves every provider that the workspace has no key of. */
export interface ModelKeys {
  readonly own: readonly CredentialProvider[]
  readonly platform: readonly CredentialProvider[]
  readonly sandbox: boolean
}

/** Whose key pays a provider's models: the workspace's own comes first; undefined where nobody's does. */
export function payerOf(provider: CredentialProvider, keys: ModelKeys): PaidBy | undefined {
  if (keys.own.includes(provider)) return 'ownKey'
  if (keys.platform.includes(provider)) return 'platform'
  return keys.sandbox ? 'sandbox' : undefined
}

/**
 * The model that answers. One that somebody chose is never replaced; the default, where it has no key, is stood in for by
 * the best known model of a provider that has one, the workspace's own keys first, the sandbox last. Undefined when
 * nothing serves it.
 */
export function chooseModel(asked: string, keys: ModelKeys): (NamedModel & { readonly paidBy: PaidBy }) | undefined {
  const named = providerOf(asked)
  const paidBy = payerOf(named.provider, keys)
  const itself = paidBy && { ...named, paidBy }
  if (asked !== DEFAULT_MODEL || (paidBy && paidBy !== 'sandbox')) return itself
  for (const payer of ['own', 'platform'] as const)
    for (const provider of ['openai', 'anthropic', 'google'] as const) {
      const name = KNOWN_MODELS[provider][0]
      if (name !== undefined && keys[payer].includes(provider))
        return { provider, name, paidBy: payer === 'own' ? 'ownKey' : 'platform' }
    }
  return itself
}

export interface ModelRate {
  /** Credits per 1,000 tokens read and written; 0 where a turn has one price. */
  readonly input: number
  readonly output: number
  /** Credits for each turn, whatever its length. */
  readonly turn: number
}

/** What people pay for a model, in credits to four decimals. */
export function rateOf(name: string, paidBy: PaidBy, settings: MeterSettings = METER_DEFAULTS): ModelRate {
  if (paidBy !== 'platform') return { input: 0, output: 0, turn: 1 }
  const { input, output } = priceOf(name)
  // Micro-dollars per million tokens are nano-dollars per thousand.
  const credits = (nanoUsd: number) =>
    Math.round(((nanoUsd / 1e9) * settings.markup * 10_000) / settings.creditValueUsd) / 10_000
  return { input: credits(input), output: credits(output), turn: 0 }
}
