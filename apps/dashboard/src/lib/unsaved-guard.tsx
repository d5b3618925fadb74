import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../components/overlay/confirm.tsx'

/**
 * Guards the page. Returns the same question for panels closed on it. Changes of the query string alone don't leave the
 * page.
 */
export function useUnsavedGuard(dirty: boolean): () => Promise<boolean> {
  const ask = useDiscardQuestion()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && next.pathname !== current.pathname && !(await ask()),
    enableBeforeUnload: () => dirty,
  })
  return ask
}

/** For panels with a form: guards the page, and closes after asking about unsaved changes. */
export function useGuardedClose(dirty: boolean, onClose: () => void): () => void {
  const ask = useUnsavedGuard(dirty)
  const close = async () => {
    if (!dirty || (await ask())) onClose()
  }
  return () => void close()
}

/** The guard as a component. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  useUnsavedGuard(dirty)
  return null
}

/** Asks whether to discard changes; resolves true if so. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const { t } = useTranslation()
  return () =>
    confirm({
      title: t('common.discardQuestion.title'),
      body: t('common.discardQuestion.body'),
      confirm: t('common.discardQuestion.confirm'),
    })
}
