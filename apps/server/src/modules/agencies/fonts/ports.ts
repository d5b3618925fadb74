export interface FontFace {
  /** In CSS notation: `400`, or `400 700` for a variable font. */
  readonly weight: string
  readonly style: 'normal' | 'italic'
  /** `unicode-range`; empty for all letters. */
  readonly range: string
  readonly bytes: Buffer
}

export interface FontsProvider {
  /** Undefined for an unknown name. @throws FontsUnreachable */
  readonly fetchFamily: (family: string) => Promise<readonly FontFace[] | undefined>
}

export class FontsUnreachable extends Error {
  constructor(options: ErrorOptions) {
    super('The fonts provider could not be reached.', options)
    this.name = 'FontsUnreachable'
  }
}
