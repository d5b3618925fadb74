// The available and already used items of a message.
import type { ItemUse } from '@parlance/chat-ui/items/message-items.tsx'
import { itemKey } from '@parlance/contract/items/item-submissions'
import type { ChatController } from '../../chat-controller.ts'
import type { Entry } from '../../session/state.ts'

interface Parts {
  /** The visitor's messages by the item they came from. */
  readonly sent: ReadonlyMap<string, Entry>
  readonly ready: boolean
  readonly controller: ChatController
}

export const itemUseOf =
  ({ id }: Entry, { sent, ready, controller }: Parts): ItemUse =>
  (index) => {
    const entry = sent.get(itemKey(id, index))
    return {
      sent: entry?.submission && { ...entry.submission, failed: entry.status === 'unsent' },
      actions: {
        ready,
        send: (given, text) => controller.send(text, { messageId: id, item: index, ...given }),
        upload: controller.upload,
      },
    }
  }

/** For greetings, whose items can't be pressed. */
export const unusable: ItemUse = () => ({ sent: undefined, actions: { ready: false, send: () => undefined } })
