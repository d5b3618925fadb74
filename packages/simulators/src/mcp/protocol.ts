/** Responses of an MCP server: initialize, tools/list, tools/call, ping; everything else is a JSON-RPC error. */
export interface McpTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: unknown
  /** The result of a call: a text, a whole result, or an exception, which becomes an error result. */
  readonly run: (args: Readonly<Record<string, unknown>>) => unknown
}

export interface Session {
  readonly id: string
  initialized: boolean
  version: string
}

export interface Message {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

interface Offered {
  readonly tools?: readonly McpTool[]
  readonly pageSize?: number
}

/** Versions with sessions; newer ones have none. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for anything but a JSON-RPC 2.0 request or notification. */
export function readMessage(text: string): Message | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(json) || json['jsonrpc'] !== '2.0' || typeof json['method'] !== 'string') return undefined
  const { id, method, params } = json
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return undefined
  if (params !== undefined && !isRecord(params)) return undefined
  return { id, method, params: params ?? {} }
}

/** Undefined when no response is needed. */
export function answer(session: Session, message: Message, offered: Offered): unknown {
  const { id, method } = message
  if (method === 'notifications/initialized') session.initialized = true
  if (id === undefined) return undefined
  const outcome = outcomeOf(session, message, offered)
  return 'code' in outcome ? { jsonrpc: '2.0', id, error: outcome } : { jsonrpc: '2.0', id, result: outcome.result }
}

type Outcome = { readonly result: unknown } | { readonly code: number; readonly message: string }

function outcomeOf(session: Session, { method, params }: Message, offered: Offered): Outcome {
  if (method === 'initialize') return initialize(session, params)
  if (method === 'ping') return { result: {} }
  if (method !== 'tools/list' && method !== 'tools/call') return { code: -32_601, message: 'Method not found' }
  if (!session.initialized) return { code: -32_600, message: 'The session is not initialized.' }
  return method === 'tools/list' ? list(params, offered) : call(params, offered)
}

function initialize(session: Session, params: Message['params']): Outcome {
  const { protocolVersion, capabilities, clientInfo } = params
  if (typeof protocolVersion !== 'string' || !isRecord(capabilities) || !isRecord(clientInfo))
    return { code: -32_602, message: 'protocolVersion, capabilities and clientInfo are needed.' }
  if (session.version !== '') return { code: -32_600, message: 'The session is initialized already.' }
  session.version = VERSIONS.includes(protocolVersion) ? protocolVersion : '2025-11-25'
  return {
    result: {
      protocolVersion: session.version,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'simulator', version: '1.0.0' },
    },
  }
}

function list({ cursor }: Message['params'], { tools = [], pageSize = tools.length }: Offered): Outcome {
  const from = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(from) || from < 0 || from > tools.length) return { code: -32_602, message: 'Unknown cursor' }
  const page = tools.slice(from, from + pageSize).map(({ name, description, inputSchema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema,
  }))
  const next = from + page.length
  return { result: { tools: page, ...(next < tools.length ? { nextCursor: String(next) } : {}) } }
}

function call({ name, arguments: args = {} }: Message['params'], { tools = [] }: Offered): Outcome {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return { code: -32_602, message: `Unknown tool: ${String(name)}` }
  if (!isRecord(args)) return { code: -32_602, message: 'Arguments are an object.' }
  const required = isRecord(tool.inputSchema) ? tool.inputSchema['required'] : undefined
  const missing = Array.isArray(required) ? required.filter((key) => !(String(key) in args)) : []
  if (missing.length > 0) return { result: failure(`Missing: ${missing.join(', ')}`) }
  try {
    const result = tool.run(args)
    return { result: typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : result }
  } catch (error) {
    return { result: failure(error instanceof Error ? error.message : 'It failed.') }
  }
}

const failure = (text: string) => ({ content: [{ type: 'text', text }], isError: true })
