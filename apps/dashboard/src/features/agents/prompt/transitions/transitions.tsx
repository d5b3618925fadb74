// A node's outgoing edges in the order they are tried, each with its condition.
import { ActionIcon, Group, Menu, SegmentedControl, Select, Text, Textarea, Tooltip } from '@mantine/core'
import { canConnect, type EdgePatch } from '@parlance/engine/graph/graph-edit'
import { NODE_GAP, NODE_SIZE } from '@parlance/engine/graph/layout'
import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import { freeStepName } from '@parlance/engine/graph/step-names'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import { asksForCondition, modeOf, type EdgeMode } from './edge-conditions.ts'
import { ADDED_KINDS, KIND_ICONS } from '../kinds.ts'
import { Problems } from '../problem-list.tsx'
import classes from '../prompt.module.css'
import { RuleBuilder } from './rule-builder.tsx'
import { labelIn, useGraphEditor } from '../graph-editor.tsx'
import { edgeKey } from '../use-settled-problems.ts'
import { newNodeId } from '../use-graph.ts'
import { Editing } from '../../../../components/feedback/read-only.tsx'

export function Transitions({ node }: { node: AgentNode }) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  // A chosen target; becomes a transition with its condition.
  const [target, setTarget] = useState<string>()
  const undecided = target !== undefined && editor.nodes.some(({ id }) => id === target) ? target : undefined
  const edges: readonly Edge[] = undecided
    ? [...node.childrenNodes, { nodeId: undecided, condition: '' }]
    : node.childrenNodes
  const close = () => setTarget(undefined)
  const decide = (by: EdgePatch) => {
    if (undecided) editor.act({ type: 'connect', from: node.id, to: undecided, by })
    close()
  }
  return (
    <section aria-label={labelIn(editor, node, t('agents.prompt.leadsTo'))}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={500}>
          {t('agents.prompt.leadsTo')}
        </Text>
        <Editing>
          <AddTransition node={node} onTarget={setTarget} />
        </Editing>
      </Group>
      {edges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('studio.edge.none')}
        </Text>
      ) : (
        <ol className={classes.edges}>
          {edges.map((edge, at) => (
            // Edges have no ids and are identified by their index. An undecided one becomes the edge at its index.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${edge.nodeId}`}>
              <EdgeFields
                node={node}
                edge={edge}
                at={at}
                undecided={at < node.childrenNodes.length ? undefined : { decide, retarget: setTarget, cancel: close }}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface EdgeProps {
  node: AgentNode
  edge: Edge
  at: number
  /** Not part of the graph yet. */
  undecided?: Undecided | undefined
}
interface Undecided {
  decide: (by: EdgePatch) => void
  retarget: (to: string) => void
  cancel: () => void
}

interface EdgeFieldsProps extends EdgeProps {
  /** Newly drawn: asks for its condition. */
  fresh?: boolean
}

export function EdgeFields({ node, edge, at, undecided, fresh = false }: EdgeFieldsProps) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const name = t('studio.edge.name', { from: editor.nameOf(node.id), to: editor.nameOf(edge.nodeId) })
  const found = editor.problems.filter((problem) => problem.nodeId === node.id && problem.edge === at)
  return (
    <section className={classes.edge} aria-label={`${at + 1}. ${name}`}>
      <Group gap={4} wrap="nowrap">
        <EdgeTarget node={node} edge={edge} at={at} undecided={undecided} />
        <Editing>
          <EdgeActions node={node} at={at} name={name} undecided={undecided} />
        </Editing>
      </Group>
      {node.type === 'tool' && (
        <Select
          size="xs"
          aria-label={t('studio.edge.on')}
          data={(['always', 'success', 'failure'] as const).map((on) => ({ value: on, label: t(`studio.edge.${on}`) }))}
          allowDeselect={false}
          value={edge.on ?? 'always'}
          onChange={(on) => {
            const outcome = on === 'success' || on === 'failure' ? on : undefined
            editor.act({ type: 'edge', from: node.id, at, patch: { on: outcome } })
          }}
        />
      )}
      <EdgeCondition node={node} edge={edge} at={at} undecided={undecided} fresh={fresh || undecided !== undefined} />
      <Problems list={found} />
    </section>
  )
}

function EdgeTarget({ node, edge, at, undecided }: EdgeProps) {
  const { t } = useTranslation()
  const { nodes, labelOf, act } = useGraphEditor()
  const retarget = undecided?.retarget ?? ((to: string) => act({ type: 'reconnect', from: node.id, at, to }))
  const targets = nodes.filter((other) => other.id === edge.nodeId || canConnect(node, other))
  return (
    <Select
      flex={1}
      aria-label={t('studio.edge.target')}
      searchable
      allowDeselect={false}
      data={targets.map(({ id }) => ({ value: id, label: labelOf(id) }))}
      value={edge.nodeId}
      error={!targets.some(({ id }) => id === edge.nodeId)}
      onChange={(to) => to && retarget(to)}
    />
  )
}

function EdgeActions({ node, at, name, undecided }: Omit<EdgeProps, 'edge'> & { name: string }) {
  const { t } = useTranslation()
  const { act } = useGraphEditor()
  const last = node.childrenNodes.length - 1
  const by = (step: -1 | 1) => act({ type: 'reorder', from: node.id, at, by: step })
  return (
    <>
      {last > 0 && !undecided && (
        <>
          <ActionIcon disabled={at === 0} aria-label={t('studio.edge.up', { name })} onClick={() => by(-1)}>
            <IconArrowUp size={16} stroke={1.5} />
          </ActionIcon>
          <ActionIcon disabled={at === last} aria-label={t('studio.edge.down', { name })} onClick={() => by(1)}>
            <IconArrowDown size={16} stroke={1.5} />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        aria-label={t('studio.edge.remove', { name })}
        onClick={() => (undecided ? undecided.cancel() : act({ type: 'disconnect', edges: [{ from: node.id, at }] }))}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </>
  )
}

function EdgeCondition({ node, edge, at, undecided, fresh }: EdgeProps & { fresh: boolean }) {
  const { t } = useTranslation()
  const { act, words, ask } = useGraphEditor()
  const stored = modeOf(edge)
  // A condition being written.
  const [writing, setWriting] = useState(fresh)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // After the closing menu has returned the focus.
    const timer = fresh ? setTimeout(() => field.current?.focus(), 50) : undefined
    return () => clearTimeout(timer)
  }, [fresh])
  const mode: EdgeMode = stored === 'otherwise' && writing ? 'condition' : stored
  const first = words.variables[0]
  const key = edgeKey(node.id, at)
  const asks = stored === 'otherwise' && writing && !undecided
  useEffect(() => {
    if (!asks) return
    ask(key, true)
    return () => ask(key, false)
  }, [asks, key, ask])
  const patch = (change: Pick<EdgePatch, 'condition' | 'rule'>) =>
    undecided ? undecided.decide(change) : act({ type: 'edge', from: node.id, at, patch: change })
  const choose = (next: EdgeMode) => {
    setWriting(next === 'condition')
    if (next === 'rule' && first && !edge.rule)
      patch({ rule: { match: 'all', tests: [{ variable: first, operator: 'isSet', value: '' }] } })
    if (next !== 'rule' && edge.rule) patch({ rule: undefined })
    if (next === 'otherwise') patch({ condition: '', rule: undefined })
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('studio.edge.decides')}
        data={[
          { value: 'condition', label: explained(t('studio.edge.condition'), t('studio.edge.conditionExample')) },
          {
            value: 'rule',
            label: explained(t('studio.edge.rule'), t(first ? 'studio.edge.ruleExample' : 'studio.edge.ruleNeeds')),
            disabled: !first && mode !== 'rule',
          },
          { value: 'otherwise', label: t('studio.edge.otherwise') },
        ]}
        value={mode}
        onChange={(next) => choose(next as EdgeMode)}
      />
      {mode === 'condition' && (
        <Textarea
          ref={field}
          aria-label={t('studio.edge.conditionLabel')}
          placeholder={t('studio.edge.conditionHint')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={2000}
          value={edge.condition}
          onChange={(event) => {
            setWriting(true)
            patch({ condition: event.currentTarget.value })
          }}
        />
      )}
      {mode === 'rule' && edge.rule && <RuleBuilder rule={edge.rule} onChange={(rule) => patch({ rule })} />}
    </>
  )
}

const explained = (name: string, hint: string) => (
  <Tooltip label={hint} multiline maw={280} openDelay={300}>
    <span>{name}</span>
  </Tooltip>
)

function AddTransition({ node, onTarget }: { node: AgentNode; onTarget: (id: string) => void }) {
  const { t } = useTranslation()
  const { nodes, nameOf, labelOf, act } = useGraphEditor()
  const targets = nodes.filter((other) => canConnect(node, other))
  const asks = asksForCondition(node)
  const closed = node.type === 'end' || node.type === 'note'
  if (closed) return null
  const add = (kind: (typeof ADDED_KINDS)[number]) => {
    const { x, y } = node.rf ?? { x: 0, y: 0 }
    const place = {
      x: x + NODE_SIZE.width + NODE_GAP.column,
      y: y + node.childrenNodes.length * (NODE_SIZE.height + NODE_GAP.row),
    }
    const id = newNodeId()
    const name = freeStepName(nodes, t(`agents.prompt.type.${kind}`))
    if (act({ type: 'add', id, kind, name, place, ...(asks ? {} : { from: { id: node.id } }) }) && asks) onTarget(id)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          aria-label={t('studio.edge.addTo', { name: nameOf(node.id) })}
        >
          {t('studio.edge.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('studio.edge.toNew')}</Menu.Label>
        {ADDED_KINDS.filter((kind) => kind !== 'note').map((kind) => {
          const KindIcon = KIND_ICONS[kind]
          return (
            <Menu.Item key={kind} leftSection={<KindIcon size={16} stroke={1.5} />} onClick={() => add(kind)}>
              {t(`agents.prompt.type.${kind}`)}
            </Menu.Item>
          )
        })}
        {targets.length > 0 && <Menu.Label>{t('studio.edge.toOther')}</Menu.Label>}
        {targets.map(({ id }) => (
          <Menu.Item key={id} onClick={() => (asks ? onTarget(id) : act({ type: 'connect', from: node.id, to: id }))}>
            {labelOf(id)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
