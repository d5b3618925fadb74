// What the parts of the Typebot reader share.
import type { Item } from '@parlance/contract/items/schemas'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import type { Declared, Naming } from './flow.ts'
import type { Notes } from './report.ts'
import type { JsonObject } from './json-document.ts'
import type { Words } from './typebot-text.ts'

/** What reading a file needs and gathers. */
export interface Typebot {
  readonly words: Words
  readonly notes: Notes
  readonly names: Naming
  readonly toolNames: Naming
  readonly variables: Declared
  readonly tools: Tool[]
  readonly id: (wish: string) => string
  /** Where an edge leads: the place of a block, or of the first block of a group. */
  readonly target: (edgeId: string, from: string, item?: string) => string | undefined
  readonly placeOf: (groupId: string, blockId: string) => string | undefined
  /** How often a variable is set in the flow. */
  readonly sets: ReadonlyMap<string, number>
  /** Variables that an answer of a model fills. */
  readonly spoken: ReadonlySet<string>
}

/** Blocks of two groups may have the same id in a damaged file. */
export const placeName = (groupId: string, blockId: string): string => `${groupId}|${blockId}`

/** How the instructions of a question begin. */
export const ASK = 'Ask in these words, then wait for the answer:\n'

/** A block with what is known of it where it stands. */
export interface Spot {
  readonly block: JsonObject
  readonly type: string
  readonly blockId: string
  readonly options: JsonObject
  /** Its place. */
  readonly id: string
  /** Where the flow goes after it: its own edge, or the next block of the group. */
  readonly next: string | undefined
  /** Name of its node, for people. */
  readonly name: string
  /** In Typebot's words, for the notes. */
  readonly where: string
  readonly rf: { readonly x: number; readonly y: number }
}

/** The bubbles right before a question: the texts that belong to it. They leave the message. */
export interface Before {
  readonly items: readonly Item[]
  readonly wording: string
}

/** A node for a block: named after its group, standing under the blocks before it. */
export const nodeAt = (spot: Spot, part: Pick<AgentNode, 'type'> & Partial<AgentNode>): AgentNode =>
  node({ id: spot.id, name: spot.name, rf: { ...spot.rf }, ...part })
