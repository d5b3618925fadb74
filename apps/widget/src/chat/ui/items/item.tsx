// One item of an answer, whatever its kind.
import type { Item, Submission } from '@parlance/contract/items/schemas'
import { itemText } from '@parlance/contract/items/plain'
import type { OnProgress } from '../../api.ts'
import type { Cites } from '../../citations.ts'
import { onDemand } from '../../features/on-demand.tsx'
import { Markdown } from '../markdown.tsx'
import type { FormProps } from './form.tsx'
import type { RichProps } from './rich.tsx'

/** What a visitor fills in or presses. */
export type Given = Pick<Submission, 'values' | 'button'>

export interface Sent {
  readonly submission: Submission
  /** The message did not arrive: the item may be used again. */
  readonly failed: boolean
}

/** What the items of one message can do. */
export interface ItemActions {
  /** What was sent from the item at this place. */
  readonly sent: (index: number) => Sent | undefined
  /** False while nothing can be sent: an answer is being written, or the agent can't answer. */
  readonly ready: boolean
  /** `text` is shown as the visitor's message. */
  readonly send: (index: number, given: Given, text: string) => void
  readonly upload: (file: File, onProgress: OnProgress) => Promise<string>
}

/** The same for one item. */
export interface Actions extends Omit<ItemActions, 'sent' | 'send'> {
  readonly sent: Sent | undefined
  readonly send: (given: Given, text: string) => void
}

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
