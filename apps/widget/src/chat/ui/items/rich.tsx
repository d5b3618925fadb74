// What an answer can show beside text and forms; fetched with the first of them.
import type { Item } from '@parlance/contract/items/schemas'
import '../../styles/items.css'
import { CardView, Carousel } from './card.tsx'
import { Choice } from './choice.tsx'
import type { Actions } from './item-actions.ts'
import { FileLink, Frame, Visual } from './media.tsx'

export interface RichProps {
  readonly item: Exclude<Item, { type: 'text' | 'form' | 'input' }>
  readonly actions: Actions
}

export default function Rich({ item, actions }: RichProps) {
  switch (item.type) {
    case 'choice':
      return <Choice item={item} actions={actions} />
    case 'visual':
      return <Visual url={item.image} alt={item.alt} className="visual" />
    case 'cardV2':
      return <CardView card={item} item={item} before={0} actions={actions} />
    case 'carousel':
      return <Carousel item={item} actions={actions} />
    case 'iFrame':
      return <Frame item={item} />
    case 'file':
      return <FileLink item={item} />
    default:
      // A kind that a newer server knows.
      return null
  }
}
