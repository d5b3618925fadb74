// What files need of whoever reads documents and draws pictures.
import type { ImageKind } from '@parlance/core/files/files'

/** A document's text; undefined for one that holds none, can't be read, or takes too long. Never rejects. */
export type ReadText = (document: {
  readonly bytes: Uint8Array
  readonly filename: string
  readonly mime: string
}) => Promise<string | undefined>

/**
 * The same picture drawn anew from its pixels, in the same format: standing upright, without metadata. INVALID_INPUT in words
 * for what can't be read or is too much to draw.
 */
export type Redraw = (bytes: Uint8Array, kind: ImageKind) => Promise<Uint8Array>
