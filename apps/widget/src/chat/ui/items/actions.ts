// Which items were used already, and how the others are.
import { buttonsOf, fieldsOf } from '@parlance/core/items/submissions'
import type { Engine } from '../../engine.ts'
import type { Entry } from '../../state.ts'
import type { ItemActions, Sent } from './item.tsx'

const keyOf = (messageId: string, index: number) => `${messageId}/${index}`

/** What was sent, by message and place of the item; the last word counts. */
export function sentIn(entries: readonly Entry[]): ReadonlyMap<string, Sent> {
  const sent = new Map<string, Sent>()
  for (const [at, { submission, status }] of entries.entries()) {
    if (!submission) continue
    const { item, messageId = shownBy(entries.slice(0, at), item) } = submission
    sent.set(keyOf(messageId, item), { submission, failed: status === 'unsent' })
  }
  return sent
}

/** A transcript names the item's place alone: the nearest message before with something to use there showed it. */
function shownBy(before: readonly Entry[], index: number): string {
  const message = before.findLast(({ from, items }) => {
    const item = items[index]
    return from === 'agent' && item !== undefined && fieldsOf(item).length + buttonsOf(item).length > 0
  })
  return message?.id ?? ''
}

interface Parts {
  readonly sent: ReadonlyMap<string, Sent>
  readonly ready: boolean
  readonly engine: Engine
}

export const actionsOf = ({ id }: Entry, { sent, ready, engine }: Parts): ItemActions => ({
  sent: (index) => sent.get(keyOf(id, index)),
  ready,
  send: (index, given, text) => engine.send(text, { messageId: id, item: index, ...given }),
  upload: engine.upload,
})
