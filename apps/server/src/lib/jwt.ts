// Signed tokens of others: the one algorithm that we take, checked before anything in the token is believed.
import { compactVerify, errors } from 'jose'

/**
 * What a compact JWS says that was signed with HMAC-SHA256 under this very key; undefined for any other one. A header that
 * names another algorithm, or none, is not followed. Dates and audience are the caller's to look at.
 */
export async function openHs256(token: string, key: string): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, new TextEncoder().encode(key), { algorithms: ['HS256'] })
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown
  } catch (error) {
    // Not JSON, not UTF-8, or not signed: what is no token of ours is not worth telling apart.
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined
    throw error
  }
}
