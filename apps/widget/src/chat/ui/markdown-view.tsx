import { MarkdownView } from '@parlance/chat-ui/markdown/markdown-view.tsx'
import type { MessageParts } from '@parlance/chat-ui/items/message-items.tsx'
import type { ComponentProps } from 'react'
import { more } from '../../more-texts.ts'

export default function MarkdownPart(props: ComponentProps<MessageParts['Markdown']>) {
  return <MarkdownView {...props} texts={more()} />
}
