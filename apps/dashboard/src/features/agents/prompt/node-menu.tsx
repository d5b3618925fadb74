// Actions on a node: change kind, copy, delete.
import { ActionIcon, Menu } from '@mantine/core'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { KIND_ICONS, KINDS } from './kinds.ts'
import { useGraphEditor } from './graph-editor.tsx'
import { newNodeId } from './use-graph.ts'
import { Editing } from '../../../components/feedback/read-only.tsx'

interface Props {
  node: AgentNode
  /** More entries, shown first. */
  children?: ReactNode
  onDuplicated?: (id: string) => void
  onRemoved?: () => void
}

export function NodeMenu({ node, children, onDuplicated, onRemoved }: Props) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const name = editor.nameOf(node.id)
  const isStart = node.type === 'start'
  const remove = async () => {
    const edges = editor.nodes.flatMap((other) => other.childrenNodes.filter(({ nodeId }) => nodeId === node.id)).length
    const sure = await confirm({
      title: t('studio.remove.title', { name }),
      body: t('studio.remove.body', { count: edges }),
      confirm: t('studio.remove.confirm'),
    })
    if (sure && editor.act({ type: 'remove', ids: [node.id] })) onRemoved?.()
  }
  const duplicate = () => {
    const id = newNodeId()
    if (editor.act({ type: 'duplicate', of: [node.id], ids: [id] })) onDuplicated?.(id)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('studio.more', { name })}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Editing>
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.5} />} onClick={duplicate}>
            {t('studio.duplicate')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.5} />}
            disabled={isStart && editor.nodes.length > 1}
            onClick={() => void remove()}
          >
            {t(isStart && editor.nodes.length > 1 ? 'studio.remove.start' : 'studio.remove.label')}
          </Menu.Item>
          {!isStart && <Conversions node={node} />}
        </Editing>
      </Menu.Dropdown>
    </Menu>
  )
}

function Conversions({ node }: { node: AgentNode }) {
  const { t } = useTranslation()
  const { act } = useGraphEditor()
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('studio.convert')}</Menu.Label>
      {KINDS.filter((kind) => kind !== node.type).map((kind) => {
        const KindIcon = KIND_ICONS[kind]
        return (
          <Menu.Item
            key={kind}
            leftSection={<KindIcon size={16} stroke={1.5} />}
            onClick={() => act({ type: 'convert', id: node.id, kind })}
          >
            {t(`agents.prompt.type.${kind}`)}
          </Menu.Item>
        )
      })}
    </>
  )
}
