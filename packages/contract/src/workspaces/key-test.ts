import { z } from 'zod'
import { messageFields } from '../lib/rules.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** A workspace can store keys of these; an agent prefers them to the platform's. */
export const CREDENTIAL_PROVIDERS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const
export const CredentialProvider = z.enum(CREDENTIAL_PROVIDERS)
export type CredentialProvider = z.infer<typeof CredentialProvider>

/** Providers of speech for calls, and Vapi, which runs whole calls. OpenAI's key counts for speech too. */
export const SPEECH_KEY_PROVIDERS = ['deepgram', 'elevenlabs', 'cartesia', 'vapi'] as const
export type SpeechKeyProvider = (typeof SPEECH_KEY_PROVIDERS)[number]
export const KEY_PROVIDERS = [...CREDENTIAL_PROVIDERS, ...SPEECH_KEY_PROVIDERS] as const
export const KeyProvider = z.enum(KEY_PROVIDERS)
export type KeyProvider = z.infer<typeof KeyProvider>

export const isSpeechKey = (provider: KeyProvider): provider is SpeechKeyProvider =>
  (SPEECH_KEY_PROVIDERS as readonly string[]).includes(provider)

/**
 * `works` · `refused` invalid or not permitted · `limited` no credit left, or too many calls · `unreachable` no answer
 * in time · `unexpected` an answer that isn't this provider's, or a fault on its side.
 */
export const KEY_RESULTS = ['works', 'refused', 'limited', 'unreachable', 'unexpected'] as const
export const KeyResult = z.enum(KEY_RESULTS)
export type KeyResult = z.infer<typeof KeyResult>

export const KeyTest = z.object({
  at: z.string(),
  result: KeyResult,
  message: z.string(),
  ...messageFields,
})
export type KeyTest = z.infer<typeof KeyTest>

export interface KeyVerdict {
  readonly result: KeyResult
  readonly status?: number
}

const Named = z.object({ id: z.string() })
const Data = z.object({ data: z.array(z.unknown()) })
const Models = z.object({ models: z.array(z.unknown()) })
const GoogleModel = z.object({ name: z.string() })

export interface ProviderAnswer {
  readonly status: number
  /** May be truncated. Never part of the verdict. */
  readonly body: string
}

export const judgeList = (provider: CredentialProvider, answer: ProviderAnswer): KeyVerdict =>
  judge(answer, (found) => (provider === 'google' ? Models : Data).safeParse(found).success)

export const judgeCompletion = (provider: CredentialProvider, answer: ProviderAnswer): KeyVerdict =>
  judge(answer, (found) => COMPLETIONS[provider].safeParse(found).success)

const Choices = z.object({ choices: z.array(z.unknown()) })
const COMPLETIONS: Readonly<Record<CredentialProvider, z.ZodType>> = {
  openai: Choices,
  'openai-compatible': Choices,
  anthropic: z.object({ content: z.array(z.unknown()) }),
  google: z.union([z.object({ candidates: z.array(z.unknown()) }), z.object({ usageMetadata: z.unknown() })]),
}

function judge({ status, body }: ProviderAnswer, isRight: (found: unknown) => boolean): KeyVerdict {
  // Anthropic and Google report missing billing with a 400.
  if ((status === 400 || status === 403) && /credit balance|billing/i.test(body)) return { result: 'limited', status }
  if (status === 401 || status === 403) return { result: 'refused', status }
  // Google and some OpenAI-compatible servers report it with a 400.
  if (status === 400 && /api[\s_-]?key/i.test(body)) return { result: 'refused', status }
  if (status === 402 || status === 429) return { result: 'limited', status }
  if (status === 200 && isRight(parsed(body))) return { result: 'works', status }
  return { result: 'unexpected', status }
}

export function listedModels(provider: CredentialProvider, body: string): string[] {
  const found = parsed(body)
  if (provider !== 'google')
    return (Data.safeParse(found).data?.data ?? []).flatMap((one) => Named.safeParse(one).data?.id ?? [])
  const models = Models.safeParse(found).data?.models ?? []
  return models.flatMap((one) => GoogleModel.safeParse(one).data?.name.replace(/^models\//, '') ?? [])
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const NAMES: Readonly<Record<KeyProvider, string | MessageDescriptor>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'openai-compatible': msg('the_server'),
  deepgram: 'Deepgram',
  elevenlabs: 'ElevenLabs',
  cartesia: 'Cartesia',
  vapi: 'Vapi',
}

/**
 * @param ownAddress whether a custom address was called
 * @param keyless whether the call had no key
 * @param model the requested model, if any
 */
export function keyMessage(
  { result, status = 0 }: KeyVerdict,
  {
    provider,
    ownAddress,
    keyless = false,
    model = '',
  }: {
    readonly provider: KeyProvider
    readonly ownAddress: boolean
    readonly keyless?: boolean
    readonly model?: string
  },
): MessageDescriptor {
  const who = ownAddress ? NAMES['openai-compatible'] : NAMES[provider]
  if (result === 'works') return keyless ? msg('answers_without_key', { who }) : msg('key_accepted', { who })
  if (result === 'refused' && keyless) return msg('key_wanted', { who })
  if (result === 'limited') return msg('key_credit_used_up', { who, status })
  if (result === 'unreachable')
    return ownAddress ? msg('provider_no_answer_at_address') : msg('provider_no_answer', { who })
  if (result === 'refused' && status === 403 && isSpeechKey(provider)) return msg('key_cannot_speak', { who })
  if (result === 'refused') return status === 403 ? msg('key_cannot_use_models', { who }) : msg('key_refused', { who })
  if (model && (status === 404 || status === 400)) return msg('model_not_offered', { who, model })
  if (status >= 500) return msg('provider_trouble', { who, status })
  if (status === 0 || status === 200)
    return ownAddress ? msg('not_a_model_provider') : msg('provider_answer_unexpected', { who })
  return ownAddress
    ? msg('not_a_model_provider_status', { status })
    : msg('provider_answer_unexpected_status', { who, status })
}

/** '' for `works`, otherwise `result` or `result:status`. */
export const keptVerdict = ({ result, status }: KeyVerdict): string =>
  result === 'works' ? '' : status === undefined ? result : `${result}:${status}`

/** Unknown verdicts are `unexpected`. */
export function readVerdict(kept: string): KeyVerdict {
  if (kept === '') return { result: 'works' }
  const [word = '', number = ''] = kept.split(':')
  const result = KeyResult.safeParse(word).data ?? 'unexpected'
  return number === '' ? { result } : { result, status: Number(number) }
}
