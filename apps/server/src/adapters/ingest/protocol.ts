import type { Parsed, ParsedPage, ParseErrorKind } from '../../modules/knowledge/parsing.ports.ts'
import type { MessageDescriptor } from '@parlance/i18n/messages'

export interface FileTask {
  readonly task: 'file'
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array }
  readonly fileName: string
  readonly mediaType: string
}
export interface PageTask {
  readonly task: 'page'
  readonly html: Uint8Array
  readonly url: string
  readonly contentType: string
}
export type Task = FileTask | PageTask

export interface Order {
  readonly id: number
  readonly task: Task
}

export type Answer = { readonly id: number; readonly rss: number } & (
  | { readonly value: Parsed | ParsedPage }
  | { readonly refused: { readonly kind: ParseErrorKind; readonly reason: MessageDescriptor; readonly cause: string } }
)

export interface Draft {
  readonly title: string
  readonly markdown: string
  readonly pages: number | null
  readonly warnings: readonly MessageDescriptor[]
}
