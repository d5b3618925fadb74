// Lazy: the chart library is larger than its page.
import { SankeyChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { Paper, Text, useDirection } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { CreditFlow } from '@parlance/contract/billing/credit-flow'
import type { SankeyLinkProps, SankeyNodeProps } from 'recharts'
import { inOrder } from '../../../components/content/name-sequence.ts'
import classes from './credit-flow.module.css'
import { type Column, COLUMNS, flowGraph, foldFlows, totalOf } from './flow-graph.ts'
import { useFlowWords } from './flow-words.ts'

/** From this width on, one drawing has all columns, and labels outside it. */
const WIDE = 640
const MOST = { wide: 8, narrow: 5 }
const NODE_WIDTH = 8
/** Of two lines; nodes keep this distance, so that labels never touch. */
const LABEL_HEIGHT = 36
const LABEL_WIDTH = 160
const LABEL_GAP = 8
/** What is left of the height for the flows. */
const FLOW_HEIGHT = 180
const HALVES: readonly (readonly Column[])[] = [
  ['source', 'key'],
  ['key', 'use'],
]

export default function FlowChart({ flow }: { readonly flow: CreditFlow }) {
  const { ref, width } = useElementSize()
  const isWide = width >= WIDE
  const folded = { ...flow, ...foldFlows(flow, isWide ? MOST.wide : MOST.narrow) }
  return (
    // The table has the same data.
    <div ref={ref} aria-hidden>
      {width > 0 &&
        (isWide ? [COLUMNS] : HALVES).map((columns) => (
          <Drawing key={columns.join(' ')} columns={columns} flow={folded} width={width} />
        ))}
    </div>
  )
}

interface DrawingProps {
  readonly columns: readonly Column[]
  readonly flow: CreditFlow
  readonly width: number
}

function Drawing({ columns, flow: { flows, others, by }, width }: DrawingProps) {
  const words = useFlowWords(by)
  // The library draws from left to right: turned around, sources stand where reading begins.
  const rtl = useDirection().dir === 'rtl'
  const { nodes, links } = flowGraph(flows, columns)
  const data = {
    nodes: nodes.map((node) => ({
      name: words.name(node, others),
      isRest: node.id === null || (by === 'agent' && node.id === ''),
      credits: node.credits,
    })),
    links: links.map(({ source, target, value }) =>
      rtl ? { source: target, target: source, value } : { source, target, value },
    ),
  }
  const last = columns.length - 1
  const isWhole = last === 2
  const rows = Math.max(...columns.map((column) => nodes.filter((node) => node.column === column).length))
  const side = isWhole ? LABEL_WIDTH : 0
  const total = totalOf(flows)
  const inside = (width - 2 * side - (last + 1) * NODE_WIDTH) / last
  /** Outside the drawing if there is room, otherwise between its columns. */
  const labelAt = (depth: number) => {
    const isBefore = isWhole ? depth === 0 : depth === last
    const isOutside = isWhole && depth !== 1
    const room = isOutside ? side : isWhole ? inside : inside / 2
    return { isBefore, width: Math.max(0, room - 2 * LABEL_GAP) }
  }
  return (
    <>
      <div className={classes.columns} style={isWhole ? { gridTemplateColumns: `${side}px 1fr ${side}px` } : undefined}>
        {columns.map((column) => (
          <span key={column}>{words.column(column)}</span>
        ))}
      </div>
      <SankeyChart
        dir="ltr"
        data={data}
        height={(rows - 1) * LABEL_HEIGHT + FLOW_HEIGHT}
        nodeWidth={NODE_WIDTH}
        nodePadding={LABEL_HEIGHT}
        sankeyProps={{
          accessibilityLayer: false,
          sort: false,
          margin: { top: LABEL_HEIGHT / 2, bottom: LABEL_HEIGHT / 2, left: side, right: side },
          link: drawLink,
          node: nodeDrawing(data.nodes, labelAt, words.short),
        }}
        tooltipProps={{ content: <FlowTooltip total={total} rtl={rtl} words={words} /> }}
      />
    </>
  )
}

const drawLink = ({
  sourceX,
  sourceY,
  sourceControlX,
  targetX,
  targetY,
  targetControlX,
  linkWidth,
}: SankeyLinkProps) => (
  <path
    className={classes.link}
    d={`M${sourceX},${sourceY}C${sourceControlX},${sourceY} ${targetControlX},${targetY} ${targetX},${targetY}`}
    strokeWidth={Math.max(1, linkWidth)}
  />
)

interface DrawnNode {
  readonly name: string
  readonly isRest: boolean
  readonly credits: number
}

const nodeDrawing =
  (
    nodes: readonly DrawnNode[],
    labelAt: (depth: number) => { isBefore: boolean; width: number },
    short: (credits: number) => string,
  ) =>
  ({ x, y, height, index, payload: { depth } }: SankeyNodeProps) => {
    const { isBefore, width: room } = labelAt(depth)
    const node = nodes[index]
    return (
      <>
        <rect
          className={classes.node}
          data-rest={node?.isRest || undefined}
          x={x}
          y={y}
          width={NODE_WIDTH}
          height={Math.max(2, height)}
          rx={2}
        />
        <foreignObject
          x={isBefore ? x - LABEL_GAP - room : x + NODE_WIDTH + LABEL_GAP}
          y={y + height / 2 - LABEL_HEIGHT / 2}
          width={room}
          height={LABEL_HEIGHT}
        >
          <div className={classes.label} data-before={isBefore || undefined}>
            <span className={classes.name} dir="auto" title={node?.name}>
              {node?.name}
            </span>
            <span>{short(node?.credits ?? 0)}</span>
          </div>
        </foreignObject>
      </>
    )
  }

interface FlowTooltipProps {
  readonly total: number
  readonly rtl: boolean
  readonly words: ReturnType<typeof useFlowWords>
  /** Given by the chart. */
  readonly payload?: readonly unknown[]
}

function FlowTooltip({ total, rtl, words, payload }: FlowTooltipProps) {
  const found = hovered(payload?.[0])
  if (!found) return null
  const names = rtl ? found.names.toReversed() : found.names
  return (
    <Paper withBorder shadow="sm" className={classes.tooltip} dir={rtl ? 'rtl' : 'ltr'}>
      <Text size="sm" fw={500}>
        {names.length > 1 ? inOrder(names) : <bdi>{names[0]}</bdi>}
      </Text>
      <Text size="sm">
        {words.credits(found.credits)}
        {total > 0 && ` · ${words.percent(found.credits / total)}`}
      </Text>
    </Paper>
  )
}

interface Hovered {
  readonly value?: number
  /** Of a link. */
  readonly source?: { readonly name: string }
  readonly target?: { readonly name: string }
  /** Of a node. */
  readonly name?: string
}

/** What the pointer is on: the library wraps the node or link. */
function hovered(entry: unknown): { readonly names: readonly string[]; readonly credits: number } | undefined {
  const item = (entry as { payload?: { payload?: Hovered } } | undefined)?.payload?.payload
  if (item?.value === undefined) return undefined
  const { source, target, name, value } = item
  if (source && target) return { names: [source.name, target.name], credits: value }
  return name === undefined ? undefined : { names: [name], credits: value }
}
