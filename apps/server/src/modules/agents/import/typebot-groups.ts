// A group of a Typebot as places in a row: bubbles gather into messages, inputs and logic blocks stand alone.
import type { Item } from '@parlance/contract/items/schemas'
import { clip, type Place, position } from './flow.ts'
import { get, type JsonObject, number, record, records, string } from './json-document.ts'
import { bubbleItem, BUBBLES } from './typebot-bubbles.ts'
import { isInput, inputPlace } from './typebot-inputs.ts'
import { logicPlace } from './typebot-logic.ts'
import { type Before, nodeAt, placeName, type Spot, type Typebot } from './typebot-flow.ts'

const MAX_ITEMS = 20

interface Gathered {
  readonly spot: Spot
  readonly items: Item[]
}

export function groupPlaces(group: JsonObject, index: number, flow: Typebot): Place[] {
  const places: Place[] = []
  let gathered: Gathered | undefined
  const flush = (next: string | undefined) => {
    if (gathered) places.push(messagePlace(gathered.spot, gathered.items, next))
    gathered = undefined
  }
  for (const spot of spotsOf(group, index, flow)) {
    if (spot.type === 'start') places.push({ id: spot.id, exits: [], next: spot.next })
    else if (BUBBLES.has(spot.type)) {
      const item = bubbleItem(spot, flow)
      if (gathered && gathered.items.length >= MAX_ITEMS) flush(spot.id)
      if (item && gathered) gathered.items.push(item)
      else if (item) gathered = { spot, items: [item] }
      // Whoever comes to a bubble in the middle of a message hears all of it.
      if (gathered && gathered.spot !== spot) places.push({ id: spot.id, exits: [], next: gathered.spot.id })
      if (!gathered) places.push({ id: spot.id, exits: [], next: spot.next })
      if (leaves(spot)) flush(spot.next)
    } else {
      const before = isInput(spot.type) ? takeWords(gathered) : { items: [], wording: '' }
      if (gathered?.items.length === 0) {
        places.push({ id: gathered.spot.id, exits: [], next: spot.id })
        gathered = undefined
      }
      flush(spot.id)
      places.push(isInput(spot.type) ? inputPlace(spot, before, flow) : logicPlace(spot, flow))
    }
  }
  flush(endOf(group, flow))
  return places
}

function takeWords(gathered: Gathered | undefined): Before {
  const items: Item[] = []
  while (gathered && gathered.items.at(-1)?.type === 'text') {
    const item = gathered.items.pop()
    if (item) items.unshift(item)
  }
  return { items, wording: items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n\n') }
}

const leaves = ({ block }: Spot): boolean => string(get(block, 'outgoingEdgeId')) !== ''

/** Where a group leads after its last block. */
function endOf(group: JsonObject, flow: Typebot): string | undefined {
  const last = records(get(group, 'blocks')).at(-1)
  return last && flow.target(string(get(last, 'outgoingEdgeId')), string(get(last, 'id')))
}

function messagePlace(spot: Spot, items: readonly Item[], next: string | undefined): Place {
  return { id: spot.id, node: nodeAt(spot, { type: 'message', items: [...items] }), exits: [], next }
}

function spotsOf(group: JsonObject, index: number, flow: Typebot): Spot[] {
  const groupId = string(get(group, 'id'))
  const title = clip(string(get(group, 'title')).trim(), 180, 'Group', flow.notes) || `Group ${index + 1}`
  const at = record(get(group, 'graphCoordinates'))
  const { x, y } = position(number(get(at, 'x')), number(get(at, 'y')))
  const blocks = records(get(group, 'blocks'))
  return blocks.map((block, place): Spot => {
    const blockId = string(get(block, 'id'))
    const type = string(get(block, 'type'))
    const following = blocks[place + 1]
    return {
      block,
      type,
      blockId,
      options: record(get(block, 'options')),
      id: placeName(groupId, blockId),
      next:
        flow.target(string(get(block, 'outgoingEdgeId')), blockId) ??
        (following && placeName(groupId, string(get(following, 'id')))),
      name: place === 0 ? title : `${title} ${place + 1}`,
      where: `Group «${title}», block «${type}»`,
      rf: { x, y: y + place * 200 },
    }
  })
}
