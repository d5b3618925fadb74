// Decodes bytes: by the declared charset, otherwise by detection.

/** Tries the byte order mark, `charset` of the header, UTF-8, then windows-1252. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  const declared = mark || (/charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? '')
  return (
    decode(bytes, declared || 'utf-8', declared === '') ??
    decode(bytes, 'utf-8', true) ??
    decode(bytes, 'windows-1252', false) ??
    ''
  )
}

/** Undefined for an unknown charset and, with `strict`, for invalid bytes. */
function decode(bytes: Uint8Array, charset: string, strict: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: strict }).decode(bytes)
  } catch {
    return undefined
  }
}

/** NUL bytes occur in binary files, and not in texts with one byte per character. */
export const isBinary = (bytes: Uint8Array, contentType: string): boolean =>
  !/utf-?16|utf-?32/i.test(contentType) &&
  !(bytes[0] === 0xff && bytes[1] === 0xfe) &&
  !(bytes[0] === 0xfe && bytes[1] === 0xff) &&
  bytes.subarray(0, 4096).includes(0)
