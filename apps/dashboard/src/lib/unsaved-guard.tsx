// Asks before a page is left on which something is not saved.
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../components/overlay/confirm.tsx'

/** Guards the page; answers the same question for what is closed on it. Changes of the query string alone leave it where it is. */
export function useUnsavedGuard(dirty: boolean): () => Promise<boolean> {
  const ask = useDiscardQuestion()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && next.pathname !== current.pathname && !(await ask()),
    enableBeforeUnload: () => dirty,
  })
  return ask
}

/** The same, put beside what is edited. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  useUnsavedGuard(dirty)
  return null
}

/** Asks whether what was typed may be lost; resolves true when it may. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const { t } = useTranslation()
  return () =>
    confirm({
      title: t('common.discardQuestion.title'),
      body: t('common.discardQuestion.body'),
      confirm: t('common.discardQuestion.confirm'),
    })
}
