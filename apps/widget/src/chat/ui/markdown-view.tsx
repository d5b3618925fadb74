import { MarkdownView } from '@parlance/chat-ui/markdown/markdown-view.tsx'
import type { MessageParts } from '@parlance/chat-ui/items/message-items.tsx'
import type { ComponentProps } from 'react'
import { onDemandTexts } from '../../on-demand-texts.ts'

export default function MarkdownPart(props: ComponentProps<MessageParts['Markdown']>) {
  return <MarkdownView {...props} texts={onDemandTexts()} />
}
