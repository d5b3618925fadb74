// The structured logger; redacts secrets and personal data.
import { cut } from '@parlance/contract/lib/text'
import pino from 'pino'

export type Logger = pino.Logger

const MAX_REASON = 300

/** The messages of an error and its causes, deduplicated and truncated: for failures that need no stack. */
export function reasonOf(error: unknown): string {
  const said: string[] = []
  for (let at = error; at instanceof Error && said.length < 10; at = at.cause) {
    const message = cut(at.message, MAX_REASON).replace(/\.$/, '')
    if (message !== '' && said.at(-1) !== message) said.push(message)
  }
  return said.join(': ') || 'unknown'
}

/** Keys that are redacted at any depth. */
const REDACTED = [
  'password',
  'token',
  'apiKey',
  'authorization',
  'cookie',
  'secret',
  'workspaceSecret',
  'SECRET_API_KEY',
  'visitorId',
  'email',
]

export function createLog(options: { level: string }, destination?: pino.DestinationStream): Logger {
  const paths = REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: undefined,
    redact: { paths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(settings, destination) : pino(settings)
}
