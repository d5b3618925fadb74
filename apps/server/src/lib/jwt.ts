// Verifies JWTs signed by others, with the one algorithm we accept.
import { compactVerify, errors } from 'jose'

/** The payload of a compact JWS with HMAC-SHA256; undefined otherwise. Callers check dates and audience. */
export async function openHs256(token: string, key: string): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, new TextEncoder().encode(key), { algorithms: ['HS256'] })
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown
  } catch (error) {
    // Not JSON, not UTF-8 or not signed: all of these are invalid tokens.
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined
    throw error
  }
}
