// Validates private keys with the Web Crypto API.

const ARMOUR = /^-----BEGIN PRIVATE KEY-----([\s\S]+)-----END PRIVATE KEY-----\s*$/

/** The bytes of a PEM file, if valid. Keys from JSON files contain literal `\n`. */
export function pemBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const inside = ARMOUR.exec(text.replaceAll(String.raw`\n`, '\n').trim())?.[1]?.replaceAll(/\s/g, '')
  if (!inside) return undefined
  try {
    return Uint8Array.from(atob(inside), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Whether it is an RSA key of a Google service account. */
export async function isServiceKey(text: string): Promise<boolean> {
  const bytes = pemBytes(text)
  if (!bytes) return false
  // Web Crypto requires https; elsewhere only the format is checked.
  if (!globalThis.crypto?.subtle) return true
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']).then(
    () => true,
    () => false,
  )
}
