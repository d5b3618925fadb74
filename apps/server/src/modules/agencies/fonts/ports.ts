/** One file of a family, for some of its letters. */
export interface FontFace {
  /** As CSS has it: `400`, or `400 700` for a file of many weights. */
  readonly weight: string
  readonly style: 'normal' | 'italic'
  /** `unicode-range`; empty for all letters. */
  readonly range: string
  /** woff2. */
  readonly bytes: Buffer
}

export interface FontsProvider {
  /** Undefined for a name that the provider does not know. @throws FontsUnreachable */
  readonly fetchFamily: (family: string) => Promise<readonly FontFace[] | undefined>
}

export class FontsUnreachable extends Error {
  constructor(options: ErrorOptions) {
    super('The fonts provider could not be reached.', options)
    this.name = 'FontsUnreachable'
  }
}
