import type { GoldenQuestion } from '@parlance/core/goldens/goldens'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { notify } from '../../ui/notify.ts'
import { useUndoable } from '../../ui/use-undoable.ts'
import { useGoldensChanged } from './use-goldens.ts'

/** Deletes a question in a way that can be undone for a while. */
export function useDeleteGolden(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useGoldensChanged()
  const { begin, pending } = useUndoable()
  const remove = async ({ id, question }: GoldenQuestion) => {
    try {
      await api.goldens.delete.call({ agentId, goldenId: id })
      await changed()
      return true
    } catch (error) {
      notify.error(t('goldens.deleteFailed', { question, reason: errorText(error) }))
      return false
    }
  }
  const ask = (golden: GoldenQuestion) =>
    begin({
      id: golden.id,
      said: t('goldens.deleted', { question: golden.question }),
      remove: () => remove(golden),
    })
  return { ask, pending }
}
