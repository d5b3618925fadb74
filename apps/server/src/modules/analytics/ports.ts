export interface Geo {
  /** Two capital letters; undefined when unknown, as for private addresses. Never rejects. */
  readonly countryOf: (ip: string) => Promise<string | undefined>
}
