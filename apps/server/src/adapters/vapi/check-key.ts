// Checks a key of Vapi's by asking for one assistant: public keys may not.
import type { KeyVerdict } from '@parlance/contract/workspaces/key-test'

const TIMEOUT_MS = 8000

export async function checkVapiKey(apiKey: string, baseUrl: string): Promise<KeyVerdict> {
  try {
    const { status, headers } = await fetch(`${baseUrl}/assistant?limit=1`, {
      headers: { authorization: `Bearer ${apiKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (status === 401 || status === 403) return { result: 'refused', status }
    if (status === 402 || status === 429) return { result: 'limited', status }
    const isJson = headers.get('content-type')?.includes('json') === true
    return status === 200 && isJson ? { result: 'works', status } : { result: 'unexpected', status }
  } catch {
    return { result: 'unreachable' }
  }
}
