import type { ServerResponse } from 'node:http'

/** `action`: only for interactions of this type. */
export type Fault = { readonly action?: string } & (
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly retryAfter?: number }
  /** Accepts the call and never answers. */
  | { readonly kind: 'hang' }
  /** Answers after so many milliseconds, with no traces. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Breaks the connection in the middle of an answer. */
  | { readonly kind: 'cut' }
  /** Any body in place of JSON. */
  | { readonly kind: 'garbage'; readonly body: string; readonly contentType?: string }
  /** An answer that never ends while it is read. */
  | { readonly kind: 'endless' }
  | { readonly kind: 'redirect'; readonly location: string }
)

const JSON_TYPE = { 'content-type': 'application/json' }

export async function applyFault(fault: Fault, response: ServerResponse): Promise<void> {
  if (fault.kind === 'status') {
    const after = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    response.writeHead(fault.status, { ...JSON_TYPE, ...after }).end(fault.body ?? '{"data":"A fault."}')
  } else if (fault.kind === 'slow') setTimeout(() => response.writeHead(200, JSON_TYPE).end('[]'), fault.ms)
  else if (fault.kind === 'redirect') response.writeHead(307, { location: fault.location }).end()
  else if (fault.kind === 'garbage')
    response.writeHead(200, { 'content-type': fault.contentType ?? 'application/json' }).end(fault.body)
  else if (fault.kind === 'cut') {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('[{"type":"text"')
    setTimeout(() => response.destroy(), 20)
  } else if (fault.kind === 'endless') await pour(response)
}

async function pour(response: ServerResponse): Promise<void> {
  response.writeHead(200, JSON_TYPE).write('[')
  const more = `${JSON.stringify({ type: 'text', payload: { message: 'more' } })},`.repeat(1000)
  while (!response.destroyed) {
    if (response.write(more)) await new Promise((resolve) => setImmediate(resolve))
    else await new Promise<void>((resolve) => response.once('drain', resolve).once('close', resolve))
  }
}
