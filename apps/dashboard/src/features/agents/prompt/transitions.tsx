// Where a node leads: its edges in the order in which they are tried, each with what decides it.
import { ActionIcon, Group, SegmentedControl, Select, Text, Textarea } from '@mantine/core'
import { canConnect } from '@parlance/core/agents/graph-edit'
import { NODE_GAP, NODE_SIZE } from '@parlance/core/agents/layout'
import type { AgentNode, Edge } from '@parlance/core/agents/nodes'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import { Menu } from '../../../ui/menu.tsx'
import { modeOf, type EdgeMode } from './edge-mode.ts'
import { ADDED_KINDS, KIND_ICONS } from './kinds.ts'
import { Problems } from './problem-list.tsx'
import classes from './prompt.module.css'
import { RuleBuilder } from './rule-builder.tsx'
import { labelIn, useStudio } from './studio.tsx'
import { newNodeId } from './use-graph.ts'
import { Editing } from '../../../ui/looking.tsx'

export function Transitions({ node }: { node: AgentNode }) {
  const { t } = useTranslation()
  const studio = useStudio()
  return (
    <section aria-label={labelIn(studio, node, t('agents.prompt.leadsTo'))}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" fw={500}>
          {t('agents.prompt.leadsTo')}
        </Text>
        <Editing>
          <AddTransition node={node} />
        </Editing>
      </Group>
      {node.childrenNodes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('studio.edge.none')}
        </Text>
      ) : (
        <ol className={classes.edges}>
          {node.childrenNodes.map((edge, at) => (
            // Edges have no ids; their place is what they are known by.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${edge.nodeId}`}>
              <EdgeFields node={node} edge={edge} at={at} />
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
}

export function EdgeFields({ node, edge, at }: EdgeProps) {
  const { t } = useTranslation()
  const studio = useStudio()
  const name = t('studio.edge.name', { from: studio.nameOf(node.id), to: studio.nameOf(edge.nodeId) })
  const found = studio.problems.filter((problem) => problem.nodeId === node.id && problem.edge === at)
  return (
    <section className={classes.edge} aria-label={`${at + 1}. ${name}`}>
      <Group gap={4} wrap="nowrap">
        <EdgeTarget node={node} edge={edge} at={at} />
        <Editing>
          <EdgeActions node={node} at={at} name={name} />
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
            studio.act({ type: 'edge', from: node.id, at, patch: { on: outcome } })
          }}
        />
      )}
      <EdgeCondition node={node} edge={edge} at={at} />
      <Problems list={found} />
    </section>
  )
}

function EdgeTarget({ node, edge, at }: EdgeProps) {
  const { t } = useTranslation()
  const { nodes, nameOf, act } = useStudio()
  const targets = nodes.filter((other) => other.id === edge.nodeId || canConnect(node, other))
  return (
    <Select
      flex={1}
      aria-label={t('studio.edge.target')}
      searchable
      allowDeselect={false}
      data={targets.map(({ id }) => ({ value: id, label: nameOf(id) }))}
      value={edge.nodeId}
      error={!targets.some(({ id }) => id === edge.nodeId)}
      onChange={(to) => to && act({ type: 'reconnect', from: node.id, at, to })}
    />
  )
}

function EdgeActions({ node, at, name }: { node: AgentNode; at: number; name: string }) {
  const { t } = useTranslation()
  const { act } = useStudio()
  const last = node.childrenNodes.length - 1
  const by = (step: -1 | 1) => act({ type: 'reorder', from: node.id, at, by: step })
  return (
    <>
      {last > 0 && (
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
        onClick={() => act({ type: 'disconnect', edges: [{ from: node.id, at }] })}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </>
  )
}

function EdgeCondition({ node, edge, at }: EdgeProps) {
  const { t } = useTranslation()
  const { act, words } = useStudio()
  const stored = modeOf(edge)
  // A condition that is still to be written.
  const [writing, setWriting] = useState(false)
  const mode: EdgeMode = stored === 'otherwise' && writing ? 'condition' : stored
  const first = words.variables[0]
  const patch = (change: Partial<Pick<Edge, 'condition' | 'rule'>>) =>
    act({ type: 'edge', from: node.id, at, patch: change })
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
          { value: 'condition', label: t('studio.edge.condition') },
          { value: 'rule', label: t('studio.edge.rule'), disabled: !first && mode !== 'rule' },
          { value: 'otherwise', label: t('studio.edge.otherwise') },
        ]}
        value={mode}
        onChange={(next) => choose(next as EdgeMode)}
      />
      {mode === 'condition' && (
        <Textarea
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
      {!first && mode !== 'rule' && (
        <Text size="xs" c="dimmed">
          {t('studio.edge.ruleNeeds')}
        </Text>
      )}
    </>
  )
}

function AddTransition({ node }: { node: AgentNode }) {
  const { t } = useTranslation()
  const { nodes, nameOf, act } = useStudio()
  const targets = nodes.filter((other) => canConnect(node, other))
  const closed = node.type === 'end' || node.type === 'note'
  if (closed) return null
  const add = (kind: (typeof ADDED_KINDS)[number]) => {
    const { x, y } = node.rf ?? { x: 0, y: 0 }
    const place = {
      x: x + NODE_SIZE.width + NODE_GAP.column,
      y: y + node.childrenNodes.length * (NODE_SIZE.height + NODE_GAP.row),
    }
    act({ type: 'add', id: newNodeId(), kind, name: t(`agents.prompt.type.${kind}`), place, from: { id: node.id } })
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
          <Menu.Item key={id} onClick={() => act({ type: 'connect', from: node.id, to: id })}>
            {nameOf(id)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
