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
  description: 'The region of the workspace.',
  schema: { type: 'string', enum: REGIONS },
  example: 'eu',
}

export const PARAMETERS: Readonly<Record<string, Json>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe: for 24 hours, the same key with the same request returns the stored response. Ignored on unauthenticated requests.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Version: {
    name: 'Parlance-Version',
    in: 'header',
    description: 'The API version your request expects. Defaults to the newest.',
    schema: { type: 'string', enum: API_VERSIONS },
  },
}

const text = (description: string): Json => ({ description, schema: { type: 'string' } })
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': text('ID of the request in the request log. Quote it to support.'),
  'Parlance-Version': text('The API version of the response.'),
  'RateLimit-Policy': text('Rate limits of this call: name, quota `q`, and window `w` in seconds.'),
  RateLimit: text('Remaining requests: name, remaining `r`, and seconds until reset `t`.'),
  'Retry-After': text('Seconds to wait before retrying.'),
  'Idempotency-Replayed': text('`true` if this is the stored response for the Idempotency-Key.'),
}
const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const USUAL = ['X-Request-Id', 'Parlance-Version', 'RateLimit-Policy', 'RateLimit']

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })
export const schemes = (appOrigin: string): Readonly<Record<string, Json>> => ({
  session: bearer('A session token.'),
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: appOrigin.startsWith('https:') ? '__Host-parlance.sid' : 'parlance.sid',
    description: 'The session cookie in a browser. Requests that change data must come from the same origin.',
  },
  apiKey: bearer('A workspace API key (`pk_…`) with the scope that the call lists.'),
  workspaceSecret: bearer('The workspace secret (`vg_…`).'),
  agentSecret: bearer('The agent’s secret key (`vg_…`).'),
  clientSession: bearer('A client user’s session token (`cli_…`).'),
  visitorKey: bearer('A visitor key (`vis_…`).'),
})

interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
}
const refusal = (code: keyof typeof ERRORS): Refusal => ({ code, ...ERRORS[code] })

const commonErrors = ({ method, meta }: DocOp): Refusal[] => [
  refusal('UNKNOWN_VERSION'),
  ...(method === 'GET' || meta.stream
    ? []
    : [refusal('IDEMPOTENCY_KEY_REUSED'), refusal('IDEMPOTENCY_KEY_IN_USE'), refusal('IDEMPOTENCY_ANSWER_NOT_KEPT')]),
]

const ERROR_CONTENT: Json = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }

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
