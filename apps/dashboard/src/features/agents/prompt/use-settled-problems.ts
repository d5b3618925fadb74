import type { Problem } from '@parlance/engine/graph/problems'
import { useState, type FocusEvent } from 'react'

const FIELDS = 'input, textarea, [contenteditable="true"]'

const keyOf = ({ code, edge, name }: Problem): string => `${code} ${edge} ${name}`

/**
 * While a field has the focus no new problem appears; those that are solved leave at once.
 * The two handlers belong on the element around the fields. `focused`: a field takes the focus when it is shown.
 */
export function useSettledProblems(problems: readonly Problem[], focused = false) {
  const [known, setKnown] = useState<readonly string[] | undefined>(focused ? [] : undefined)
  return {
    settled: known ? problems.filter((problem) => known.includes(keyOf(problem))) : problems,
    // A button may go with what it removes, and then no blur follows.
    onFocus: ({ target }: Pick<FocusEvent, 'target'>) => {
      if (target.matches(FIELDS)) setKnown((before) => before ?? problems.map(keyOf))
    },
    onBlur: () => setKnown(undefined),
  }
}
