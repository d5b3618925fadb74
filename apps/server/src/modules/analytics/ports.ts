// What analytics needs from outside: the country of an address.

export interface Geo {
  /** Two capital letters; undefined where nobody knows, as for addresses inside a network. Never rejects for an odd address. */
  readonly countryOf: (ip: string) => Promise<string | undefined>
}
