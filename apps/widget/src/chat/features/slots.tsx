// The slots of the chat that render on-demand parts, one line per part.
import type { ComponentType, ReactNode } from 'react'
import { isHome, isAgentPaused } from '../session/selectors.ts'
import { useAppearance, type Appearance } from '../ui/appearance.ts'
import type { FeatureProps, MenuProps, ToolsProps } from './feature.ts'
import { onDemand } from './on-demand.tsx'

export interface Slot<P extends FeatureProps> {
  readonly View: ComponentType<P>
  /** Loads the code when this first returns true. */
  readonly when: (parts: FeatureProps, appearance: Appearance) => boolean
}
type Place<P extends FeatureProps = FeatureProps> = readonly Slot<P>[]

export const Menu = onDemand<MenuProps>(() => import('./menu/menu.tsx'))

/** From the start when the owner wants it, otherwise after a hand-off was requested in this conversation. */
const leadsToPeople: Slot<FeatureProps>['when'] = ({ session }, { agent }) =>
  session.consent === '' &&
  !isAgentPaused(session) &&
  (agent.alwaysShowHandoff || session.entries.some(({ from }) => from === 'system'))

const toolsOf = ({ agent }: Appearance): number => +agent.allowAttachments + +agent.allowVoiceNotes + +agent.webCalls
/** Reserves the width to avoid a layout shift. */
const ToolsRoom = () => <span className="tools" style={{ inlineSize: 42 * toolsOf(useAppearance()) - 6 }} />
export const Tools = onDemand<ToolsProps>(() => import('./attachments/tools.tsx'), ToolsRoom)

const EmojiRoom = () => <span style={{ inlineSize: 36 }} />
const Emoji = onDemand<ToolsProps>(() => import('./emoji/emoji.tsx'), EmojiRoom)

/** A line looks like `{ View: onDemand(() => import('./lifecycle/status.tsx')), when: ({ session }) => … }`. */
export const slots = {
  home: [
    {
      View: onDemand<FeatureProps>(() => import('./home/recent.tsx')),
      when: ({ session }, { agent }) =>
        agent.recordChatHistory && session.returning && session.visible && isHome(session),
    },
  ] as Place,
  status: [
    {
      View: onDemand<FeatureProps>(() => import('./lifecycle/status.tsx')),
      when: ({ session }) =>
        isAgentPaused(session) || session.status.state === 'ended_chat' || session.status.missed !== undefined,
    },
  ] as Place,
  entry: [
    {
      View: onDemand<FeatureProps>(() => import('./demo/demo-notice.tsx')),
      when: () => document.documentElement.hasAttribute('data-demo'),
    },
    { View: onDemand<FeatureProps>(() => import('./lifecycle/handoff-entry.tsx')), when: leadsToPeople },
  ] as Place,
  tools: [
    { View: Tools, when: (_, appearance) => toolsOf(appearance) > 0 },
    { View: Emoji, when: ({ session }) => session.visible && matchMedia('(pointer:fine)').matches },
  ] as Place<ToolsProps>,
  gate: [
    { View: onDemand(() => import('./visitors/consent.tsx')), when: ({ session }) => session.consent !== '' },
    // The status slot renders its replacement.
    { View: () => null, when: ({ session }) => session.status.endedAt !== null },
  ] as Place,
}

export function Slots<P extends FeatureProps>({ at, parts }: { at: Place<P>; parts: P }) {
  const appearance = useAppearance()
  // oxlint-disable-next-line react/no-array-index-key -- a place never changes
  return at.map(({ View, when }, index) => (when(parts, appearance) ? <View key={index} {...parts} /> : null))
}

/** Renders the first matching gate instead of the composer (`children`). */
export function Gate({ parts, children }: { parts: FeatureProps; children: ReactNode }) {
  const appearance = useAppearance()
  const first = slots.gate.findIndex(({ when }) => when(parts, appearance))
  return first < 0 ? children : <Slots at={slots.gate.slice(first, first + 1)} parts={parts} />
}
