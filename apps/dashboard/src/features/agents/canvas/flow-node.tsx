// A node on the canvas, memoized: rerenders only when its own content, selection or problems change.
import { NODE_SIZE } from '@parlance/engine/graph/layout'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconBook,
  IconPhone,
  IconPlug,
  IconVariable,
  IconWorld,
} from '@tabler/icons-react'
import { Handle, Position, type NodeProps } from '@xyflow/react'
import { createContext, memo, use, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsActiveNode } from '../../../lib/active-node.ts'
import { KIND_ICONS, canContinue } from '../prompt/kinds.ts'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import classes from './canvas.module.css'
import { cardLines, detailAt, type Detail } from './zoom-detail.ts'
import { excerptOf, type StepNode } from './flow.ts'

/** Steps that need no text. */
const WORKS_WITHOUT_TEXT: ReadonlySet<AgentNode['type']> = new Set(['condition', 'handoff', 'end'] as const)

/** From `cardDetail`. */
export const CardDetail = createContext<Detail>(detailAt(1))

export const FlowNode = memo(function FlowNode({ data, isConnectable }: NodeProps<StepNode>) {
  const { t } = useTranslation()
  const { node, name, toolName, level, agentId } = data
  const active = useIsActiveNode(agentId, node.id)
  const KindIcon = KIND_ICONS[node.type]
  const LevelIcon = level === 'error' ? IconAlertCircle : IconAlertTriangle
  const excerpt = excerptOf(node, toolName)
  const badges = useBadges(node)
  const lines = cardLines(name, badges.length > 0, use(CardDetail))
  const [naming, setNaming] = useState(false)
  const rename = (event: MouseEvent) => {
    event.stopPropagation()
    setNaming(true)
  }
  return (
    <div
      className={classes.node}
      style={{ ...NODE_SIZE, '--name-lines': lines.name, '--text-lines': lines.text } as CSSProperties}
      data-kind={node.type}
      data-level={level}
      data-active={active || undefined}
    >
      {node.type !== 'note' && <Handle type="target" position={Position.Left} isConnectable={isConnectable} />}
      <div className={classes.nodeHead}>
        <span className={classes.nodeIcon}>
          <KindIcon size={16} stroke={1.5} aria-hidden />
        </span>
        {naming ? (
          <NameField node={node} onDone={() => setNaming(false)} />
        ) : (
          // Enter leads keyboard users to the name in the panel, as a double click outside the name does.
          <span className={classes.nodeName} {...(isConnectable && { onDoubleClick: rename })}>
            {name}
          </span>
        )}
        {level && (
          <span className={classes.nodeLevel}>
            <LevelIcon size={16} stroke={1.5} aria-hidden />
            <span className="visually-hidden">{t(`studio.problems.${level}`)}</span>
          </span>
        )}
      </div>
      <div
        className={classes.nodeText}
        hidden={lines.text === 0}
        data-empty={(excerpt === '' && !WORKS_WITHOUT_TEXT.has(node.type)) || undefined}
      >
        {excerpt || t(WORKS_WITHOUT_TEXT.has(node.type) ? `studio.kinds.${node.type}` : 'studio.canvas.nothing')}
      </div>
      {lines.badges && <div className={classes.badges}>{badges}</div>}
      {canContinue(node.type) && <Handle type="source" position={Position.Right} isConnectable={isConnectable} />}
    </div>
  )
})

/** Edits the name in place: Enter and blur save, Escape cancels. */
function NameField({ node, onDone }: { node: AgentNode; onDone: () => void }) {
  const { t } = useTranslation()
  const { act } = useGraphEditor()
  const [name, setName] = useState(node.name)
  const keep = () => {
    if (name.trim() !== node.name) act({ type: 'patch', id: node.id, patch: { name: name.trim() } })
    onDone()
  }
  return (
    <input
      // Excluded from React Flow's dragging and panning.
      className={`${classes.nodeName} ${classes.nameField} nodrag nopan`}
      aria-label={t('agents.prompt.stepName')}
      maxLength={200}
      value={name}
      ref={(field) => field?.focus()}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') onDone()
      }}
    />
  )
}

function useBadges(node: AgentNode): ReactNode[] {
  const { t } = useTranslation()
  const tools = node.toolsIds.length + node.mcpServers.length
  const badges: ReactNode[] = []
  const badge = (key: string, icon: ReactNode, text: string) =>
    badges.push(
      <span key={key}>
        {icon}
        <span className="truncate">{text}</span>
      </span>,
    )
  const size = { size: 12, stroke: 1.5, 'aria-hidden': true } as const
  if (node.isGlobal) badge('global', <IconWorld {...size} />, t('studio.canvas.badges.global'))
  if (node.variables.length > 0)
    badge(
      'variables',
      <IconVariable {...size} />,
      t('studio.canvas.badges.variables', { count: node.variables.length }),
    )
  if (tools > 0) badge('tools', <IconPlug {...size} />, t('studio.canvas.badges.tools', { count: tools }))
  if (node.kb?.enabled) badge('kb', <IconBook {...size} />, t('studio.canvas.badges.kb'))
  if (node.voiceInstructions) badge('voice', <IconPhone {...size} />, t('studio.canvas.badges.voice'))
  return badges
}
