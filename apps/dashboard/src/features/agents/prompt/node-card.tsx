// A node in the Prompt view: its header, and its form once it was open near the viewport.
import { ActionIcon, Badge, Menu, TextInput } from '@mantine/core'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { IconChevronDown, IconSitemap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useIsActiveNode } from '../../../lib/active-node.ts'
import { useDraft } from '../draft/draft.tsx'
import { KIND_ICONS } from './kinds.ts'
import { NodeForm } from './node-form.tsx'
import { NodeMenu } from './node-menu.tsx'
import classes from './prompt.module.css'
import { FEW_NODES, useNear } from './text/prompt-text.tsx'
import { useGraphEditor } from './graph-editor.tsx'

interface Props {
  node: AgentNode
  open: boolean
  onToggle: () => void
  onAdded: (id: string) => void
}

export const cardId = (nodeId: string): string => `node-${nodeId}`

export function NodeCard({ node, open, onToggle, onAdded }: Props) {
  const { agentId } = useDraft()
  const editor = useGraphEditor()
  const active = useIsActiveNode(agentId, node.id)
  const [box, near] = useNear(editor.nodes.length <= FEW_NODES)
  const name = editor.nameOf(node.id)
  return (
    <article
      id={cardId(node.id)}
      className={classes.step}
      aria-label={name}
      data-step={node.id}
      data-kind={node.type}
      data-active={active || undefined}
      tabIndex={-1}
    >
      <Head node={node} open={open} active={active} onToggle={onToggle} onAdded={onAdded} />
      {open && (
        <div ref={box} className={classes.body}>
          {near && <NodeForm node={node} />}
        </div>
      )}
    </article>
  )
}

function Head({ node, open, active, onToggle, onAdded }: Props & { active: boolean }) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const name = editor.nameOf(node.id)
  const KindIcon = KIND_ICONS[node.type]
  const wrong = editor.problems.filter(({ nodeId }) => nodeId === node.id)
  return (
    <header className={classes.head}>
      <ActionIcon
        aria-label={t(open ? 'studio.fold' : 'studio.unfold', { name })}
        aria-expanded={open}
        onClick={onToggle}
      >
        <IconChevronDown className={classes.chevron} size={18} stroke={1.5} />
      </ActionIcon>
      <span className={classes.kind} title={t(`agents.prompt.type.${node.type}`)}>
        <KindIcon size={18} stroke={1.5} aria-hidden />
      </span>
      <TextInput
        flex={1}
        variant="unstyled"
        className={classes.name}
        aria-label={t('agents.prompt.stepName')}
        title={node.name}
        placeholder={t('agents.prompt.unnamed')}
        maxLength={200}
        value={node.name}
        onChange={(event) => editor.act({ type: 'patch', id: node.id, patch: { name: event.currentTarget.value } })}
      />
      {active && (
        <Badge className={classes.mark} color="green">
          {t('studio.active')}
        </Badge>
      )}
      {wrong.length > 0 && (
        <Badge className={classes.mark} color={wrong.some(({ level }) => level === 'error') ? 'red' : 'yellow'}>
          {t('studio.problems.count', { count: wrong.length })}
        </Badge>
      )}
      <Badge className={classes.kindBadge} color={node.type === 'start' ? 'iris' : 'gray'}>
        {t(`agents.prompt.type.${node.type}`)}
      </Badge>
      <NodeMenu node={node} onDuplicated={onAdded}>
        <ToCanvas nodeId={node.id} />
      </NodeMenu>
    </header>
  )
}

function ToCanvas({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const target = paths.part(region, agentId, 'prompt', { node: nodeId })
  return (
    <Menu.Item
      leftSection={<IconSitemap size={16} stroke={1.5} />}
      renderRoot={(props) => <AppLink target={target} {...props} />}
    >
      {t('studio.showOnCanvas')}
    </Menu.Item>
  )
}
