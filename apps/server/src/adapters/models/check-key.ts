// Whether a provider takes a key: its list of models, the cheapest call that every provider has and that needs one.
import { judgeAnswer } from '@parlance/contract/workspaces/key-test'
import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'
import type { KeyCheck } from '../../modules/workspaces/ports.ts'
import type { ProviderKey } from '../../lib/settings.ts'

const TIMEOUT_MS = 8000
/** Long lists of gateways included; what comes after is not read. */
const MAX_BYTES = 4_000_000
/** All that may stand in a header. What people paste along with a key is no part of any. */
const KEY = /^[\x21-\x7e]+$/

/** In headers alone: addresses end up in logs. */
const HEADERS: Readonly<Record<CredentialProvider, (key: string) => Record<string, string>>> = {
  openai: bearer,
  'openai-compatible': bearer,
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  google: (key) => ({ 'x-goog-api-key': key }),
}
/** One entry is enough where a list can be cut. */
const QUERY: Partial<Record<CredentialProvider, string>> = { anthropic: '?limit=1', google: '?pageSize=1' }

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

export function createKeyCheck(
  fetcher: typeof fetch,
  ownBase: Readonly<Record<CredentialProvider, string>>,
  patienceMs = TIMEOUT_MS,
): KeyCheck['check'] {
  return async (provider: CredentialProvider, { apiKey, baseUrl }: ProviderKey) => {
    const keyless = provider === 'openai-compatible' && apiKey === ''
    if (!keyless && !KEY.test(apiKey)) return { result: 'refused' }
    const base = (baseUrl || ownBase[provider]).replace(/\/+$/, '')
    try {
      const response = await fetcher(`${base}/models${QUERY[provider] ?? ''}`, {
        headers: { ...(keyless ? {} : HEADERS[provider](apiKey)), accept: 'application/json' },
        signal: AbortSignal.timeout(patienceMs),
      })
      return judgeAnswer(provider, { status: response.status, body: await beginningOf(response) })
    } catch {
      // Why not is in the log of the guarded client; saying it would map our network for whoever asks.
      return { result: 'unreachable' }
    }
  }
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    size += chunk.byteLength
    if (size > MAX_BYTES) break
  }
  return text
}
