// Without schemas, so that browsers need not load them.
/** Set by the server on every save, so never a user's change. */
const IGNORED: ReadonlySet<string> = new Set(['lastModified', 'ts', 'ownerID', 'userId', 'version'])

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

export function sameConfig(a: object, b: object): boolean {
  const strip = (config: object) => Object.fromEntries(Object.entries(config).filter(([key]) => !IGNORED.has(key)))
  return same(strip(a), strip(b))
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => same(own(a, key), own(b, key)))
}

const own = (from: Plain, key: string): unknown => (Object.hasOwn(from, key) ? from[key] : undefined)
