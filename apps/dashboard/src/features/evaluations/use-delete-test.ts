import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'
import type { Named } from './parts.ts'
import { useInvalidateResults } from './use-tests.ts'

/** Deletes a test with undo. */
export function useDeleteTest(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const invalidateResults = useInvalidateResults()
  const { begin, pending } = useUndoable()
  const ask = ({ id, name }: Named) =>
    begin({
      id,
      said: t('evaluations.deleted', { name }),
      remove: () => api.evaluations.delete.call({ agentId, testId: id }),
      restore: () => api.evaluations.restore.call({ agentId, testId: id }),
      changed: invalidateResults,
      failed: (reason) => t('evaluations.deleteFailed', { name, reason }),
    })
  return { ask, pending }
}
