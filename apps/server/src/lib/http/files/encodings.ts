// Chooses the content encoding from `accept-encoding` (RFC 9110, 12.5.3).

export type Encoding = 'br' | 'gzip'

/** `;q=0.5` as 0.5, none as 1, an invalid weight as 0. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.map((one) => one.trim().toLowerCase()).find((one) => /^q\s*=/.test(one))
  if (weight === undefined) return 1
  const [, number] = /^q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)$/.exec(weight) ?? []
  return number === undefined ? 0 : Number(number)
}

/** The accepted encoding with the greatest weight, brotli before gzip; undefined for identity. */
export function chooseEncoding(accepted: string): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const one of accepted.split(',')) {
    const [name = '', ...parameters] = one.split(';')
    // `x-gzip` is the old name of gzip.
    weights.set(
      name
        .trim()
        .toLowerCase()
        .replace(/^x-gzip$/, 'gzip'),
      weightOf(parameters),
    )
  }
  const others = weights.get('*') ?? 0
  const weigh = (name: Encoding) => weights.get(name) ?? others
  const best: Encoding = weigh('br') >= weigh('gzip') ? 'br' : 'gzip'
  return weigh(best) > 0 && weigh(best) >= (weights.get('identity') ?? 0) ? best : undefined
}
