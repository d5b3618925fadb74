// A Flowise export as the importers read it.
import type { JsonObject } from './json-document.ts'

export interface FlowiseNode {
  readonly id: string
  /** What kind it is, e.g. `agentAgentflow` or `chatOpenAI`. */
  readonly name: string
  readonly category: string
  readonly label: string
  readonly inputs: JsonObject
  readonly rf: { readonly x: number; readonly y: number }
  /** Inside an iteration. */
  readonly parent: string
  /** In Flowise's words, for the notes. */
  readonly where: string
}
export interface FlowiseEdge {
  readonly from: string
  readonly to: string
  /** Which output, where a node has several. */
  readonly output: number
}
