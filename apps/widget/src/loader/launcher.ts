import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { ChatEvent } from '../protocol.ts'
import type { EmbedConfig } from './config.ts'
import type { FrameChannel } from './frame-channel.ts'

export type WidgetEvent = 'chat_open' | 'chat_close' | 'url_changed' | ChatEvent

/** Tells the page that something happened. */
export type Announce = (type: WidgetEvent) => void

/** One widget on the page, and what complete-launcher.ts changes of it. */
export interface Launcher extends FrameChannel {
  readonly config: EmbedConfig
  readonly agent: PublicAgent
  readonly side: 'left' | 'right'
  readonly host: HTMLElement
  readonly root: ShadowRoot
  readonly panel: HTMLDialogElement
  readonly button: HTMLButtonElement
  readonly badge: HTMLElement
  /** When the launcher was put on the page (`Date.now()`). */
  readonly at: number
  /** Ends with the widget. */
  readonly signal: AbortSignal
  readonly announce: Announce
  readonly label: () => void
  readonly tellShown: () => void
  readonly remove: () => void
  open: boolean
  /** Whether the visitor's next word belongs into the chat. */
  focus: boolean
  /** Opens or closes; without `focus` the visitor stays where they are. */
  set: (open: boolean, focus?: boolean) => void
  /** Number on the badge. */
  count: number
  /** Added to the launcher's label. */
  named: string
  /** Labels of the closed and the open launcher. */
  texts: readonly [open: string, close: string]
  /** Whether the chat has to close itself. */
  closable: () => boolean
  /** Hears what the frame says, unchecked. */
  hear?: (body: Record<string, unknown>) => void
  /** Ends the proactive bubble in this page view. */
  endBubble?: () => void
  /** Hear of every opening and closing. */
  readonly moved: ((open: boolean) => void)[]
}
