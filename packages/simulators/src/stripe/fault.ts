export interface FaultBody {
  readonly type:
    | 'card_error'
    | 'invalid_request_error'
    | 'api_error'
    | 'idempotency_error'
    | 'authentication_error'
    | 'rate_limit_error'
  readonly message: string
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly param?: string | undefined
  readonly payment_intent?: unknown
  readonly charge?: string | undefined
}

export class StripeFault extends Error {
  readonly status: number
  readonly body: FaultBody
  constructor(status: number, body: FaultBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
  static invalid(message: string, param?: string, code?: string): StripeFault {
    return new StripeFault(400, { type: 'invalid_request_error', message, param, code })
  }
  static missing(kind: string, id: string, param = 'id'): StripeFault {
    const message = `No such ${kind}: '${id}'`
    return new StripeFault(param === 'id' ? 404 : 400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message,
      param,
    })
  }
  static card(code: string, message: string, more: Partial<FaultBody> = {}): StripeFault {
    return new StripeFault(402, { type: 'card_error', code, message, ...more })
  }
}
