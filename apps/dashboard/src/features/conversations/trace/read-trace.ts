// What a trace says, as people read it: where the time went, which way the conversation took, where it stands now.
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import type { MessageRef } from '@parlance/i18n/messages'

export interface Timed {
  /** Milliseconds after the first stage of the turn began; stages are told in the order they ended, one after the other. */
  readonly start: number
  readonly ms: number
  /** Milliseconds into the stage. */
  readonly firstToken: number | undefined
}
export interface TraceRow {
  readonly entry: TraceEntry
  /** Of entries that took time. */
  readonly timed: Timed | undefined
}
export interface ReadTrace {
  readonly rows: readonly TraceRow[]
  /** Milliseconds of all stages. */
  readonly ms: number
}

/** Pure. Milliseconds that an entry took; undefined where it took none. */
export function msOf(entry: TraceEntry): number | undefined {
  if (entry.type === 'model' || entry.type === 'retrieval') return entry.ms
  return entry.type === 'tool' ? readResult(entry.result).durationMs : undefined
}

/** Pure. */
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
 * Pure: names of the nodes in the order they were entered; staying is no step of the way unless it is all there was. Empty
 * where nothing was entered but one node that nobody named, as an agent of one prompt has.
 */
export function wayOf(trace: readonly TraceEntry[]): string[] {
  const entered = trace.filter((entry) => entry.type === 'node')
  const way = entered.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1])
  const [only] = entered
  return way.length === 1 && only?.name === only?.nodeId ? [] : way
}

export interface GraphPosition {
  readonly nodeId: string | undefined
  /** Empty when it is not known. */
  readonly name: string
  readonly variables: EngineState['variables']
  readonly status: EngineState['status']
}
export const NO_POSITION: GraphPosition = { nodeId: undefined, name: '', variables: {}, status: 'talking' }

/** Pure: where a conversation stands that was at `before` when this much of the next turn happened. */
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

/** What a tool answered. Every part may be missing: a server of tools that could not be reached has no request. */
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

/** As it went over the wire: method and address, headers, body. */
function requestText(request: unknown): string {
  if (!isRecord(request)) return ''
  const { method, url, headers, body } = request
  const lines = isRecord(headers) ? Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`) : []
  const head = [[method, url].filter((part) => typeof part === 'string').join(' '), ...lines].join('\n').trim()
  return typeof body === 'string' && body !== '' ? `${head}\n\n${pretty(body)}` : head
}

/** JSON with line breaks; other texts as they are. */
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
