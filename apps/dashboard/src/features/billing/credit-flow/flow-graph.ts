// Nodes and links of a drawn credit flow.
import type { CreditFlow } from '@parlance/contract/billing/credit-flow'
import { MILLI } from '@parlance/contract/lib/money'

export type Flow = CreditFlow['flows'][number]
type Spenders = Pick<CreditFlow, 'flows' | 'others'>

export const COLUMNS = ['source', 'key', 'use'] as const
export type Column = (typeof COLUMNS)[number]

export interface FlowNode {
  readonly column: Column
  /** The source, the use, or an agent or client: empty for none, null for those added up. */
  readonly id: string | null
  readonly label: string
  readonly credits: number
}
interface FlowLink {
  /** Indexes of nodes. */
  readonly source: number
  readonly target: number
  /** Credits. */
  readonly value: number
}

/** Sums by `keyOf` in thousandths of a credit, which are exact. */
function milliBy<Key>(flows: readonly Flow[], keyOf: (flow: Flow) => Key): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const flow of flows) {
    const key = keyOf(flow)
    sums.set(key, (sums.get(key) ?? 0) + Math.round(flow.credits * MILLI))
  }
  return sums
}

export const totalOf = (flows: readonly Flow[]): number => (milliBy(flows, () => '').get('') ?? 0) / MILLI

/** At most `most` agents or clients: the smaller ones are added up under null. */
export function foldFlows({ flows, others }: Spenders, most: number): Spenders {
  const named = [...milliBy(flows, ({ key }) => key)]
    .filter(([key]) => key !== null)
    .toSorted(([, a], [, b]) => b - a)
    .map(([key]) => key)
  if (named.length + (others > 0 ? 1 : 0) <= most) return { flows, others }
  const shown = new Set(named.slice(0, most - 1))
  const rest = flows.filter(({ key }) => !shown.has(key))
  const folded = [...milliBy(rest, ({ source, use }) => `${source} ${use}`)].flatMap(([id, milli]) => {
    const one = rest.find(({ source, use }) => `${source} ${use}` === id)
    return one ? [{ ...one, key: null, label: '', credits: milli / MILLI }] : []
  })
  return {
    flows: [...flows.filter(({ key }) => shown.has(key)), ...folded],
    others: others + named.length - shown.size,
  }
}

/** The nodes of these columns, largest first within each and added-up ones last, and the links between neighbours. */
export function flowGraph(
  flows: readonly Flow[],
  columns: readonly Column[],
): { readonly nodes: readonly FlowNode[]; readonly links: readonly FlowLink[] } {
  const nodes = columns.flatMap((column) =>
    [...milliBy(flows, (flow) => flow[column])]
      .map(([id, milli]) => ({ column, id, label: labelOf(flows, column, id), credits: milli / MILLI }))
      .toSorted((a, b) => Number(a.id === null) - Number(b.id === null) || b.credits - a.credits),
  )
  const indexOf = (column: Column, id: string | null) =>
    nodes.findIndex((node) => node.column === column && node.id === id)
  const links = columns.slice(1).flatMap((to, nth) => {
    const from = columns[nth] ?? to
    const pairs = milliBy(flows, (flow) => JSON.stringify([flow[from], flow[to]]))
    return [...pairs].map(([pair, milli]) => {
      const [source, target] = JSON.parse(pair) as [string | null, string | null]
      return { source: indexOf(from, source), target: indexOf(to, target), value: milli / MILLI }
    })
  })
  return { nodes, links }
}

const labelOf = (flows: readonly Flow[], column: Column, id: string | null): string =>
  column === 'key' ? (flows.find(({ key }) => key === id)?.label ?? '') : ''
