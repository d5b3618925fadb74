import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../components/overlay/confirm.tsx'

/** Questions of the forms with unsaved changes that go with their tab or workspace. */
const unsaved = new Set<() => Promise<boolean>>()

/** Before a tab or the workspace changes, which may leave the address's path as it is. Resolves false to stay. */
export async function mayLeaveForms(): Promise<boolean> {
  const [ask] = unsaved
  return ask === undefined || ask()
}

interface GuardOptions {
  /** The form is kept while other tabs are shown. */
  readonly acrossTabs?: boolean
}

/**
 * Guards the page. Returns the same question for panels closed on it. Changes of the query string alone don't leave the
 * page: what changes tabs asks `mayLeaveForms`.
 */
export function useUnsavedGuard(dirty: boolean, { acrossTabs = false }: GuardOptions = {}): () => Promise<boolean> {
  const ask = useDiscardQuestion()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!dirty || acrossTabs) return
    const question = () => latest.current()
    unsaved.add(question)
    return () => void unsaved.delete(question)
  }, [dirty, acrossTabs])
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
