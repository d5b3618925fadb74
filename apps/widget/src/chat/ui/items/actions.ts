// What the items of a message can do, and which were used already.
import { placeOf } from '@parlance/contract/items/said'
import type { Engine } from '../../engine.ts'
import type { Entry } from '../../session/state.ts'
import type { ItemActions } from './item-actions.ts'

interface Parts {
  /** The visitor's messages by the item they came from. */
  readonly sent: ReadonlyMap<string, Entry>
  readonly ready: boolean
  readonly engine: Engine
}

export const actionsOf = ({ id }: Entry, { sent, ready, engine }: Parts): ItemActions => ({
  sent: (index) => {
    const entry = sent.get(placeOf(id, index))
    return entry?.submission && { submission: entry.submission, failed: entry.status === 'unsent' }
  },
  ready,
  send: (index, given, text) => engine.send(text, { messageId: id, item: index, ...given }),
  upload: engine.upload,
})
