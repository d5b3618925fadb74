// Sends an import in chunks: first a dry run, then for good.
import { chunksOf } from '@parlance/contract/leads/import'
import type { ImportRow } from '@parlance/contract/leads/schemas'
import { useEffect, useRef, useState } from 'react'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export interface Broken {
  readonly line: number
  readonly text: string
}
export interface Outcome {
  readonly created: number
  readonly updated: number
  readonly broken: readonly Broken[]
  /** Rows processed so far. */
  readonly done: number
}
const NOTHING: Outcome = { created: 0, updated: 0, broken: [], done: 0 }

export function useImport(agentId: string) {
  const { api } = useScope()
  const [outcome, setOutcome] = useState<Outcome>(NOTHING)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  /** Goes on after the rows of `before`. False when it failed or the dialog was closed; rows imported by then stay. */
  const send = async (
    rows: readonly ImportRow[],
    group: string,
    dryRun: boolean,
    before: Outcome = NOTHING,
  ): Promise<boolean> => {
    setRunning(true)
    setFailure('')
    let sum = before
    setOutcome(sum)
    try {
      for (const chunk of chunksOf(rows.slice(before.done))) {
        const { data } = await api.leads.import.call({ agentId, rows: chunk, group, dryRun })
        if (closed.current) return false
        sum = {
          created: sum.created + data.created,
          updated: sum.updated + data.updated,
          broken: [...sum.broken, ...data.broken.map((one) => ({ line: one.line, text: translateMessage(one) }))],
          done: sum.done + chunk.length,
        }
        setOutcome(sum)
      }
    } catch (error) {
      setFailure(errorText(error))
      return false
    } finally {
      setRunning(false)
    }
    return true
  }
  return { outcome, running, failure, send }
}
