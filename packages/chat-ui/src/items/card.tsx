// A card, and carousels: swiped, stepped by buttons or by arrow keys.
import type { Card, Item } from '@parlance/contract/items/schemas'
import { useRef, useState, type KeyboardEvent } from 'react'
import { ChevronIcon } from '../item-icons.tsx'
import { Buttons } from './choice.tsx'
import type { ItemParts, ItemProps } from './item-props.ts'
import { Picture } from './media.tsx'

interface CardProps extends Omit<ItemProps, 'item'>, ItemParts {
  readonly card: Card
  readonly item: Item
  /** Number of buttons on earlier cards. */
  readonly before: number
}

export function CardView({ card, item, before, sent, actions, texts }: CardProps) {
  const { title, description, imageUrl, buttons } = card
  return (
    <article className="card">
      {imageUrl && (
        <Picture url={imageUrl} alt={title} className="card-image" texts={texts} isRead={actions === undefined} />
      )}
      <div className="card-text" dir="auto">
        <p className="card-title">{title}</p>
        {description?.text && <p className="card-more">{description.text}</p>}
      </div>
      {buttons.length > 0 && (
        <Buttons
          className="card-buttons"
          buttons={buttons}
          item={item}
          sent={sent}
          actions={actions}
          texts={texts}
          before={before}
          label={{ 'aria-label': title }}
        />
      )}
    </article>
  )
}

/** Scrolls by whole cards; the scroll position tells which ends are reached. */
function useSteps() {
  const listRef = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ first: true, last: false })
  const look = () => {
    const list = listRef.current
    if (!list) return
    const at = Math.abs(list.scrollLeft)
    const first = at < 8
    const last = at > list.scrollWidth - list.clientWidth - 8
    setEnds((old) => (old.first === first && old.last === last ? old : { first, last }))
  }
  const step = (by: 1 | -1) => {
    const list = listRef.current
    const width = (list?.firstElementChild?.clientWidth ?? 0) + 10
    const way = document.documentElement.dir === 'rtl' ? -by : by
    list?.scrollBy({ left: way * width })
  }
  return { listRef, ends, look, step }
}

export function Carousel({ item, ...rest }: ItemProps<'carousel'> & ItemParts) {
  const { texts } = rest
  const { listRef, ends, look, step } = useSteps()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== listRef.current || !/^Arrow(?:Left|Right)$/.test(event.key)) return
    event.preventDefault()
    const forwards = (event.key === 'ArrowRight') !== (document.documentElement.dir === 'rtl')
    step(forwards ? 1 : -1)
  }
  const before = (index: number) => item.cards.slice(0, index).reduce((sum, { buttons }) => sum + buttons.length, 0)
  return (
    <section className="carousel" aria-label={texts.cards}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls must be reachable by keyboard */}
      <ul className="cards" ref={listRef} tabIndex={0} aria-label={texts.cards} onScroll={look} onKeyDown={onKeyDown}>
        {item.cards.map((card, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an item never changes
          <li key={index}>
            <CardView card={card} item={item} before={before(index)} {...rest} />
          </li>
        ))}
      </ul>
      {item.cards.length > 1 && (
        <div className="steps">
          <Step name={texts.previous} off={ends.first} onPress={() => step(-1)} back />
          <Step name={texts.next} off={ends.last} onPress={() => step(1)} />
        </div>
      )}
    </section>
  )
}

function Step({ name, off, onPress, back }: { name: string; off: boolean; onPress: () => void; back?: boolean }) {
  return (
    <button
      type="button"
      className={back ? 'step back' : 'step'}
      aria-label={name}
      title={name}
      aria-disabled={off}
      onClick={() => !off && onPress()}
    >
      <ChevronIcon />
    </button>
  )
}
