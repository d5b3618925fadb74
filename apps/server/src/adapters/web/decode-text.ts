// Bytes as text: as their sender says they are written, else as they look.

/** By the mark at their beginning, by `charset` of the header, as UTF-8, and as the western letters of old Windows after that. */
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

/** Undefined for a name nobody knows, and with `strict` for bytes that are not written so. */
function decode(bytes: Uint8Array, charset: string, strict: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: strict }).decode(bytes)
  } catch {
    return undefined
  }
}

/** NUL bytes stand in programs and pictures, and in no text of one byte a letter. */
export const isBinary = (bytes: Uint8Array, contentType: string): boolean =>
  !/utf-?16|utf-?32/i.test(contentType) &&
  !(bytes[0] === 0xff && bytes[1] === 0xfe) &&
  !(bytes[0] === 0xfe && bytes[1] === 0xff) &&
  bytes.subarray(0, 4096).includes(0)
