// Renders items other than text; loaded with the first of them.
import type { MessageParts } from '@parlance/chat-ui/items/message-items.tsx'
import { itemText } from '@parlance/contract/items/plain'
import type { Item } from '@parlance/contract/items/schemas'
import type { ComponentProps } from 'react'
import { onDemand } from '../../features/on-demand.tsx'
import { Markdown } from '../markdown.tsx'

/** An item as plain text. */
function Words({ item }: { item: Item }) {
  return (
    <div className="bubble plain" dir="auto" aria-busy>
      {itemText(item)}
    </div>
  )
}

export const Form = onDemand<ComponentProps<MessageParts['Form']>>(() => import('./form.tsx'), Words)
export const RichItem = onDemand<ComponentProps<MessageParts['RichItem']>>(() => import('./rich-item.tsx'), Words)

export const messageParts: MessageParts = { Markdown, Form, RichItem }
