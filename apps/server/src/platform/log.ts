// Structured logs with secrets and personal data left out by construction.
import pino from 'pino'

export type Logger = pino.Logger

/** Keys that never reach a log line, wherever they stand. */
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

export function createLog(options: { level: string; pretty?: boolean }): Logger {
  const paths = REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  return pino({
    level: options.level,
    base: undefined,
    redact: { paths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}
