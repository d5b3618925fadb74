import type { ItemProps, ItemParts } from './item-props.ts'
import { CardView, Carousel } from './card.tsx'
import { Choice } from './choice.tsx'
import { FileLink, Frame, Picture } from './media.tsx'
import './items.css'

export interface RichItemProps
  extends ItemProps<'choice' | 'visual' | 'cardV2' | 'carousel' | 'iFrame' | 'file'>, ItemParts {}

export function RichItem({ item, ...rest }: RichItemProps) {
  const { texts, actions } = rest
  const isRead = actions === undefined
  switch (item.type) {
    case 'choice':
      return <Choice item={item} {...rest} />
    case 'visual':
      return <Picture url={item.image} alt={item.alt} className="visual" texts={texts} isRead={isRead} />
    case 'cardV2':
      return <CardView card={item} item={item} before={0} {...rest} />
    case 'carousel':
      return <Carousel item={item} {...rest} />
    case 'iFrame':
      return <Frame item={item} texts={texts} isRead={isRead} />
    case 'file':
      return <FileLink item={item} />
    default:
      // Unknown kinds of a newer server.
      return null
  }
}
