/** What the server refused, or that it could not be reached (`status` 0). */
export class ParlanceError extends Error {
  constructor({ status, code, message, requestId, data, retryAfter, cause }) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ParlanceError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.data = data
    this.retryAfter = retryAfter
  }
}

/** The error that an answer tells; also of something between here and the server that speaks no JSON. */
export async function refusalOf(response) {
  let body
  try {
    body = await response.json()
  } catch {
    body = undefined
  }
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN)
  return new ParlanceError({
    status: response.status,
    code: typeof body?.code === 'string' ? body.code : 'UNKNOWN',
    message: typeof body?.message === 'string' ? body.message : `The server answered ${response.status}.`,
    requestId: body?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    data: body?.data,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}
