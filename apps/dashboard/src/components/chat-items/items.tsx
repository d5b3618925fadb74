// The items of an answer in their order: read-only in transcripts, in use where somebody tries the agent out.
import type { Item } from '@parlance/contract/items/schemas'
import { LazyMarkdown } from '../content/lazy-markdown.tsx'
import { Choice } from './buttons.tsx'
import { Cards, CardView } from './cards.tsx'
import { FormView } from './form.tsx'
import classes from './items.module.css'
import { FileLink, Frame, Picture } from './media.tsx'
import type { Given, ItemProps } from './item-props.ts'
import type { ItemUse } from './item-props.ts'

interface ItemsProps {
  readonly items: readonly Item[]
  /** What was sent from the item at a place. */
  readonly sent?: (index: number) => Given | undefined
  /** Absent in transcripts: there pictures and pages of others are links, since loading them would report the reader. */
  readonly use?: ItemUse | undefined
}

export function Items({ items, sent, use }: ItemsProps) {
  return (
    <div className={classes.items}>
      {items.map((item, index) => {
        const own = use && {
          ...use,
          onSubmit: (given: Given, text: string) => use.onSubmit(index, given, text),
        }
        // A message only grows at its end.
        // oxlint-disable-next-line react/no-array-index-key
        return <One key={index} item={item} sent={sent?.(index)} use={own} />
      })}
    </div>
  )
}

function One({ item, sent, use }: ItemProps) {
  switch (item.type) {
    case 'text':
      return item.text === '' ? null : <LazyMarkdown text={item.text} />
    case 'choice':
      return <Choice item={item} sent={sent} use={use} />
    case 'visual':
      return <Picture url={item.image} alt={item.alt} remote={use !== undefined} />
    case 'cardV2':
      return <CardView card={item} item={item} before={0} sent={sent} use={use} />
    case 'carousel':
      return <Cards item={item} sent={sent} use={use} />
    case 'iFrame':
      return <Frame item={item} remote={use !== undefined} />
    case 'form':
    case 'input':
      return <FormView item={item} sent={sent} use={use} />
    case 'file':
      return <FileLink item={item} />
  }
}
