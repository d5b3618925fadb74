// Checks whether a provider accepts a key: lists its models, then asks one of them for one token.
import { judgeCompletion, judgeList, type KeyVerdict, listedModels } from '@parlance/contract/workspaces/key-test'
import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'
import type { ProviderKey } from '../../lib/settings.ts'

const TIMEOUT_MS = 8000
/** Enough for gateways' long lists; the rest is not read. */
const MAX_BYTES = 4_000_000
/** Characters that a header allows. Anything else was pasted by accident. */
const KEY = /^[\x21-\x7e]+$/

/** Only in headers: URLs end up in logs. */
const HEADERS: Readonly<Record<CredentialProvider, (key: string) => Record<string, string>>> = {
  openai: bearer,
  'openai-compatible': bearer,
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  google: (key) => ({ 'x-goog-api-key': key }),
}
const LIST_QUERY: Partial<Record<CredentialProvider, string>> = { anthropic: '?limit=100', google: '?pageSize=100' }

/** Cheap models that every account has, used when the provider lists them. */
const CHEAP: Readonly<Record<CredentialProvider, readonly string[]>> = {
  openai: ['gpt-4.1-nano', 'gpt-4o-mini', 'gpt-5-nano'],
  anthropic: ['claude-haiku-4-5'],
  google: ['gemini-2.5-flash-lite', 'gemini-2.5-flash'],
  'openai-compatible': [],
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

export type ModelKeyCheck = (provider: CredentialProvider, key: ProviderKey, model?: string) => Promise<KeyVerdict>

/**
 * Lists the models, then asks `model`, or a cheap one, for a token: only an answer shows that there is credit. Addresses of
 * `ownBase` are asked through `ownFetch`.
 */
export function createKeyCheck(
  fetcher: typeof fetch,
  ownBase: Readonly<Record<CredentialProvider, string>>,
  patienceMs = TIMEOUT_MS,
  ownFetch = fetcher,
): ModelKeyCheck {
  return async (provider, { apiKey, baseUrl }, model) => {
    const keyless = provider === 'openai-compatible' && apiKey === ''
    if (!keyless && !KEY.test(apiKey)) return { result: 'refused' }
    const base = (baseUrl || ownBase[provider]).replace(/\/+$/, '')
    const headers = { ...(keyless ? {} : HEADERS[provider](apiKey)), accept: 'application/json' }
    const ask = async (path: string, body?: object) => {
      const response = await (baseUrl === '' ? ownFetch : fetcher)(`${base}${path}`, {
        headers,
        signal: AbortSignal.timeout(patienceMs),
        ...(body
          ? {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }
          : {}),
      })
      return { status: response.status, body: await beginningOf(response) }
    }
    try {
      const list = await ask(`/models${LIST_QUERY[provider] ?? ''}`)
      const listed = judgeList(provider, list)
      // A key may be allowed to answer but not to list; a named model needs no list.
      const named = model || (list.status === 403 ? CHEAP[provider][0] : undefined)
      if (listed.result !== 'works' && (named === undefined || list.status === 401)) return listed
      const name = named ?? chooseListed(provider, listedModels(provider, list.body))
      if (name === undefined) return { result: 'unexpected', status: list.status }
      const { path, body } = oneToken(provider, name)
      return judgeCompletion(provider, await ask(path, body))
    } catch {
      // The guarded client logs the reason; returning it would let users map our network.
      return { result: 'unreachable' }
    }
  }
}

const chooseListed = (provider: CredentialProvider, names: readonly string[]): string | undefined =>
  CHEAP[provider].find((cheap) => names.includes(cheap)) ??
  names.find((name) => /^(gpt|claude|gemini)-/.test(name)) ??
  names[0] ??
  CHEAP[provider][0]

function oneToken(provider: CredentialProvider, model: string): { readonly path: string; readonly body: object } {
  const messages = [{ role: 'user', content: 'Hi' }]
  if (provider === 'anthropic') return { path: '/messages', body: { model, max_tokens: 1, messages } }
  if (provider === 'google')
    return {
      path: `/models/${encodeURIComponent(model)}:generateContent`,
      body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], generationConfig: { maxOutputTokens: 1 } },
    }
  return { path: '/chat/completions', body: { model, messages, ...limitOf(model) } }
}

/** Reasoning models think before their first word and name the limit differently. */
const limitOf = (model: string) => (/^(o\d|gpt-5)/.test(model) ? { max_completion_tokens: 16 } : { max_tokens: 1 })

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
