// A group of a Typebot as steps in a row: bubbles gather into messages, inputs and logic blocks stand alone.
import type { Item } from '@parlance/contract/items/schemas'
import { truncate, type FlowStep, position } from './flow.ts'
import { get, type JsonObject, number, record, records, string } from './json-document.ts'
import { bubbleItem, BUBBLES } from './typebot-bubbles.ts'
import { isInput, inputStep } from './typebot-inputs.ts'
import { logicStep } from './typebot-logic.ts'
import { type PrecedingBubbles, nodeForBlock, stepId, type TypebotBlock, type TypebotImport } from './typebot-flow.ts'

const MAX_ITEMS = 20

interface Gathered {
  readonly block: TypebotBlock
  readonly items: Item[]
}

export function groupSteps(group: JsonObject, index: number, flow: TypebotImport): FlowStep[] {
  const steps: FlowStep[] = []
  let gathered: Gathered | undefined
  const flush = (next: string | undefined) => {
    if (gathered) steps.push(messageStep(gathered.block, gathered.items, next))
    gathered = undefined
  }
  for (const block of blocksOf(group, index, flow)) {
    if (block.type === 'start') steps.push({ id: block.id, outgoing: [], next: block.next })
    else if (BUBBLES.has(block.type)) {
      const item = bubbleItem(block, flow)
      if (gathered && gathered.items.length >= MAX_ITEMS) flush(block.id)
      if (item && gathered) gathered.items.push(item)
      else if (item) gathered = { block, items: [item] }
      // An edge into the middle of a message leads to its beginning.
      if (gathered && gathered.block !== block) steps.push({ id: block.id, outgoing: [], next: gathered.block.id })
      if (!gathered) steps.push({ id: block.id, outgoing: [], next: block.next })
      if (leaves(block)) flush(block.next)
    } else {
      const before = isInput(block.type) ? takePrecedingBubbles(gathered) : { items: [], wording: '' }
      if (gathered?.items.length === 0) {
        steps.push({ id: gathered.block.id, outgoing: [], next: block.id })
        gathered = undefined
      }
      flush(block.id)
      steps.push(isInput(block.type) ? inputStep(block, before, flow) : logicStep(block, flow))
    }
  }
  flush(endOf(group, flow))
  return steps
}

function takePrecedingBubbles(gathered: Gathered | undefined): PrecedingBubbles {
  const items: Item[] = []
  while (gathered && gathered.items.at(-1)?.type === 'text') {
    const item = gathered.items.pop()
    if (item) items.unshift(item)
  }
  return { items, wording: items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n\n') }
}

const leaves = ({ source }: TypebotBlock): boolean => string(get(source, 'outgoingEdgeId')) !== ''

function endOf(group: JsonObject, flow: TypebotImport): string | undefined {
  const last = records(get(group, 'blocks')).at(-1)
  return last && flow.target(string(get(last, 'outgoingEdgeId')), string(get(last, 'id')))
}

function messageStep(block: TypebotBlock, items: readonly Item[], next: string | undefined): FlowStep {
  return { id: block.id, node: nodeForBlock(block, { type: 'message', items: [...items] }), outgoing: [], next }
}

function blocksOf(group: JsonObject, index: number, flow: TypebotImport): TypebotBlock[] {
  const groupId = string(get(group, 'id'))
  const title = truncate(string(get(group, 'title')).trim(), 180, 'Group', flow.notes) || `Group ${index + 1}`
  const at = record(get(group, 'graphCoordinates'))
  const { x, y } = position(number(get(at, 'x')), number(get(at, 'y')))
  const blocks = records(get(group, 'blocks'))
  return blocks.map((block, at): TypebotBlock => {
    const blockId = string(get(block, 'id'))
    const type = string(get(block, 'type'))
    const following = blocks[at + 1]
    return {
      source: block,
      type,
      blockId,
      options: record(get(block, 'options')),
      id: stepId(groupId, blockId),
      next:
        flow.target(string(get(block, 'outgoingEdgeId')), blockId) ??
        (following && stepId(groupId, string(get(following, 'id')))),
      name: at === 0 ? title : `${title} ${at + 1}`,
      where: `Group “${title}”, block “${type}”`,
      rf: { x, y: y + at * 200 },
    }
  })
}
