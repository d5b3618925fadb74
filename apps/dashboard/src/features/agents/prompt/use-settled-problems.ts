import type { Problem, ProblemCode } from '@parlance/engine/graph/problems'
import { useCallback, useMemo, useState, type FocusEvent } from 'react'

const FIELDS = 'input, textarea, [contenteditable="true"]'
/** What a step has not got yet, as against what is wrong in what was typed. */
const UNFINISHED: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'severalOtherwise',
  'noOtherwise',
  'conditionWithoutEdges',
  'ruleWithoutValue',
  'unreachable',
  'collectWithoutVariables',
  'messageWithoutItems',
  'toolWithoutTool',
  'missingArgument',
  'globalWithoutCondition',
])
const NOTHING: ReadonlySet<string> = new Set()

/** Names a connection among what is fresh. */
export const edgeKey = (from: string, at: number): string => `${from}#${at}`
const isEdge = (key: string): boolean => key.includes('#')

const keyOf = ({ nodeId, code, edge, name }: Problem): string => `${nodeId} ${code} ${edge} ${name}`

const isUnfinished = ({ code, nodeId = '', edge }: Problem, fresh: ReadonlySet<string>): boolean =>
  UNFINISHED.has(code) && (fresh.has(nodeId) || (edge !== undefined && fresh.has(edgeKey(nodeId, edge))))

/**
 * While a field has the focus no new problem appears; those that are solved leave at once. What was added just now is not
 * called unfinished before it is left. The two handlers belong on the element around the fields.
 */
export function useSettledProblems(problems: readonly Problem[]) {
  const [known, setKnown] = useState<readonly string[]>()
  const [fresh, setFresh] = useState(NOTHING)
  const settled = useMemo(
    () => problems.filter((problem) => (!known || known.includes(keyOf(problem))) && !isUnfinished(problem, fresh)),
    [problems, known, fresh],
  )
  const begin = useCallback((keys: readonly string[]) => setFresh((before) => new Set([...before, ...keys])), [])
  const keep = useCallback(
    (stays: (key: string) => boolean) =>
      setFresh((before) => {
        const rest = [...before].filter(stays)
        return rest.length === before.size ? before : new Set(rest)
      }),
    [],
  )
  /** The steps and connections somebody is at; all others are left. */
  const stay = useCallback((keys: readonly string[]) => keep((key) => keys.includes(key)), [keep])
  return {
    settled,
    begin,
    stay,
    // A button may go with what it removes, and then no blur follows.
    onFocus: ({ target }: Pick<FocusEvent, 'target'>) => {
      if (target.matches(FIELDS)) setKnown((before) => before ?? settled.map(keyOf))
    },
    onBlur: ({ target }: Pick<FocusEvent, 'target'>) => {
      setKnown(undefined)
      if (target.matches(FIELDS)) keep((key) => !isEdge(key))
    },
  }
}
