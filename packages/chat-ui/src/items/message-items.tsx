// Renders an answer's items in order.
import type { Item } from '@parlance/contract/items/schemas'
import type { ComponentType } from 'react'
import type { MarkdownProps } from '../markdown/markdown-view.tsx'
import type { Citations } from '../sources/link-citations.ts'
import type { FormProps } from './form.tsx'
import type { ItemProps } from './item-props.ts'
import type { RichItemProps } from './rich-item.tsx'

/** Renderers by kind with the app's texts; may be lazy. */
export interface MessageParts {
  readonly Markdown: ComponentType<Omit<MarkdownProps, 'texts'>>
  readonly Form: ComponentType<Omit<FormProps, 'texts'>>
  readonly RichItem: ComponentType<Omit<RichItemProps, 'texts' | 'Markdown'>>
}

/** What was sent from the item at an index, and its actions. */
export type ItemUse = (index: number) => Pick<ItemProps, 'sent' | 'actions'>

/** For read-only conversations. */
export const readOnly: ItemUse = () => ({ sent: undefined, actions: undefined })

interface Props {
  readonly items: readonly Item[]
  readonly use: ItemUse
  /** The last text is still growing. */
  readonly growing: boolean
  readonly citations?: Citations | undefined
  readonly parts: MessageParts
}

export const MessageItems = ({ items, use, growing, ...rest }: Props) =>
  items.map((item, index) => (
    <MessageItem
      // An answer only grows at its end.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      item={item}
      done={!growing || index < items.length - 1}
      {...use(index)}
      {...rest}
    />
  ))

interface ItemViewProps extends ItemProps, Pick<Props, 'citations' | 'parts'> {
  readonly item: Item
  readonly done: boolean
}

function MessageItem({ item, sent, actions, done, citations, parts: { Markdown, Form, RichItem } }: ItemViewProps) {
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
