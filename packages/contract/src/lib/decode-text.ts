const SAMPLE = 65_536
/** Control characters that do not occur in texts, unlike tab, line feed, form feed, carriage return and escape. */
const CONTROL = /[\0-\x08\x0E-\x1A\x1C-\x1F]/g // oxlint-disable-line no-control-regex
const LEFT_OUT = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\u00AD\u200B\uFEFF\uFFFE\uFFFF]/g // oxlint-disable-line no-control-regex

/** Undefined for binary data. `declared` is a charset name or empty. */
export function decodeText(bytes: Uint8Array, declared = ''): string | undefined {
  const text = decodeAs(bytes, markOf(bytes) ?? known(declared) ?? wideOf(bytes) ?? 'utf-8')
  return looksBinary(text) ? undefined : clean(text)
}

/** Normalises line ends and removes control characters and lone surrogates, so that text can be stored and searched. */
export const clean = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(LEFT_OUT, '')
    .toWellFormed()

export function headerCharset(contentType: string): string {
  const named = /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? ''
  return known(named) === undefined ? '' : named
}

/** From the header or the first bytes; empty if unknown. */
export function pageCharset(bytes: Uint8Array, contentType = ''): string {
  const header = headerCharset(contentType)
  if (header) return header
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  const meta = /<meta[^>]{0,500}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? ''
  // A page whose declaration was readable as ASCII is not UTF-16, whatever it declares.
  return /^utf-?16/i.test(meta) ? 'utf-8' : meta
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  const text = new TextDecoder(charset).decode(bytes)
  if (charset !== 'utf-8' || !text.includes('\uFFFD')) return text
  // Mostly valid UTF-8 with few broken bytes stays UTF-8; otherwise windows-1252 is assumed.
  let broken = 0
  let good = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd) broken += 1
    else if (code > 127) good += 1
  }
  return good > broken * 3 || (broken === 1 && text.endsWith('\uFFFD'))
    ? text
    : new TextDecoder('windows-1252').decode(bytes)
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : undefined
}

function known(charset: string): string | undefined {
  if (!charset) return undefined
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}

/** Detects UTF-16 without a byte order mark: in western texts every second byte is zero. */
function wideOf(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, 4096) & ~1
  if (length < 4) return undefined
  const zeros = [0, 0]
  for (let i = 0; i < length; i += 1) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > length / 5 && even < length / 50) return 'utf-16le'
  return even > length / 5 && odd < length / 50 ? 'utf-16be' : undefined
}

function looksBinary(text: string): boolean {
  const places = [0, Math.floor(text.length / 2), Math.max(0, text.length - SAMPLE)]
  return places.some((from) => {
    const sample = text.slice(from, from + SAMPLE)
    const odd = sample.match(CONTROL)?.length ?? 0
    // One or two stray control characters don't make a short text binary.
    return odd > 2 + sample.length / 100
  })
}
