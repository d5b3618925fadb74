import { itemKey, submissionsByItem } from '@parlance/contract/items/submissions'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Given } from '@parlance/chat-ui/items/item-props.ts'
import { dismiss, notify } from '../../../components/feedback/notify.ts'
import { UndoToast } from '../../../components/feedback/undo-toast.tsx'
import type { Entry } from './panel-state.ts'
import type { EntryActions } from './test-entry.tsx'
import type { useTestChat } from './use-test-chat.ts'

const DROPPED = 'test-dropped'
const UNDO_MS = 10_000

/** Actions for messages with stable identities, so that entries rerender only when they change. */
export function useEntryActions(
  { state, ask, drop, upload }: Pick<ReturnType<typeof useTestChat>, 'state' | 'ask' | 'drop' | 'upload'>,
  onTrace: EntryActions['onTrace'],
): EntryActions {
  const { t } = useTranslation()
  const rerun = (entry: Entry, text = entry.text) => {
    dismiss(DROPPED)
    void ask({ text, instead: entry, submission: text === entry.text ? entry.submission : undefined })
  }
  const remove = async (entry: Entry) => {
    const count = state.entries.length - state.entries.findIndex(({ id }) => id === entry.id)
    const undo = await drop(entry)
    if (!undo) return
    const back = () => {
      dismiss(DROPPED)
      undo()
    }
    const text = t('debug.message.deleted', { count })
    notify.info(<UndoToast text={text} onUndo={back} />, { id: DROPPED, autoClose: UNDO_MS })
  }
  return useStableActions({
    onEdit: rerun,
    onRerun: (entry) => rerun(entry),
    onDelete: (entry) => void remove(entry),
    onSubmit: ({ answer: { messageId } }, item, { button, values }, text) => {
      const given = values ? { values } : button === undefined ? {} : { button }
      void ask({ text, submission: { messageId, item, ...given } })
    },
    onTrace,
    upload,
  })
}

function useStableActions(actions: EntryActions): EntryActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<EntryActions>(() => ({
    onEdit: (...args) => latest.current.onEdit(...args),
    onRerun: (...args) => latest.current.onRerun(...args),
    onDelete: (...args) => latest.current.onDelete(...args),
    onSubmit: (...args) => latest.current.onSubmit(...args),
    onTrace: (...args) => latest.current.onTrace(...args),
    upload: (...args) => latest.current.upload(...args),
  }))
  return stable
}

/** Submissions by item; a stable function while the messages stay the same. */
export function useSent(entries: readonly Entry[]): (messageId: string, item: number) => Given | undefined {
  const ids = entries.map(({ id }) => id).join('/')
  const [kept, setKept] = useState({ ids: '', of: sentOf([]) })
  if (kept.ids === ids) return kept.of
  // An entry keeps its submission, so only other entries change the result.
  const fresh = sentOf(entries)
  setKept({ ids, of: fresh })
  return fresh
}

function sentOf(entries: readonly Entry[]) {
  const sent = submissionsByItem(entries)
  return (messageId: string, item: number) => sent.get(itemKey(messageId, item))?.submission
}
