import type { GoldenQuestion } from '@parlance/contract/retrieval-evals/schemas'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'
import { useInvalidateRetrievalEvals } from './use-retrieval-evals.ts'

/** Deletes a question with undo. */
export function useDeleteRetrievalQuestion(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateRetrievalEvals()
  const { begin, pending } = useUndoable()
  const ask = ({ id, question }: GoldenQuestion) =>
    begin({
      id,
      said: t('goldens.deleted', { question }),
      remove: () => api.goldens.delete.call({ agentId, goldenId: id }),
      restore: () => api.goldens.restore.call({ agentId, goldenId: id }),
      changed,
      failed: (reason) => t('goldens.deleteFailed', { question, reason }),
    })
  return { ask, pending }
}
