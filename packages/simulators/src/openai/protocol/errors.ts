/** An error response in OpenAI's format: `{ error: { message, type, param, code } }`. */
export class ApiError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  /** The error as the body shows it. */
  readonly details: object

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
    this.headers = headers
    this.details = { message, type, param, code }
  }
}

/** 400 about one parameter. */
export function badRequest(message: string, param: string | null = null, code: string | null = null): ApiError {
  return new ApiError(400, message, { param, code })
}

/** 415 for a body of another type than the wanted one. */
export const unsupportedType = (given: string, wanted: string): ApiError =>
  new ApiError(
    415,
    `Unsupported content type: '${given.slice(0, 100)}'. This API method only accepts '${wanted}' requests.`,
    { code: 'unsupported_content_type' },
  )

/** Returns the model that a request names; throws 400 or 404. */
export function checkModel<Model>(id: unknown, find: (id: string) => Model | undefined): Model {
  if (typeof id !== 'string' || id === '') throw badRequest('you must provide a model parameter')
  const model = find(id)
  if (model !== undefined) return model
  const message = `The model \`${id.slice(0, 200)}\` does not exist or you do not have access to it.`
  throw new ApiError(404, message, { param: 'model', code: 'model_not_found' })
}

/** The error for a status that a fault asks for. */
export function faultError(status: number, retryAfter = status === 429 ? 1 : undefined): ApiError {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const [message, type, code] = FAULTS[status] ?? FAULTS[status - (status % 100)] ?? []
  return new ApiError(status, message ?? `Simulated answer with status ${status}.`, { type, code, headers })
}
const FAULTS: Readonly<Record<number, readonly [message: string, type: string, code?: string]>> = {
  429: ['Rate limit reached for requests. Please try again later.', 'requests', 'rate_limit_exceeded'],
  500: ['The server had an error while processing your request. Sorry about that!', 'server_error'],
  503: ['The engine is currently overloaded, please try again later.', 'service_unavailable'],
}
