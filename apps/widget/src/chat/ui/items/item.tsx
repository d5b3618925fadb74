// One item of an answer, whatever its kind.
import type { Item } from '@parlance/contract/items/schemas'
import { itemText } from '@parlance/contract/items/plain'
import type { Cites } from '../../citations.ts'
import { onDemand } from '../../features/on-demand.tsx'
import { Markdown } from '../markdown.tsx'
import type { FormProps } from './form.tsx'
import type { RichProps } from './rich.tsx'
import type { Actions } from './item-actions.ts'
import type { ItemActions } from './item-actions.ts'

interface Props {
  readonly item: Item
  readonly index: number
  readonly actions: ItemActions
  /** False while a text still grows. */
  readonly done: boolean
  readonly cites?: Cites | undefined
}

export function ItemView({ item, index, actions, done, cites }: Props) {
  const own: Actions = {
    ...actions,
    sent: actions.sent(index),
    send: (given, text) => actions.send(index, given, text),
  }
  if (item.type === 'text')
    return item.text === '' ? null : (
      <div className="bubble">
        <Markdown text={item.text} done={done} cites={cites} />
      </div>
    )
  return item.type === 'form' || item.type === 'input' ? (
    <Form item={item} actions={own} />
  ) : (
    <Rich item={item} actions={own} />
  )
}

/** What an item says, in plain words. */
function Words({ item }: { item: Item }) {
  return (
    <div className="bubble plain" dir="auto" aria-busy>
      {itemText(item)}
    </div>
  )
}

export const Form = onDemand<FormProps>(() => import('./form.tsx'), Words)
export const Rich = onDemand<RichProps>(() => import('./rich.tsx'), Words)
