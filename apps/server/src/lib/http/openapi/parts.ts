// Parts of the API description that all calls share: parameters, headers, error responses, security.
import { ERRORS } from '@parlance/contract/lib/errors'
import { REGIONS } from '@parlance/contract/lib/regions'
import { API_VERSIONS } from '../api-versions.ts'
import type { DocOp } from '../docs/operations.ts'
import type { Json } from './named.ts'

export const REGION: Json = {
  name: 'region',
  in: 'path',
  required: true,
  description: 'Where the workspace is kept.',
  schema: { type: 'string', enum: REGIONS },
  example: 'eu',
}

export const PARAMETERS: Readonly<Record<string, Json>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a repeat safe: the same key with the same request gets the stored answer for 24 hours. Has no effect without a bearer or session.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Version: {
    name: 'Parlance-Version',
    in: 'header',
    description: 'The API version that the request was written for; the newest one when absent.',
    schema: { type: 'string', enum: API_VERSIONS },
  },
}

const text = (description: string): Json => ({ description, schema: { type: 'string' } })
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': text('Names the request in the request log and in messages to support.'),
  'Parlance-Version': text('The API version that answered.'),
  'RateLimit-Policy': text('Limits that count this call: name, quota `q` and window `w` in seconds.'),
  RateLimit: text('What is left: name, remaining `r` and seconds to the reset `t`.'),
  'Retry-After': text('Seconds to wait.'),
  'Idempotency-Replayed': text('`true` on an answer that was stored for this Idempotency-Key.'),
}
const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const USUAL = ['X-Request-Id', 'Parlance-Version', 'RateLimit-Policy', 'RateLimit']

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })
export const schemes = (appOrigin: string): Readonly<Record<string, Json>> => ({
  session: bearer('The token of a session.'),
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: appOrigin.startsWith('https:') ? '__Host-parlance.sid' : 'parlance.sid',
    description: 'The same in a browser; a writing call must come from the own origin.',
  },
  apiKey: bearer('An API key of a workspace (`pk_…`) with the scope of the call.'),
  workspaceSecret: bearer('The secret of a workspace (`vg_…`).'),
  agentSecret: bearer('The secret of an agent (`vg_…`).'),
  clientSession: bearer('The token of a client user (`cli_…`).'),
  visitorKey: bearer('The key of a visitor (`vis_…`).'),
})

interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
}
const refusal = (code: keyof typeof ERRORS): Refusal => ({ code, ...ERRORS[code] })

/** Errors that any call may return. */
const commonErrors = ({ method, meta }: DocOp): Refusal[] => [
  refusal('UNKNOWN_VERSION'),
  ...(method === 'GET' || meta.stream
    ? []
    : [refusal('IDEMPOTENCY_KEY_REUSED'), refusal('IDEMPOTENCY_KEY_IN_USE'), refusal('IDEMPOTENCY_ANSWER_NOT_KEPT')]),
]

const ERROR_CONTENT: Json = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }

/** Server errors that any call may return. */
export const SERVER_ERRORS: Readonly<Record<string, Json>> = Object.fromEntries(
  (['INTERNAL', 'UNAVAILABLE'] as const).map((code) => [
    String(ERRORS[code].status),
    {
      description: `\`${code}\`: ${ERRORS[code].message}`,
      headers: headers('X-Request-Id', 'Parlance-Version'),
      content: ERROR_CONTENT,
      'x-error-codes': [code],
    },
  ]),
)

export function responsesOf(op: DocOp, output: Json | undefined, refer: (schema: Json) => Json): Json {
  const byStatus = Map.groupBy([...op.errors, ...commonErrors(op)], ({ status }) => status)
  const errors = [...byStatus].map(([status, refusals]): [string, Json] => [
    String(status),
    {
      description: refusals.map(({ code, message }) => `\`${code}\`: ${message}`).join(' '),
      headers: headers(...USUAL, ...(status === 429 || status === 409 ? ['Retry-After'] : [])),
      content: ERROR_CONTENT,
      'x-error-codes': refusals.map(({ code }) => code),
    },
  ])
  const replayed = op.method === 'GET' || op.meta.stream ? [] : ['Idempotency-Replayed']
  return {
    200: { description: 'OK', headers: headers(...USUAL, ...replayed), content: contentOf(op, output, refer) },
    ...Object.fromEntries(errors),
    ...Object.fromEntries(
      Object.keys(SERVER_ERRORS)
        .filter((status) => !byStatus.has(Number(status)))
        .map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  }
}

function contentOf({ kind, meta }: DocOp, output: Json | undefined, refer: (schema: Json) => Json): Json {
  if (kind === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } }
  if (kind === 'text') return { [meta.text?.split(';')[0] ?? 'text/plain']: { schema: { type: 'string' } } }
  return { 'application/json': { schema: output ? refer(output) : {} } }
}
