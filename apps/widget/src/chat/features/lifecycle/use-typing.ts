import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from '@parlance/contract/conversations/typing'
import { useEffect, useState } from 'react'
import { fill } from '../../../i18n.ts'
import { useTexts } from '../../ui/appearance.ts'
import type { FeatureProps } from '../feature.ts'

/** The indicator's text; empty while nobody types. */
export function useTyping({ session, controller }: FeatureProps): string {
  const texts = useTexts()
  const { conversationId, typing } = session
  const [over, setOver] = useState('')
  const at = typing?.at ?? ''
  useEffect(() => {
    if (at === '') return undefined
    const timer = setTimeout(() => setOver(at), Date.parse(at) + TYPING_SHOWN_MS - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  useEffect(() => {
    let toldAt = 0
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement) || !target.closest('.composer') || target.value.trim() === '') return
      if (conversationId === undefined || Date.now() - toldAt < TYPING_EVERY_MS) return
      toldAt = Date.now()
      // A failed report is covered by the next one.
      void controller.own(`conversations/${encodeURIComponent(conversationId)}/typing`, {}).catch(() => undefined)
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [conversationId, controller])
  return typing && at !== over ? fill(texts.typing, { name: typing.name || texts.team }) : ''
}
