// What the editor of a tool asks the server for; given to it from outside.
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import type { Translatable } from '../../i18n/translate-message.ts'

/** Rejections are `Error`s whose message is a sentence for people. */
export interface ToolCalls {
  /** Names of the secrets that are stored. */
  readonly secrets: readonly string[]
  readonly saveSecret: (name: string, value: string) => Promise<void>
  /** Really calls. */
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
  /** What was not carried over. */
  readonly noteMessages: readonly Translatable[]
}

/** As the server takes names of secrets, and the fewest characters of one. */
export const isSecretName = (name: string): boolean => /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name)
export { SECRET_MIN } from '@parlance/contract/tools/mask'
