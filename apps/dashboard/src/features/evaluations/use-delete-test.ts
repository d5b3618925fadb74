import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { notify } from '../../ui/notify.ts'
import { useUndoable } from '../../ui/use-undoable.ts'
import type { Named } from './parts.ts'
import { useTold } from './use-tests.ts'

/** Deletes a test in a way that can be undone for a while. */
export function useDeleteTest(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const told = useTold()
  const { begin, pending } = useUndoable()
  const remove = async ({ id, name }: Named) => {
    try {
      await api.evaluations.delete.call({ agentId, testId: id })
      await told()
      return true
    } catch (error) {
      notify.error(t('evaluations.deleteFailed', { name, reason: errorText(error) }))
      return false
    }
  }
  const ask = (test: Named) =>
    begin({ id: test.id, said: t('evaluations.deleted', { name: test.name }), remove: () => remove(test) })
  return { ask, pending }
}
