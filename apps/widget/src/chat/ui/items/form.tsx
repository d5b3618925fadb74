import { Form } from '@parlance/chat-ui/items/form.tsx'
import type { MessageParts } from '@parlance/chat-ui/items/message-items.tsx'
import type { ComponentProps } from 'react'
import { useItemTexts } from './item-texts.ts'

export default function FormPart(props: ComponentProps<MessageParts['Form']>) {
  return <Form {...props} texts={useItemTexts()} />
}
