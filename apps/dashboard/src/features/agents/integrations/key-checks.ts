// Whether a private key can be used, found by the browser's own reader of keys.

const ARMOUR = /^-----BEGIN PRIVATE KEY-----([\s\S]+)-----END PRIVATE KEY-----\s*$/

/** The bytes between the lines of a PEM file; undefined when it is none. Keys from JSON files have `\n` as two letters. */
export function pemBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const inside = ARMOUR.exec(text.replaceAll(String.raw`\n`, '\n').trim())?.[1]?.replaceAll(/\s/g, '')
  if (!inside) return undefined
  try {
    return Uint8Array.from(atob(inside), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** True for an RSA key of a service account, as Google gives them out. */
export async function isServiceKey(text: string): Promise<boolean> {
  const bytes = pemBytes(text)
  if (!bytes) return false
  // Only pages served over https have the reader; elsewhere the form is all there is to go by.
  if (!globalThis.crypto?.subtle) return true
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']).then(
    () => true,
    () => false,
  )
}
