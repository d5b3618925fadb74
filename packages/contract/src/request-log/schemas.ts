// One line of a workspace's request log: a call made with a key or a secret of the workspace.
import { z } from 'zod'

export const REQUEST_ACTORS = ['key', 'workspace', 'agent'] as const
/** `key` an API key · `workspace` the workspace secret · `agent` the secret of an agent. */
export type RequestActor = (typeof REQUEST_ACTORS)[number]

export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const
/** A class such as `4xx`, or one status such as `409`. */
export const STATUS_FILTER = /^(?:[245]xx|[1-5]\d\d)$/

/** Days for which a line is kept. */
export const REQUEST_LOG_DAYS = 30

export const RequestLogEntry = z.object({
  /** Names the line in this list. */
  seq: z.number().int(),
  /** When the request arrived. */
  at: z.string(),
  /** The `X-Request-Id` of the answer. */
  requestId: z.string(),
  actorKind: z.enum(REQUEST_ACTORS),
  /** Of the key, the workspace or the agent. */
  actorId: z.string(),
  /** Of the key, as it was called then; empty for secrets. */
  actorName: z.string(),
  method: z.string(),
  /** Name of the call, e.g. `agents.list`. */
  operation: z.string(),
  /** Ids are filled in; other values stay as `{name}`. Never the query. */
  path: z.string(),
  status: z.number().int(),
  /** Code of the error; empty where there was none. */
  code: z.string(),
  /** Until the answer was ready; of a stream, until it began. */
  durationMs: z.number().int(),
})
export type RequestLogEntry = z.infer<typeof RequestLogEntry>

/** Parts of a path that name people or sessions stay out of the log. */
const PERSONAL: ReadonlySet<string> = new Set(['userId', 'sessionId'])
const isLoggedName = (name: string): boolean => /^(uid|n|\w*(Id|ID))$/.test(name) && !PERSONAL.has(name)
const isLoggedValue = (value: string): boolean => /^[\w-]{1,100}$/.test(value)

/** The path of a call as the log shows it. */
export const loggedPath = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value !== undefined && isLoggedName(name) && isLoggedValue(value) ? value : whole
  })
