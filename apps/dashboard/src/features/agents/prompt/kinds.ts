// How each kind of node looks, and what of it can be edited.
import type { NodeKind } from '@parlance/engine/graph/graph-edit'
import {
  IconFlag,
  IconForms,
  IconGitBranch,
  IconHeadset,
  IconMessage,
  IconMessageCircleBolt,
  IconNote,
  IconPlayerPlay,
  IconPlugConnected,
  type Icon,
} from '@tabler/icons-react'

export const KINDS = ['start', 'default', 'collect', 'message', 'condition', 'tool', 'handoff', 'end', 'note'] as const
/** Kinds that can be added. */
export const ADDED_KINDS = KINDS.filter((kind) => kind !== 'start')

export const KIND_ICONS: Record<NodeKind, Icon> = {
  start: IconPlayerPlay,
  default: IconMessageCircleBolt,
  collect: IconForms,
  message: IconMessage,
  condition: IconGitBranch,
  tool: IconPlugConnected,
  handoff: IconHeadset,
  end: IconFlag,
  note: IconNote,
}

/** A model speaks and the visitor answers. */
export const isTalkingKind = (kind: NodeKind): boolean => kind === 'start' || kind === 'default' || kind === 'collect'
/** Shows fixed items. */
export const hasFixedItems = (kind: NodeKind): boolean => kind === 'message' || kind === 'handoff' || kind === 'end'
/** May have outgoing edges. */
export const canContinue = (kind: NodeKind): boolean => kind !== 'end' && kind !== 'note'
