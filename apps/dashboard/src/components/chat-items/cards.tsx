import { Text } from '@mantine/core'
import type { Card, Item } from '@parlance/contract/items/schemas'
import { useTranslation } from 'react-i18next'
import { Buttons } from './buttons.tsx'
import classes from './items.module.css'
import type { ItemProps } from './item-props.ts'
import { Picture } from './media.tsx'

interface CardProps extends Omit<ItemProps, 'item'> {
  readonly card: Card
  readonly item: Item
  /** Buttons of the cards before it. */
  readonly before: number
}

export function CardView({ card, item, before, sent, use }: CardProps) {
  const { title, description, imageUrl, buttons } = card
  return (
    <article className={classes.card}>
      {imageUrl && <Picture url={imageUrl} alt={title} remote={use !== undefined} isCover />}
      <div className={classes.words} dir="auto">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {description?.text && (
          <Text size="sm" c="dimmed" className={classes.more}>
            {description.text}
          </Text>
        )}
      </div>
      {buttons.length > 0 && (
        <Buttons buttons={buttons} before={before} item={item} sent={sent} use={use} label={{ 'aria-label': title }} />
      )}
    </article>
  )
}

/** Side by side; the row scrolls. */
export function Cards({ item, sent, use }: ItemProps<'carousel'>) {
  const { t } = useTranslation()
  const before = (index: number) => item.cards.slice(0, index).reduce((sum, { buttons }) => sum + buttons.length, 0)
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.cards} aria-label={t('items.cards')} tabIndex={0}>
      {item.cards.map((card, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an item never changes
        <li key={index}>
          <CardView card={card} item={item} before={before(index)} sent={sent} use={use} />
        </li>
      ))}
    </ul>
  )
}
