import type { Item, Submission } from '@parlance/contract/items/schemas'
import type { FieldFault } from '@parlance/contract/items/submissions'
import type { ComponentType } from 'react'

export type Given = Pick<Submission, 'values' | 'button'>

export interface Sent extends Given {
  /** The message did not arrive, so the item can be used again. */
  readonly failed?: boolean
}

export interface ItemActions {
  /** False while nothing can be sent: an answer is running or the agent is unavailable. */
  readonly ready: boolean
  /** `text` is shown as the message of the person who used the item. */
  readonly send: (given: Given, text: string) => void
  /** Returns the file's address; `onProgress` gets 0 to 1. Absent where files can't be sent. */
  readonly upload?: ((file: File, onProgress: (part: number) => void) => Promise<string>) | undefined
}

type ItemType = Item['type']

export interface ItemProps<T extends ItemType = ItemType> {
  readonly item: Extract<Item, { type: T }>
  readonly sent: Sent | undefined
  /**
   * Absent in read-only conversations: foreign images and pages are links, since loading them would track the reader.
   */
  readonly actions: ItemActions | undefined
}

/** What the surrounding app provides to every item. */
export interface ItemParts {
  readonly texts: ItemTexts
  readonly Markdown: ComponentType<{ readonly text: string; readonly done: boolean }>
}

export interface ItemTexts {
  readonly image: string
  readonly openPage: string
  readonly cards: string
  readonly previous: string
  readonly next: string
  readonly choose: string
  readonly send: string
  readonly sent: string
  readonly remove: string
  readonly uploading: string
  readonly uploadFailed: string
  readonly uploadTooLarge: string
  readonly fault: (fault: FieldFault) => string
  readonly notSent?: string
  /** Shown when files can't be sent. */
  readonly noUpload?: string
}

/** Whether an item was used; one whose message failed can be used again. */
export const isUsed = (sent: Sent | undefined): sent is Sent => sent !== undefined && !sent.failed
