// What files need of whoever reads documents.

/** A document's text; undefined for one that holds none, can't be read, or takes too long. Never rejects. */
export type ReadText = (document: {
  readonly bytes: Uint8Array
  readonly filename: string
  readonly mime: string
}) => Promise<string | undefined>
