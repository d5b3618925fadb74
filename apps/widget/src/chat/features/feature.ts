// Props of the on-demand parts of the chat. A part is the default export of its module.
import type { ChatController } from '../chat-controller.ts'
import type { Host } from '../host.ts'
import type { Session } from '../session/state.ts'

/** Handles the visitor's text before it becomes a message: undefined lets it pass, false keeps it in the field. */
export type Intercept = (text: string) => Promise<boolean> | undefined

export interface FeatureProps {
  readonly session: Session
  readonly controller: ChatController
  readonly host: Host
  readonly interceptRef: { current?: Intercept | undefined }
}

export interface MenuProps extends FeatureProps {
  readonly onClose: (refocus: boolean) => void
}

export interface ToolsProps extends FeatureProps {
  readonly text: string
  readonly onText: (text: string) => void
}
