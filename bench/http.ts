// Reads one HTTP/1.1 response from raw socket bytes, which saves the load generator a client library.

const CRLF = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const MAX_HEAD_BYTES = 65_536

type State = 'head' | 'sized' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'done'

/**
 * Accepts chunks of any size; calls `onBody` with each decoded part of the body. Throws an Error on bytes that are not
 * an HTTP/1.1 response.
 */
export class ResponseReader {
  status = 0
  head = ''
  #state: State = 'head'
  #held: Buffer = Buffer.alloc(0)
  #left = 0
  #onBody: (bytes: Buffer) => void

  constructor(onBody: (bytes: Buffer) => void) {
    this.#onBody = onBody
  }

  get done(): boolean {
    return this.#state === 'done'
  }

  /** Whether the server closes this connection after the response. */
  get closes(): boolean {
    return this.#state === 'until-close' || /\r\nconnection:\s*close/i.test(this.head)
  }

  feed(bytes: Buffer): void {
    let buffer = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    for (let used = this.#step(buffer); used > 0; used = this.#step(buffer)) buffer = buffer.subarray(used)
    this.#held = buffer
  }

  /** Call when the connection ends; true when the response is complete. */
  finish(): boolean {
    if (this.#state === 'until-close') this.#state = 'done'
    return this.done
  }

  /** Consumes the front of `buffer` and returns the number of bytes; 0 needs more. */
  #step(buffer: Buffer): number {
    if (buffer.length === 0) return 0
    switch (this.#state) {
      case 'head':
        return this.#readHead(buffer)
      case 'sized':
      case 'chunk':
        return this.#readBody(buffer)
      case 'until-close':
        this.#onBody(buffer)
        return buffer.length
      case 'done':
        throw new Error('bytes after the end of the response')
      default:
        return this.#readLine(buffer)
    }
  }

  #readHead(buffer: Buffer): number {
    const end = buffer.indexOf(HEAD_END)
    if (end === -1) {
      if (buffer.length > MAX_HEAD_BYTES) throw new Error('the response head does not end')
      return 0
    }
    this.head = buffer.toString('latin1', 0, end)
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(this.head)?.[1]
    if (status === undefined) throw new Error(`not an HTTP response: ${this.head.slice(0, 60)}`)
    this.status = Number(status)
    const length = /\r\ncontent-length:\s*(\d+)/i.exec(this.head)?.[1]
    if (/\r\ntransfer-encoding:\s*chunked/i.test(this.head)) this.#state = 'chunk-size'
    else if (length === undefined) this.#state = this.status === 204 ? 'done' : 'until-close'
    else {
      this.#left = Number(length)
      this.#state = this.#left === 0 ? 'done' : 'sized'
    }
    return end + HEAD_END.length
  }

  #readBody(buffer: Buffer): number {
    const used = Math.min(this.#left, buffer.length)
    this.#onBody(buffer.subarray(0, used))
    this.#left -= used
    if (this.#left === 0) this.#state = this.#state === 'chunk' ? 'chunk-end' : 'done'
    return used
  }

  #readLine(buffer: Buffer): number {
    const end = buffer.indexOf(CRLF)
    if (end === -1) return 0
    if (this.#state === 'chunk-end') this.#state = 'chunk-size'
    else if (this.#state === 'trailer') this.#state = end === 0 ? 'done' : 'trailer'
    else {
      this.#left = Number.parseInt(buffer.toString('latin1', 0, end), 16)
      if (Number.isNaN(this.#left)) throw new Error('a chunk has no size')
      this.#state = this.#left === 0 ? 'trailer' : 'chunk'
    }
    return end + CRLF.length
  }
}
