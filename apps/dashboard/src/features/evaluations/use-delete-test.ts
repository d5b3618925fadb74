import { createElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { dismiss, notify } from '../../ui/notify.ts'
import { UndoToast } from '../../ui/undo-toast.tsx'
import type { Named } from './parts.ts'
import { useTold } from './use-tests.ts'

const UNDO_TIME = 5000

/** Hides a test at once and deletes it 5 s later unless undone; leaving the page deletes it right away. */
export function useDeleteTest(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const told = useTold()
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, () => void>())
  useEffect(() => {
    const left = waiting.current
    return () => {
      for (const now of left.values()) now()
    }
  }, [])
  const hide = (id: string, hidden: boolean) =>
    setPending((before) => new Set(hidden ? [...before, id] : [...before].filter((one) => one !== id)))
  const remove = async ({ id, name }: Named) => {
    try {
      await api.evaluations.delete.call({ agentId, testId: id })
      await told()
    } catch (error) {
      notify.error(t('evaluations.deleteFailed', { name, reason: errorText(error) }))
    }
    hide(id, false)
  }
  const ask = (test: Named) => {
    const { id, name } = test
    hide(id, true)
    const toast = `delete-${id}`
    const settle = () => {
      clearTimeout(timer)
      waiting.current.delete(id)
      dismiss(toast)
    }
    const now = () => {
      settle()
      void remove(test)
    }
    const timer = setTimeout(now, UNDO_TIME)
    waiting.current.set(id, now)
    const undo = () => {
      settle()
      hide(id, false)
    }
    notify.info(createElement(UndoToast, { text: t('evaluations.deleted', { name }), onUndo: undo }), {
      id: toast,
      autoClose: UNDO_TIME,
    })
  }
  return { ask, pending }
}
