import type { ImageKind } from '@parlance/contract/files/schemas'

/** The text of a document; undefined if it has none, is unreadable or takes too long. Never rejects. */
export type ReadText = (document: {
  readonly bytes: Uint8Array
  readonly filename: string
  readonly mime: string
}) => Promise<string | undefined>

/** The same image, upright and without metadata. @throws INVALID_INPUT for a broken or too large one */
export type ReencodeImage = (bytes: Uint8Array, kind: ImageKind) => Promise<Uint8Array>
