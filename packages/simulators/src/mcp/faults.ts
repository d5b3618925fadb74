/** Faults of the MCP simulator. */
import type { ServerResponse } from 'node:http'
import type { Message } from './protocol.ts'

export type Fault = { readonly method?: string } & (
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** Accepts the message and never answers. */
  | { readonly kind: 'hang' }
  /** Closes the connection in the middle of a response. */
  | { readonly kind: 'cut' }
  /** Invalid JSON, or JSON that is not a message. */
  | { readonly kind: 'garbage'; readonly body: string; readonly contentType?: string }
  /** Any result for the message. */
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'redirect'; readonly location: string }
  /** Names this URL as the endpoint of the event stream. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  /** An endless response. */
  | { readonly kind: 'endless' }
)

/** True when the fault matched the message and was applied. */
export async function applyFault(
  fault: Fault | undefined,
  message: Message,
  response: ServerResponse,
): Promise<boolean> {
  if (!fault || fault.kind === 'elsewhere' || (fault.method !== undefined && fault.method !== message.method))
    return false
  const json = { 'content-type': 'application/json' }
  if (fault.kind === 'status') response.writeHead(fault.status, json).end(fault.body ?? '')
  else if (fault.kind === 'redirect') response.writeHead(307, { location: fault.location }).end()
  else if (fault.kind === 'garbage')
    response.writeHead(200, { 'content-type': fault.contentType ?? 'application/json' }).end(fault.body)
  else if (fault.kind === 'result')
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: fault.result }))
  else if (fault.kind === 'cut') {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"jsonrpc":"2.0","id":')
    setTimeout(() => response.destroy(), 20)
  } else if (fault.kind === 'endless') await pour(response)
  return true
}

async function pour(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":"2.0","id":1,"result":{"tools":[')
  const tool = `${JSON.stringify({ name: 'more', inputSchema: { type: 'object' } })},`.repeat(1000)
  while (!response.destroyed) {
    if (response.write(tool)) await new Promise((resolve) => setImmediate(resolve))
    else await new Promise<void>((resolve) => response.once('drain', resolve).once('close', resolve))
  }
}
