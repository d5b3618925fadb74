// What files need of whoever reads documents and draws pictures.
import type { ImageKind } from '@parlance/contract/files/schemas'

/** A document's text; undefined for one that holds none, can't be read, or takes too long. Never rejects. */
export type ReadText = (document: {
  readonly bytes: Uint8Array
  readonly filename: string
  readonly mime: string
}) => Promise<string | undefined>

/**
 * The same picture in the same format, standing upright, without metadata: the bytes as they were sent where they hold nothing
 * but pixels, drawn anew otherwise. INVALID_INPUT in words for what can't be read or is too much to draw.
 */
export type Redraw = (bytes: Uint8Array, kind: ImageKind) => Promise<Uint8Array>
