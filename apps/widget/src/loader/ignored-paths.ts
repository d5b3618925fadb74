// Pages that are not reported to the agent.

/** Whether a path matches a pattern with `*` wildcards, in linear time. */
export function isLike(path: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return path === first
  if (!path.startsWith(first) || path.length < first.length + last.length || !path.endsWith(last)) return false
  const end = path.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

export const isIgnored = (path: string, patterns: readonly string[]) => patterns.some((one) => isLike(path, one))
