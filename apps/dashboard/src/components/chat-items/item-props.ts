import type { Value } from '@parlance/contract/agents/variables'
import type { Item } from '@parlance/contract/items/schemas'

/** What somebody pressed or filled in. */
export interface Given {
  readonly button?: number | undefined
  readonly values?: Readonly<Record<string, Value>> | undefined
}

export interface OwnUse extends Omit<ItemUse, 'onSubmit'> {
  readonly onSubmit: (given: Given, text: string) => void
}

/** What every kind of item is given. */
export interface ItemProps<T extends Item['type'] = Item['type']> {
  readonly item: Extract<Item, { type: T }>
  readonly sent: Given | undefined
  readonly use: OwnUse | undefined
}

/** Makes items usable. `text` is the message in words. */
export interface ItemUse {
  readonly onSubmit: (index: number, given: Given, text: string) => void
  /** False while nothing can be sent. */
  readonly ready: boolean
  /** Stores a file of a form and answers its address; without it files can't be sent. */
  readonly upload?: (file: File) => Promise<string>
}
