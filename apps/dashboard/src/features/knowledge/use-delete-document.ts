import type { DocumentSummary } from '@parlance/core/knowledge/knowledge'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { askFirst } from '../../ui/confirm.tsx'
import { dismiss, notify } from '../../ui/notify.ts'
import { UndoToast } from '../../ui/undo-toast.tsx'

const UNDO_TIME = 5000

/** Asks, hides the document at once and deletes it 5 s later unless undone; leaving the page deletes it right away. */
export function useDeleteDocument(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, () => void>())
  useEffect(() => {
    const left = waiting.current
    return () => {
      for (const now of left.values()) now()
    }
  }, [])

  const hide = (id: string, hidden: boolean) =>
    setPending((before) => {
      const next = new Set(before)
      if (hidden) next.add(id)
      else next.delete(id)
      return next
    })
  const remove = async ({ ID, name }: DocumentSummary) => {
    try {
      await api.knowledge.delete.call({ agentId, docId: ID })
      await client.invalidateQueries({ queryKey: api.knowledge.list.key() })
    } catch (error) {
      notify.error(t('knowledge.deleteFailed', { name, reason: errorText(error) }))
    }
    hide(ID, false)
  }
  const ask = async (document: DocumentSummary) => {
    const { ID, name, chunkCount } = document
    const yes = await askFirst({
      title: t('knowledge.deleteTitle', { name }),
      body: t('knowledge.deleteBody', { count: chunkCount }),
      confirm: t('knowledge.deleteConfirm'),
    })
    if (!yes) return
    hide(ID, true)
    const toast = `delete-${ID}`
    const settle = () => {
      clearTimeout(timer)
      waiting.current.delete(ID)
      dismiss(toast)
    }
    const now = () => {
      settle()
      void remove(document)
    }
    const timer = setTimeout(now, UNDO_TIME)
    waiting.current.set(ID, now)
    const undo = () => {
      settle()
      hide(ID, false)
    }
    notify.info(createElement(UndoToast, { text: t('knowledge.deleted', { name }), onUndo: undo }), {
      id: toast,
      autoClose: UNDO_TIME,
    })
  }
  return { ask, pending }
}
