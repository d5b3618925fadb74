// Parses range requests (RFC 9110, section 14): one range of bytes, or the whole file.
import type { Range } from './storage.ts'

export type Asked = Range | undefined | 'unsatisfiable'

/** Several ranges, other units and invalid headers mean the whole file. Pure and total. */
export function rangeOf(
  header: string | undefined,
  size: number,
  version: { readonly etag: string; readonly ifRange: string | undefined },
): Asked {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(/\s/g, '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  // `If-Range` of another version means the whole file.
  if (version.ifRange !== undefined && version.ifRange !== version.etag) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
