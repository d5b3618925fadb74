import { Badge, Group, Text, Textarea, TextInput } from '@mantine/core'
import type { AgentNode } from '@parlance/core/agents/nodes'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './prompt.module.css'
import { TextCount } from './text-count.tsx'

interface Props {
  node: AgentNode
  nodes: readonly AgentNode[]
  onChange: (node: AgentNode) => void
}

/** One step as text: its name, what it is told, where it leads. */
export function NodeEditor({ node, nodes, onChange }: Props) {
  const { t } = useTranslation()
  const name = node.name || t('agents.prompt.unnamed')
  const opening = node.startConfig
  return (
    <article className={classes.step} aria-label={name} data-start={node.type === 'start' || undefined}>
      <Group gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          variant="unstyled"
          className={classes.name}
          aria-label={t('agents.prompt.stepName')}
          placeholder={t('agents.prompt.unnamed')}
          maxLength={200}
          value={node.name}
          onChange={(event) => onChange({ ...node, name: event.currentTarget.value })}
        />
        <Badge color={node.type === 'start' ? 'iris' : 'gray'}>{t(`agents.prompt.type.${node.type}`)}</Badge>
      </Group>
      <div>
        <Textarea
          label={t('agents.prompt.instructions')}
          description={node.type === 'start' ? t('agents.prompt.instructionsHint') : undefined}
          aria-label={`${name}: ${t('agents.prompt.instructions')}`}
          autosize
          minRows={node.type === 'start' ? 8 : 3}
          maxRows={30}
          maxLength={50_000}
          value={node.instructions}
          onChange={(event) => onChange({ ...node, instructions: event.currentTarget.value })}
        />
        <TextCount text={node.instructions} />
      </div>
      {node.type === 'start' && !opening?.userStarts && (
        <Textarea
          label={t('agents.prompt.startMessage')}
          description={t('agents.prompt.startMessageHint')}
          autosize
          maxLength={5000}
          value={opening?.initialMessage ?? ''}
          onChange={(event) =>
            onChange({
              ...node,
              startConfig: { userStarts: false, ...opening, initialMessage: event.currentTarget.value },
            })
          }
        />
      )}
      <LeadsTo node={node} nodes={nodes} />
    </article>
  )
}

function LeadsTo({ node, nodes }: Pick<Props, 'node' | 'nodes'>) {
  const { t } = useTranslation()
  if (node.childrenNodes.length === 0) return null
  const nameOf = (id: string) => nodes.find((entry) => entry.id === id)?.name || t('agents.prompt.unnamed')
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('agents.prompt.leadsTo')}
      </Text>
      <ul className={classes.children}>
        {node.childrenNodes.map((child) => (
          <li key={child.nodeId}>
            <IconArrowRight size={14} stroke={1.5} aria-hidden />
            <div>
              {nameOf(child.nodeId)}
              {child.condition && (
                <Text size="sm" c="dimmed">
                  {child.condition}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
