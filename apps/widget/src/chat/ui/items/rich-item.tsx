import type { MessageParts } from '@parlance/chat-ui/items/message-items.tsx'
import { RichItem } from '@parlance/chat-ui/items/rich-item.tsx'
import type { ComponentProps } from 'react'
import { Markdown } from '../markdown.tsx'
import { useItemTexts } from './item-texts.ts'

export default function RichItemPart(props: ComponentProps<MessageParts['RichItem']>) {
  return <RichItem {...props} texts={useItemTexts()} Markdown={Markdown} />
}
