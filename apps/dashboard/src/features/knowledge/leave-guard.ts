import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../ui/confirm.tsx'

/** Asks before unsaved words are lost by another page or a closed tab; answers the same question for closing. */
export function useLeaveGuard(dirty: boolean): () => Promise<boolean> {
  const { t } = useTranslation()
  const ask = () =>
    askFirst({
      title: t('common.discardQuestion.title'),
      body: t('common.discardQuestion.body'),
      confirm: t('common.discardQuestion.confirm'),
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: () => dirty,
  })
  return ask
}
