/** An error response in OpenAI's format: `{ error: { message, type, param, code } }`. */
export class ApiError extends Error {
  readonly status: number
  readonly type: string
  readonly param: string | null
  readonly code: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    {
      type = 'invalid_request_error',
      param = null,
      code = null,
      headers = {},
    }: { type?: string; param?: string | null; code?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.param = param
    this.code = code
    this.headers = headers
  }

  body(): object {
    return { error: { message: this.message, type: this.type, param: this.param, code: this.code } }
  }
}

/** 400 about one parameter. */
export function badRequest(message: string, param: string | null = null, code: string | null = null): ApiError {
  return new ApiError(400, message, { param, code })
}

export function modelNotFound(model: string): ApiError {
  return new ApiError(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    param: 'model',
    code: 'model_not_found',
  })
}

/** The error for a status that a fault asks for. */
export function faultError(status: number, retryAfter: number | undefined): ApiError {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  if (status === 429) {
    const message = 'Rate limit reached for requests. Please try again later.'
    return new ApiError(429, message, {
      type: 'requests',
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '1', ...headers },
    })
  }
  if (status === 503)
    return new ApiError(503, 'The engine is currently overloaded, please try again later.', {
      type: 'service_unavailable',
      headers,
    })
  if (status >= 500)
    return new ApiError(status, 'The server had an error while processing your request. Sorry about that!', {
      type: 'server_error',
      headers,
    })
  return new ApiError(status, `Simulated answer with status ${status}.`, { headers })
}
