// A modal dialog; the browser makes everything behind it inert.
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { useTexts } from '../../ui/appearance.ts'
import { ChevronIcon } from '@parlance/chat-ui/item-icons.tsx'

interface Props {
  readonly title: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/** Keeps the dialog modal while it is mounted; Escape goes back. */
export function useModal(onBack: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  // Captures Escape first, so that it goes back and does not close the chat.
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onBack()
    }
    window.addEventListener('keydown', key, true)
    return () => window.removeEventListener('keydown', key, true)
  }, [onBack])
  return ref
}

export function Dialog({ title, onBack, children }: Props) {
  const { back } = useTexts()
  const id = useId()
  const ref = useModal(onBack)
  return (
    <dialog className="lc-dialog" ref={ref} aria-modal="true" aria-labelledby={id}>
      <header>
        <button type="button" className="tool" aria-label={back} title={back} onClick={onBack}>
          <span className="lc-back">
            <ChevronIcon />
          </span>
        </button>
        <h2 id={id}>{title}</h2>
      </header>
      <div className="lc-body">{children}</div>
    </dialog>
  )
}
