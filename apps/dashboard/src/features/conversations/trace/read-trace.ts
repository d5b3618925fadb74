// Interprets a trace: timing, path and position.
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import type { MessageRef } from '@parlance/i18n/messages'

export interface Timed {
  /** Milliseconds since the turn's first stage; stages are sequential, in the order they ended. */
  readonly start: number
  readonly ms: number
  /** Milliseconds into the stage. */
  readonly firstToken: number | undefined
}
export interface TraceRow {
  readonly entry: TraceEntry
  readonly timed: Timed | undefined
}
export interface ReadTrace {
  readonly rows: readonly TraceRow[]
  readonly ms: number
}

/** Pure: the entry's duration in milliseconds, if any. */
export function msOf(entry: TraceEntry): number | undefined {
  if (entry.type === 'model' || entry.type === 'retrieval') return entry.ms
  return entry.type === 'tool' ? readResult(entry.result).durationMs : undefined
}

export function readTrace(trace: readonly TraceEntry[]): ReadTrace {
  let at = 0
  const rows = trace.map((entry): TraceRow => {
    const ms = msOf(entry)
    if (ms === undefined) return { entry, timed: undefined }
    const start = at
    at += ms
    return { entry, timed: { start, ms, firstToken: entry.type === 'model' ? entry.firstTokenMs : undefined } }
  })
  return { rows, ms: at }
}

/**
 * Pure: names of entered nodes in order; staying counts only when it is all there was. Empty for a single unnamed node,
 * as of single-prompt agents.
 */
export function wayOf(trace: readonly TraceEntry[]): string[] {
  const entered = trace.filter((entry) => entry.type === 'node')
  const way = entered.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1])
  const [only] = entered
  return way.length === 1 && only?.name === only?.nodeId ? [] : way
}

export interface GraphPosition {
  readonly nodeId: string | undefined
  /** Empty when unknown. */
  readonly name: string
  readonly variables: EngineState['variables']
  readonly status: EngineState['status']
}
export const NO_POSITION: GraphPosition = { nodeId: undefined, name: '', variables: {}, status: 'talking' }

/** Pure: the position after these entries of the next turn, starting at `before`. */
export function positionAfter(
  before: EngineState | null | undefined,
  trace: readonly TraceEntry[] = [],
): GraphPosition {
  const position = before
    ? { nodeId: before.nodeId, name: '', variables: { ...before.variables }, status: before.status }
    : { ...NO_POSITION, variables: {} as EngineState['variables'] }
  for (const entry of trace) {
    if (entry.type === 'node') Object.assign(position, { nodeId: entry.nodeId, name: entry.name })
    if (entry.type === 'status') position.status = entry.status
    if (entry.type === 'variable' && entry.refused === '') position.variables[entry.name] = entry.value
  }
  return position
}

/** A tool's response. Every part is optional: an unreachable MCP server has no request. */
export interface ReadResult {
  readonly ok: boolean
  readonly status: number | undefined
  readonly durationMs: number | undefined
  readonly request: string
  readonly response: string
  readonly error: string
  readonly errorMessage: MessageRef | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** Pure and total. */
export function readResult(result: unknown): ReadResult {
  const read = isRecord(result) ? result : {}
  const { ok, status, durationMs, response, error, errorMessage, variables } = read
  return {
    ok: ok === true,
    status: typeof status === 'number' && status > 0 ? status : undefined,
    durationMs: typeof durationMs === 'number' ? durationMs : undefined,
    request: requestText(read['request']),
    response: typeof response === 'string' ? pretty(response) : '',
    error: typeof error === 'string' ? error : '',
    errorMessage: isMessageRef(errorMessage) ? errorMessage : undefined,
    variables: isRecord(variables) ? variables : {},
  }
}

const isMessageRef = (value: unknown): value is MessageRef => isRecord(value) && typeof value['code'] === 'string'

/** As sent: method, address, headers and body. */
function requestText(request: unknown): string {
  if (!isRecord(request)) return ''
  const { method, url, headers, body } = request
  const lines = isRecord(headers) ? Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`) : []
  const head = [[method, url].filter((part) => typeof part === 'string').join(' '), ...lines].join('\n').trim()
  return typeof body === 'string' && body !== '' ? `${head}\n\n${pretty(body)}` : head
}

/** Formats JSON; returns other text unchanged. */
export function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
