/** The part of a structured logger that the database layer needs; a pino logger fits. */
export type DbLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const quiet: DbLog = { info: () => {}, warn: () => {}, error: () => {} }
