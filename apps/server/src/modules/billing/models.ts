// The offered language models, which one answers given the available keys, which accept images, and which think.
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'
import { METER_DEFAULTS, type MeterSettings, type PaidBy } from './metering.ts'
import { priceOf } from './prices.ts'

/** Model of agents that never chose one. */
export const DEFAULT_MODEL = 'gpt-4o'

/** Names as the provider uses them. The first one replaces the default model if only that provider has a key. */
export const KNOWN_MODELS: Readonly<Record<Exclude<CredentialProvider, 'openai-compatible'>, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano'],
  anthropic: ['claude-sonnet-4-5', 'claude-haiku-4-5'],
  google: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'],
}

export interface NamedModel {
  readonly provider: CredentialProvider
  readonly name: string
}

/** The id of this model in agent settings, parsed by `providerOf`. */
export function modelId({ provider, name }: NamedModel): string {
  const read = providerOf(name)
  return read.provider === provider && read.name === name ? name : `${provider}/${name}`
}

export interface ModelKeys {
  readonly own: readonly CredentialProvider[]
  readonly platform: readonly CredentialProvider[]
  readonly sandbox: boolean
}

/** Whose key pays for a provider's models; the workspace's own comes first. Undefined without a key. */
export function payerOf(provider: CredentialProvider, keys: ModelKeys): PaidBy | undefined {
  if (keys.own.includes(provider)) return 'ownKey'
  if (keys.platform.includes(provider)) return 'platform'
  return keys.sandbox ? 'sandbox' : undefined
}

/**
 * The model that answers. Only the default one, if its provider has no key, is replaced: by the first model with a
 * workspace's key, then the platform's, then the sandbox. Undefined if nothing can serve it.
 */
export function chooseModel(asked: string, keys: ModelKeys): (NamedModel & { readonly paidBy: PaidBy }) | undefined {
  const named = providerOf(asked)
  const paidBy = payerOf(named.provider, keys)
  const exact = paidBy && { ...named, paidBy }
  if (asked !== DEFAULT_MODEL || (paidBy && paidBy !== 'sandbox')) return exact
  for (const payer of ['own', 'platform'] as const)
    for (const provider of ['openai', 'anthropic', 'google'] as const) {
      const name = KNOWN_MODELS[provider][0]
      if (name !== undefined && keys[payer].includes(provider))
        return { provider, name, paidBy: payer === 'own' ? 'ownKey' : 'platform' }
    }
  return exact
}

export interface ModelRate {
  /** Credits per 1,000 tokens read and written; 0 for a fixed price per turn. */
  readonly input: number
  readonly output: number
  /** Credits for each turn, whatever its length. */
  readonly turn: number
}

/** Price of a model in credits, to four decimals. */
export function rateOf(name: string, paidBy: PaidBy, settings: MeterSettings = METER_DEFAULTS): ModelRate {
  if (paidBy !== 'platform') return { input: 0, output: 0, turn: 1 }
  const { input, output } = priceOf(name)
  // Micro-dollars per million tokens are nano-dollars per thousand.
  const credits = (nanoUsd: number) =>
    Math.round(((nanoUsd / 1e9) * settings.markup * 10_000) / settings.creditValueUsd) / 10_000
  return { input: credits(input), output: credits(output), turn: 0 }
}

/** Matched against the part of the name after the last slash, in lower case. */
const VISION_MODELS: readonly RegExp[] = [
  /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-5|chatgpt-4o|o1|o3|o4-mini)(?:$|[-.@:])/,
  /^claude-(?:3|opus|sonnet|haiku)/,
  /^gemini-(?:1\.5|[2-9])/,
  /^(?:pixtral|llava|bakllava|moondream|minicpm-v|gemma-?3|llama-?4|mistral-small-?3\.[1-9]|granite3\.\d-vision)/,
  /(?:^|[-_.:])(?:vision|vl)(?:$|[-_.:])/,
  // `qwen2.5vl`, `internvl2`
  /^(?:qwen[\d.]*vl|internvl)/,
]
/** Models that match the patterns above but accept no images. */
const TEXT_ONLY_MODELS =
  /^(?:o1-mini|o1-preview|o3-mini|gpt-4o-(?:mini-)?(?:audio|realtime|transcribe|search|tts))|^gemma-?3[:-](?:1b|270m)/

/** Whether the model accepts images. Other models are sent the file name instead. */
export function supportsVision(model: string): boolean {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return !TEXT_ONLY_MODELS.test(name) && VISION_MODELS.some((pattern) => pattern.test(name))
}

/** Usual maximum of tokens for one image, for the credit hold before a turn. */
export const maxImageTokens = (model: string): number => (/gpt-4o-mini/.test(model) ? 37_000 : 3000)

/** Models that think before they answer, by the names of OpenAI and Google. */
const THINKING_MODELS = /^(?:o\d|gpt-5(?!.*chat)|gemini-(?:2\.5|[3-9]))/

/** Tokens for thinking with little effort. Providers charge them as output and count them towards its limit. */
export const thinkingTokens = (model: string): number => (THINKING_MODELS.test(model) ? 2048 : 0)
