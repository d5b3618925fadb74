import { useEffect, useRef, useState } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import type { ToolsProps } from '../feature.ts'
import { SmileIcon } from '../icons.tsx'
import './emoji.css'

const EMOJI =
  '😀 😄 😂 😊 😉 😍 😘 😎 🤔 😅 😐 🙄 😕 😢 😭 😡 😮 😴 🤗 🤝 👍 👎 👏 🙏 👋 👌 ✌️ 💪 🤞 👀 ❤️ 💔 ✨ 🔥 🎉 🎁 ✅ ❌ ❓ ❗ 💡 📦 🚚 📷'.split(
    ' ',
  )

function insert(field: HTMLTextAreaElement | null | undefined, text: string, emoji: string): string {
  const { selectionStart: start, selectionEnd: end } = field ?? {
    selectionStart: text.length,
    selectionEnd: text.length,
  }
  return text.slice(0, start) + emoji + text.slice(end)
}

export default function Emoji({ session, text, onText }: ToolsProps) {
  const label = onDemandTexts().emoji
  const [open, setOpen] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = boxRef.current
    if (!open || !box) return undefined
    const press = ({ target }: Event) => !box.contains(target as Node) && setOpen(false)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Keeps this Escape from closing the chat.
      event.stopPropagation()
      setOpen(false)
      box.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', press)
    box.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('pointerdown', press)
      box.removeEventListener('keydown', key)
    }
  }, [open])
  const pick = (emoji: string) => {
    const field = boxRef.current?.parentElement?.querySelector('textarea')
    onText(insert(field, text, emoji))
    setOpen(false)
    field?.focus()
  }
  return (
    <div className="emoji" ref={boxRef}>
      <button
        type="button"
        className="tool"
        aria-label={label}
        title={label}
        aria-expanded={open}
        disabled={session.unavailable}
        onClick={() => setOpen(!open)}
      >
        <SmileIcon />
      </button>
      {open && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no flex container in every browser
        <div className="emoji-list" role="group" aria-label={label}>
          {EMOJI.map((emoji) => (
            <button key={emoji} type="button" onClick={() => pick(emoji)}>
              {emoji}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
