/** An unsuccessful response; `code` is the server's, `retryAfter` in seconds. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number
  constructor(status: number, code: string, retryAfter: number) {
    super(code)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export type OnProgress = (part: number) => void
