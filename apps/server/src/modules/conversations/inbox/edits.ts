// Messages that visitors edit on their channel.
import { attachedOf, messageItems, messagePlain } from '@parlance/contract/conversations/attachments'
import { speakerOf } from '@parlance/contract/conversations/lifecycle'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { previewOf } from '../preview.ts'
import { findConversation, speakerStateOf } from '../repository.ts'
import { publishLiveUpdate } from '../turn/handle-message.ts'
import * as repository from './edits.repository.ts'

interface Said {
  readonly agentId: string
  readonly visitorHashes: readonly string[]
  /** The client's ids under which it may be stored. */
  readonly keys: readonly string[]
  readonly at: Date
}
interface Edit {
  readonly agentId: string
  readonly conversationId: string
  readonly seq: number
  readonly text: string
  readonly inSameTransaction: (tx: Ctx) => Promise<void>
}

const wordsOf = (items: repository.SaidRow['items']): string => {
  const [first] = items
  return first?.type === 'text' ? first.text : ''
}

export const createEdits = ({ bus }: { readonly bus: Bus }) => ({
  /** The last of these messages; undefined when it is gone. */
  async find(ctx: Ctx, { agentId, visitorHashes, keys, at }: Said) {
    const said = await repository.findSaid(ctx.db, { agentId, visitorHashes, keys, at })
    const row = said && (await findConversation(ctx.db, agentId, said.conversationId))
    if (!row) return undefined
    const { conversationId, seq, items, isLast } = said
    const isAwaited = isLast && speakerOf(speakerStateOf(row)) === 'agent'
    return { agentId, conversationId, seq, text: wordsOf(items), isAwaited }
  },
  async change(ctx: Ctx, { agentId, conversationId, seq, text, inSameTransaction }: Edit): Promise<void> {
    const workspaceId = await ctx.tx(async (tx) => {
      const found = await repository.lockSaid(tx.db, conversationId, seq)
      if (!found) return undefined
      const attached = attachedOf(found.items)
      const plain = attached.length === 0 ? text : messagePlain(text, attached)
      const items = messageItems(text, attached)
      const preview = previewOf(plain)
      const stored = { conversationId, seq, items, plain: attached.length === 0 ? null : plain, preview }
      await repository.changeSaid(tx.db, stored, tx.now())
      await inSameTransaction(tx)
      return found.workspaceId
    })
    if (workspaceId !== undefined)
      publishLiveUpdate(bus, ctx.region, workspaceId, { type: 'conversation', agentId, conversationId })
  },
})
