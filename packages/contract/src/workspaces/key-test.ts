// What came of trying a provider key: the cheapest call there is, read into one of five results with a plain sentence each.
import { z } from 'zod'

/** Providers whose own keys a workspace can store; an agent uses them before the platform's. */
export const CREDENTIAL_PROVIDERS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const
export const CredentialProvider = z.enum(CREDENTIAL_PROVIDERS)
export type CredentialProvider = z.infer<typeof CredentialProvider>

/**
 * `works` · `refused` the key is none, or may not · `limited` no credit left, or too many calls · `unreachable` no answer in
 * time · `unexpected` an answer that is not this provider's, or trouble of its own.
 */
export const KEY_RESULTS = ['works', 'refused', 'limited', 'unreachable', 'unexpected'] as const
export const KeyResult = z.enum(KEY_RESULTS)
export type KeyResult = z.infer<typeof KeyResult>

export const KeyTest = z.object({
  at: z.string(),
  result: KeyResult,
  /** One sentence for people. */
  message: z.string(),
})
export type KeyTest = z.infer<typeof KeyTest>

export interface KeyVerdict {
  readonly result: KeyResult
  /** Of the answer; absent where none came. */
  readonly status?: number
}

const Data = z.object({ data: z.array(z.unknown()) })
const Models = z.object({ models: z.array(z.unknown()) })

/** Reads the answer to a request for the list of models; `body` may be cut. Nothing of it goes into the verdict. */
export function judgeAnswer(
  provider: CredentialProvider,
  { status, body }: { readonly status: number; readonly body: string },
): KeyVerdict {
  if (status === 401 || status === 403) return { result: 'refused', status }
  // Google, and some who speak OpenAI's protocol, say it with a 400.
  if (status === 400 && /api[\s_-]?key/i.test(body)) return { result: 'refused', status }
  if (status === 402 || status === 429) return { result: 'limited', status }
  if (status === 200 && listsModels(provider, body)) return { result: 'works', status }
  return { result: 'unexpected', status }
}

function listsModels(provider: CredentialProvider, body: string): boolean {
  try {
    return (provider === 'google' ? Models : Data).safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}

const NAMES: Readonly<Record<CredentialProvider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'openai-compatible': 'The server',
}

/**
 * @param ownAddress whether an address of one's own was asked, not the provider's
 * @param keyless whether it was asked without a key
 */
export function keySentence(
  { result, status }: KeyVerdict,
  {
    provider,
    ownAddress,
    keyless = false,
  }: { readonly provider: CredentialProvider; readonly ownAddress: boolean; readonly keyless?: boolean },
): string {
  const who = ownAddress ? NAMES['openai-compatible'] : NAMES[provider]
  if (result === 'works') return keyless ? `${who} answers without a key.` : `${who} accepts this key.`
  if (result === 'refused' && keyless) return `${who} wants a key.`
  if (result === 'limited')
    return `${who} takes no more calls with this key: its credit is used up or a limit is reached (${status}).`
  if (result === 'unreachable')
    return ownAddress
      ? 'No answer came from this address. Check that it is right and its server runs. An address inside the network of this installation has to be allowed by its operator.'
      : `${who} did not answer. Try again in a moment.`
  if (result === 'refused')
    return status === 403
      ? `${who} does not let this key list models (403). Check what the key may do.`
      : `${who} refuses this key. Check that it was copied completely and not revoked.`
  if ((status ?? 0) >= 500) return `${who} has trouble of its own (${status}). Try again later.`
  const said = status === 200 ? '' : ` (${status})`
  return ownAddress
    ? `This address does not answer like a model provider${said}. Check the base address.`
    : `${who} gave an answer that was not expected${said}. Try again later.`
}

/** How a verdict is kept: '' for `works`, otherwise `result` or `result:status`. */
export const keptVerdict = ({ result, status }: KeyVerdict): string =>
  result === 'works' ? '' : status === undefined ? result : `${result}:${status}`

/** The way back; whatever is not known any more was `unexpected`. */
export function readVerdict(kept: string): KeyVerdict {
  if (kept === '') return { result: 'works' }
  const [word = '', number = ''] = kept.split(':')
  const result = KeyResult.safeParse(word).data ?? 'unexpected'
  return number === '' ? { result } : { result, status: Number(number) }
}
