/** Parses Redis commands: RESP arrays of bulk strings, in chunks as they come off the socket. */
const MAX_BYTES = 1024 * 1024
const MAX_PARTS = 1024

export class Commands {
  #rest = Buffer.alloc(0)

  /** The commands that are complete now. Throws on anything but RESP arrays of bulk strings. */
  read(data: Buffer): string[][] {
    this.#rest = Buffer.concat([this.#rest, data])
    if (this.#rest.length > MAX_BYTES) throw new Error('too big mbulk count string')
    const found: string[][] = []
    for (;;) {
      const next = command(this.#rest)
      if (!next) return found
      found.push(next.parts)
      this.#rest = this.#rest.subarray(next.end)
    }
  }
}

/** The number after a mark, and the start of the next line; undefined while the line is not complete. */
function count(data: Buffer, at: number, mark: '*' | '$'): { value: number; next: number } | undefined {
  if (at >= data.length) return undefined
  const given = String.fromCharCode(data[at] ?? 0)
  if (given !== mark) throw new Error(`expected '${mark}', got '${given}'`)
  const end = data.indexOf('\r\n', at)
  if (end < 0) return undefined
  const text = data.toString('latin1', at + 1, end)
  if (!/^\d{1,9}$/.test(text)) throw new Error(mark === '*' ? 'invalid multibulk length' : 'invalid bulk length')
  return { value: Number(text), next: end + 2 }
}

function command(data: Buffer): { parts: string[]; end: number } | undefined {
  const head = count(data, 0, '*')
  if (!head) return undefined
  if (head.value > MAX_PARTS) throw new Error('invalid multibulk length')
  const parts: string[] = []
  let at = head.next
  while (parts.length < head.value) {
    const size = count(data, at, '$')
    if (!size || data.length < size.next + size.value + 2) return undefined
    parts.push(data.toString('utf8', size.next, size.next + size.value))
    at = size.next + size.value + 2
  }
  return { parts, end: at }
}
