/** The part of a structured logger that the database layer needs; a pino logger fits. */
export type DbLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Says nothing: for tests and one-off commands. */
export const quiet: DbLog = { info: () => {}, warn: () => {}, error: () => {} }
