import type { Item } from '@parlance/contract/items/schemas'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import type { DeclaredVariables, NameRegistry } from './flow.ts'
import type { Notes } from './report.ts'
import type { JsonObject } from './json-document.ts'
import type { TypebotTexts } from './typebot-text.ts'

export interface TypebotImport {
  readonly texts: TypebotTexts
  readonly notes: Notes
  readonly names: NameRegistry
  readonly toolNames: NameRegistry
  readonly variables: DeclaredVariables
  readonly tools: Tool[]
  readonly id: (wish: string) => string
  /** The target step of an edge: that of a block, or of the first block of a group. */
  readonly target: (edgeId: string, from: string, item?: string) => string | undefined
  readonly stepIdOf: (groupId: string, blockId: string) => string | undefined
  readonly sets: ReadonlyMap<string, number>
  /** Variables that receive the answer of a model. */
  readonly spoken: ReadonlySet<string>
}

/** Blocks of two groups may have the same id in a damaged file. */
export const stepId = (groupId: string, blockId: string): string => `${groupId}|${blockId}`

/** How the instructions of a question begin. */
export const QUESTION_PREFIX = 'Ask in these words, then wait for the answer:\n'

export interface TypebotBlock {
  readonly source: JsonObject
  readonly type: string
  readonly blockId: string
  readonly options: JsonObject
  readonly id: string
  /** Where the flow goes after it: its own edge, or the next block of the group. */
  readonly next: string | undefined
  readonly name: string
  readonly where: string
  readonly rf: { readonly x: number; readonly y: number }
}

/** The texts right before a question, which become part of it instead of the message. */
export interface PrecedingBubbles {
  readonly items: readonly Item[]
  readonly wording: string
}

/** A node for a block: named after its group, placed below the blocks before it. */
export const nodeForBlock = (block: TypebotBlock, part: Pick<AgentNode, 'type'> & Partial<AgentNode>): AgentNode =>
  node({ id: block.id, name: block.name, rf: { ...block.rf }, ...part })
