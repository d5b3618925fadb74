import type { Problem, ProblemCode } from '@parlance/engine/graph/problems'
import { useCallback, useMemo, useState, type FocusEvent } from 'react'

const FIELDS = 'input, textarea, [contenteditable="true"]'
/** Problems of missing content, as opposed to invalid input. */
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

/** Key of a connection. */
export const edgeKey = (from: string, at: number): string => `${from}#${at}`
const isEdge = (key: string): boolean => key.includes('#')

const keyOf = ({ nodeId, code, edge, name }: Problem): string => `${nodeId} ${code} ${edge} ${name}`

const isUnfinished = ({ code, nodeId = '', edge }: Problem, fresh: ReadonlySet<string>): boolean =>
  UNFINISHED.has(code) && (fresh.has(nodeId) || (edge !== undefined && fresh.has(edgeKey(nodeId, edge))))

/**
 * Shows no new problem while a field has the focus; hides solved ones at once. New steps and connections count as
 * unfinished only after they were left. Attach both handlers to the element around the fields.
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
  /** Steps and connections being edited; all others were left. */
  const stay = useCallback((keys: readonly string[]) => keep((key) => keys.includes(key)), [keep])
  return {
    settled,
    begin,
    stay,
    // A button may be removed with its row, without a blur event.
    onFocus: ({ target }: Pick<FocusEvent, 'target'>) => {
      if (target.matches(FIELDS)) setKnown((before) => before ?? settled.map(keyOf))
    },
    onBlur: ({ target }: Pick<FocusEvent, 'target'>) => {
      setKnown(undefined)
      if (target.matches(FIELDS)) keep((key) => !isEdge(key))
    },
  }
}
