// Server calls of the tool editor, injected.
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import type { Translatable } from '../../i18n/translate-message.ts'

/** Rejects with `Error`s whose message is a sentence for users. */
export interface ToolCalls {
  /** Names of stored secrets. */
  readonly secrets: readonly string[]
  readonly saveSecret: (name: string, value: string) => Promise<void>
  /** Makes a real call. */
  readonly test: (call: TestCall) => Promise<ToolCallResult>
  readonly read: (format: ImportFormat, text: string) => Promise<Imported>
}
export interface TestCall {
  readonly tool: Tool
  readonly arguments: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
}
export type ImportFormat = 'openapi' | 'curl'
export interface Imported {
  readonly tools: readonly Tool[]
  /** What could not be imported. */
  readonly noteMessages: readonly Translatable[]
}

/** The server's rules for secret names and lengths. */
export const isSecretName = (name: string): boolean => /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name)
export { SECRET_MIN } from '@parlance/contract/tools/mask'
