type Props = Record<string, unknown>
type Handler = (...given: unknown[]) => void

/** The props of one element from several places: of each the later one counts, but handlers are all called, in this order. */
export function mergeProps(...all: readonly object[]): Props {
  const merged: Props = {}
  for (const [name, value] of all.flatMap((props) => Object.entries(props))) {
    const before = merged[name]
    const both = /^on[A-Z]/.test(name) && typeof before === 'function' && typeof value === 'function'
    merged[name] = both ? inOrder(before as Handler, value as Handler) : (value ?? before)
  }
  return merged
}

const inOrder =
  (first: Handler, second: Handler): Handler =>
  (...given) => {
    first(...given)
    second(...given)
  }
