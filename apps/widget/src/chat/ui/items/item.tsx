// One item of an answer, whatever its kind.
import type { Item, Submission } from '@parlance/core/items/items'
import type { OnProgress } from '../../api.ts'
import type { Cites } from '../../citations.ts'
import { Markdown } from '../markdown.tsx'
import { CardView, Carousel } from './card.tsx'
import { Choice } from './choice.tsx'
import { LazyForm } from './lazy-form.tsx'
import { FileLink, Frame, Visual } from './media.tsx'

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
  switch (item.type) {
    case 'text':
      return item.text === '' ? null : (
        <div className="bubble">
          <Markdown text={item.text} done={done} cites={cites} />
        </div>
      )
    case 'choice':
      return <Choice item={item} actions={own} />
    case 'visual':
      return <Visual url={item.image} alt={item.alt} className="visual" />
    case 'cardV2':
      return <CardView card={item} item={item} before={0} actions={own} />
    case 'carousel':
      return <Carousel item={item} actions={own} />
    case 'iFrame':
      return <Frame item={item} />
    case 'form':
    case 'input':
      return <LazyForm item={item} actions={own} />
    case 'file':
      return <FileLink item={item} />
    default:
      // A kind that a newer server knows.
      return null
  }
}
