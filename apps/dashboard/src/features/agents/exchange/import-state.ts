// Rules of the import drawer: its states, and what it rejects before sending.
import type { ImportReport } from '@parlance/contract/agents/schemas'

/** The server's limit; 1 MB is 1,000,000 bytes. */
export const MAX_MB = 5
const BODY_BYTES = MAX_MB * 1_000_000
/** White space is not sent, so a file may be larger. */
const FILE_BYTES = 4 * BODY_BYTES

/** `percent` of the bytes are sent; 100 while the server reads them. */
export type ImportState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'checking'; readonly percent: number }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'ready'; readonly report: ImportReport }
  | { readonly kind: 'importing'; readonly report: ImportReport; readonly percent: number }

export type Refusal = 'empty' | 'notJson' | 'tooLarge' | 'binary'

export const fileTooLarge = (bytes: number): boolean => bytes > FILE_BYTES
export const bodyTooLarge = (body: string): boolean => new Blob([body]).size > BODY_BYTES

/** A file's JSON, or why it is invalid. Ignores a byte order mark. */
export function readJson(text: string): { file: unknown } | { refusal: Refusal; detail: string } {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') return { refusal: 'empty', detail: '' }
  // oxlint-disable-next-line no-control-regex
  if (/^PK\u0003\u0004|\u0000/.test(plain.slice(0, 1000))) return { refusal: 'binary', detail: '' }
  try {
    return { file: JSON.parse(plain) as unknown }
  } catch (error) {
    return { refusal: 'notJson', detail: error instanceof Error ? error.message : '' }
  }
}

export interface NoteGroup {
  level: 'lost' | 'info'
  notes: ImportReport['notes']
}

/** Losses before changes; omits empty levels. */
export const noteGroups = ({ notes }: ImportReport): NoteGroup[] =>
  (['lost', 'info'] as const)
    .map((level) => ({ level, notes: notes.filter((note) => note.level === level) }))
    .filter((group) => group.notes.length > 0)
