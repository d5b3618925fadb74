import { z } from 'zod'

export const REQUEST_ACTORS = ['key', 'workspace', 'agency', 'agent'] as const
/** `key` an API key · `workspace`, `agency` the secrets of these · `agent` the secret of an agent. */
export type RequestActor = (typeof REQUEST_ACTORS)[number]

export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const
export const STATUS_FILTER = /^(?:[245]xx|[1-5]\d\d)$/

export const REQUEST_LOG_DAYS = 30

export const RequestLogEntry = z.object({
  seq: z.number().int(),
  at: z.string(),
  requestId: z.string(),
  actorKind: z.enum(REQUEST_ACTORS),
  actorId: z.string(),
  /** At that time; empty for secrets. */
  actorName: z.string(),
  method: z.string(),
  operation: z.string(),
  /** Ids are filled in; other values stay as `{name}`. Never the query. */
  path: z.string(),
  status: z.number().int(),
  code: z.string(),
  /** Until the response was ready, or until its stream began. */
  durationMs: z.number().int(),
})
export type RequestLogEntry = z.infer<typeof RequestLogEntry>

/** Path parameters that identify people or sessions stay out of the log. */
const PERSONAL: ReadonlySet<string> = new Set(['userId', 'sessionId'])
const isLoggedName = (name: string): boolean => /^(uid|n|\w*(Id|ID))$/.test(name) && !PERSONAL.has(name)
const isLoggedValue = (value: string): boolean => /^[\w-]{1,100}$/.test(value)

export const loggedPath = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value !== undefined && isLoggedName(name) && isLoggedValue(value) ? value : whole
  })
