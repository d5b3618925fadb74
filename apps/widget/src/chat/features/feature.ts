// What a part of the chat that is fetched on demand is given. Such a part is the default export of its module.
import type { Engine } from '../engine.ts'
import type { Host } from '../host.ts'
import type { Session } from '../session/state.ts'

/** Takes what the visitor sends before it becomes a message; undefined leaves it alone, and false keeps it in the field. */
export type Intercept = (text: string) => Promise<boolean> | undefined

export interface FeatureProps {
  readonly session: Session
  readonly engine: Engine
  readonly host: Host
  readonly interceptRef: { current?: Intercept | undefined }
}

/** What stands under the Options button. */
export interface MenuProps extends FeatureProps {
  /** `refocus` where the visitor's focus goes back to the button. */
  readonly onClose: (refocus: boolean) => void
}

/** What stands inside the composer, beside its field. */
export interface ToolsProps extends FeatureProps {
  /** What the visitor has written so far. */
  readonly text: string
  /** Writes into the field in the visitor's place. */
  readonly onText: (text: string) => void
}
