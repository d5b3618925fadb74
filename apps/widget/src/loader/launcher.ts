import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { ChatEvent } from '../protocol.ts'
import type { EmbedConfig } from './config.ts'
import type { FrameChannel } from './frame-channel.ts'

export type WidgetEvent = 'chat_open' | 'chat_close' | 'url_changed' | ChatEvent

export type Announce = (type: WidgetEvent) => void

/** One widget on the page, completed by complete-launcher.ts. */
export interface Launcher extends FrameChannel {
  readonly config: EmbedConfig
  readonly agent: PublicAgent
  readonly side: 'left' | 'right'
  readonly host: HTMLElement
  readonly root: ShadowRoot
  readonly panel: HTMLDialogElement
  readonly button: HTMLButtonElement
  readonly badge: HTMLElement
  /** When the launcher was mounted (`Date.now()`). */
  readonly at: number
  /** Aborts when the widget is removed. */
  readonly signal: AbortSignal
  readonly announce: Announce
  readonly label: () => void
  readonly tellShown: () => void
  readonly remove: () => void
  open: boolean
  /** Whether the chat should take the focus. */
  focus: boolean
  /** Opens or closes; without `focus` the focus stays where it is. */
  set: (open: boolean, focus?: boolean) => void
  count: number
  named: string
  /** Labels of the closed and the open launcher. */
  texts: readonly [open: string, close: string]
  /** Whether the chat needs its own close button. */
  closable: () => boolean
  /** Gets unvalidated messages of the frame. */
  hear?: (body: Record<string, unknown>) => void
  /** Dismisses the proactive bubble for this page view. */
  endBubble?: () => void
  /** Called on every opening and closing. */
  readonly moved: ((open: boolean) => void)[]
}
