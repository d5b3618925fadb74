// One item of an answer, whatever its kind.
import type { Item } from '@parlance/contract/items/schemas'
import type { ComponentType } from 'react'
import type { MarkdownProps } from '../markdown/markdown-view.tsx'
import type { Citations } from '../sources/link-citations.ts'
import type { FormProps } from './form.tsx'
import type { ItemProps } from './item-props.ts'
import type { RichItemProps } from './rich-item.tsx'

/** What draws each kind, with the words of the app; an app may fetch it when it is first needed. */
export interface MessageParts {
  readonly Markdown: ComponentType<Omit<MarkdownProps, 'texts'>>
  readonly Form: ComponentType<Omit<FormProps, 'texts'>>
  readonly RichItem: ComponentType<Omit<RichItemProps, 'texts' | 'Markdown'>>
}

interface Props extends ItemProps {
  readonly item: Item
  /** False while a text still grows. */
  readonly done: boolean
  readonly citations?: Citations | undefined
  readonly parts: MessageParts
}

export function MessageItem({ item, sent, actions, done, citations, parts: { Markdown, Form, RichItem } }: Props) {
  if (item.type === 'text')
    return item.text === '' ? null : (
      <div className="bubble">
        <Markdown text={item.text} done={done} citations={citations} />
      </div>
    )
  return item.type === 'form' || item.type === 'input' ? (
    <Form item={item} sent={sent} actions={actions} />
  ) : (
    <RichItem item={item} sent={sent} actions={actions} />
  )
}
