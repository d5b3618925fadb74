// Live captions of a call, newest last.
import type { ListenedMessage, ListenedSide } from '@parlance/contract/voice/protocol'
import { splitHeard } from './timeline.ts'

export interface Caption {
  readonly key: string
  readonly from: ListenedSide
  readonly text: string
  /** The part of an interrupted answer that was not heard. */
  readonly unheard: string
  /** Still growing. */
  readonly isOpen: boolean
}
const MOST = 6

export function addCaption(known: readonly Caption[], message: ListenedMessage): readonly Caption[] {
  const put = (caption: Caption) =>
    known.some(({ key }) => key === caption.key)
      ? known.map((one) => (one.key === caption.key ? caption : one))
      : [...known, caption].slice(-MOST)
  if (message.t === 'agent') {
    const { text, heard, gen } = message
    const split = splitHeard({ text, ...(heard === undefined ? {} : { heard }) })
    if (text.trim() === '') return known
    const caption: Caption = {
      key: `agent-${gen}`,
      from: 'agent',
      text: split.heard,
      unheard: split.unheard,
      isOpen: heard === undefined,
    }
    return put(caption)
  }
  if (message.t !== 'user' || message.text.trim() === '') return known
  const open = known.findLast(({ from }) => from === 'caller')
  const number = open ? Number(open.key.slice('caller-'.length)) : 0
  const key = `caller-${open?.isOpen ? number : number + 1}`
  return put({ key, from: 'caller', text: message.text, unheard: '', isOpen: !message.final })
}
