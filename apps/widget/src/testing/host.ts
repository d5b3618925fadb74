// The page around the chat, for the widget's tests: shown in a wide window and silent.
import { openHost, type Host, type HostState } from '../chat/host.ts'

const alone = () => openHost({ addEventListener: () => undefined, parent: window }, '')

/** A host page that shows the chat like this. */
export const fakeHost = (state: Partial<HostState> = {}, over: Partial<Host> = {}): Host => {
  const shown = { open: true, phone: false, closable: false, focus: true, ...state }
  return { ...alone(), framed: true, state: () => shown, ...over }
}
