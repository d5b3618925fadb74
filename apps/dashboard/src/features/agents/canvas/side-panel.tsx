// Edits the selection: in the panel next to the canvas, or in a bottom sheet on phones.
import { ActionIcon, Badge, Button, Drawer, Group, ScrollArea, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Problem } from '@parlance/engine/graph/problems'
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '@mantine/core'
import { IconTextCaption } from '@tabler/icons-react'
import { SideSlotContent, useSideSlotEntry } from '../../../components/layout/side-slot.tsx'
import { useEscape } from '../../../components/overlay/use-escape.ts'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { NodeForm } from '../prompt/node-form.tsx'
import { NodeMenu } from '../prompt/node-menu.tsx'
import { Problems } from '../prompt/problem-list.tsx'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { EdgeFields } from '../prompt/transitions/transitions.tsx'
import classes from './canvas.module.css'
import { edgeOf, type Selection } from './flow.ts'

interface Props {
  selection: Selection
  /** The list of problems is open; a selection takes precedence. */
  problems: boolean
  phone: boolean
  onClose: () => void
  onPick: (problem: Problem) => void
  onSelect: (id: string) => void
  onDuplicate: () => void
  onRemove: () => void
  /** A newly drawn transition without a condition. */
  drawn: string | undefined
  onDrawnSeen: () => void
}

export const PANEL_ID = 'canvas-panel'
/** The panel's id in the slot. */
export const DETAILS = 'details'

export const SidePanel = memo(function SidePanel(props: Props) {
  const { t } = useTranslation()
  const { selection, problems, phone, onClose } = props
  const chosen = [...selection.nodes, ...selection.edges, ...(problems ? ['problems'] : [])].join('\n')
  const open = chosen !== ''
  const { front, show } = useSideSlotEntry({ id: DETAILS, label: t('studio.canvas.panel'), order: 1, open })
  // A selection brings the panel to the front; the step in the address does not.
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    if (chosen !== '') show(DETAILS)
  }, [chosen, show])
  const isSheet = phone && open && front === DETAILS
  useEscape(onClose, isSheet)
  if (phone) {
    return (
      <Drawer
        opened={isSheet}
        onClose={onClose}
        closeOnEscape={false}
        position="bottom"
        size="80%"
        title={t('studio.canvas.panel')}
        closeButtonProps={{ 'aria-label': t('studio.canvas.close') }}
      >
        {open && <Content {...props} />}
      </Drawer>
    )
  }
  if (!open) return null
  return (
    <SideSlotContent id={DETAILS}>
      <ScrollArea id={PANEL_ID} h="100%" type="auto" viewportProps={{ tabIndex: -1 }}>
        <div className={classes.panelBody}>
          <Content {...props} />
        </div>
      </ScrollArea>
    </SideSlotContent>
  )
})

function Content(props: Props) {
  const { selection } = props
  const editor = useGraphEditor()
  const [first] = selection.nodes
  const [edge] = selection.edges
  const node = selection.nodes.length === 1 ? editor.nodes.find(({ id }) => id === first) : undefined
  if (node) return <NodePanel key={node.id} nodeId={node.id} {...props} />
  if (selection.nodes.length > 1) return <ManyPanel {...props} />
  if (edge) return <EdgePanel key={edge} id={edge} {...props} />
  return <ProblemsPanel {...props} />
}

function Head({
  title,
  children,
  onClose,
  phone,
}: { title: ReactNode; children?: ReactNode } & Pick<Props, 'onClose' | 'phone'>) {
  const { t } = useTranslation()
  return (
    <Group gap={4} wrap="nowrap" mb="sm">
      <div className={classes.panelTitle}>{title}</div>
      {children}
      {!phone && (
        <ActionIcon aria-label={t('studio.canvas.close')} onClick={onClose}>
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      )}
    </Group>
  )
}

function NodePanel({ nodeId, onSelect, onClose, phone }: Props & { nodeId: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const editor = useGraphEditor()
  const node = editor.nodes.find(({ id }) => id === nodeId)
  if (!node) return null
  const target = paths.agent(region, agentId, 'nodes', { node: nodeId })
  return (
    <>
      <Head
        onClose={onClose}
        phone={phone}
        title={
          <TextInput
            variant="unstyled"
            className={classes.panelName}
            aria-label={t('agents.prompt.stepName')}
            placeholder={t('agents.prompt.unnamed')}
            maxLength={200}
            value={node.name}
            onChange={(event) => editor.act({ type: 'patch', id: node.id, patch: { name: event.currentTarget.value } })}
          />
        }
      >
        <Badge color={node.type === 'start' ? 'iris' : 'gray'} style={{ flex: 'none' }}>
          {t(`agents.prompt.type.${node.type}`)}
        </Badge>
        <NodeMenu node={node} onDuplicated={onSelect} onRemoved={onClose}>
          <Menu.Item
            leftSection={<IconTextCaption size={16} stroke={1.5} />}
            renderRoot={(props) => <AppLink target={target} {...props} />}
          >
            {t('studio.showInPrompt')}
          </Menu.Item>
        </NodeMenu>
      </Head>
      <NodeForm node={node} />
    </>
  )
}

function EdgePanel({ id, onClose, phone, drawn, onDrawnSeen }: Props & { id: string }) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  useEffect(() => onDrawnSeen, [onDrawnSeen])
  const { from, at } = edgeOf(id)
  const node = editor.nodes.find((entry) => entry.id === from)
  const edge = node?.childrenNodes[at]
  if (!node || !edge) return null
  const name = t('studio.edge.name', { from: editor.nameOf(from), to: editor.nameOf(edge.nodeId) })
  return (
    <>
      <Head
        title={
          <Title order={2} size="h3">
            {t('studio.canvas.transition')}
          </Title>
        }
        onClose={onClose}
        phone={phone}
      />
      <Text size="sm" c="dimmed" mb="sm">
        {name}
      </Text>
      <EdgeFields node={node} edge={edge} at={at} fresh={drawn === id} />
    </>
  )
}

function ManyPanel({ selection, onClose, onDuplicate, onRemove, phone }: Props) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const count = selection.nodes.length
  const title = t('studio.canvas.selected', { count })
  return (
    <>
      <Head
        title={
          <Title order={2} size="h3">
            {title}
          </Title>
        }
        onClose={onClose}
        phone={phone}
      />
      <Stack gap="sm">
        <ul className={classes.chosen}>
          {selection.nodes.map((id) => (
            <li key={id}>{editor.nameOf(id)}</li>
          ))}
        </ul>
        <Editing>
          {!phone && (
            <Group gap="xs">
              <Button variant="default" leftSection={<IconCopy size={16} stroke={1.5} />} onClick={onDuplicate}>
                {t('studio.duplicate')}
              </Button>
              <Button variant="default" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={onRemove}>
                {t('studio.remove.label')}
              </Button>
            </Group>
          )}
        </Editing>
      </Stack>
    </>
  )
}

function ProblemsPanel({ onPick, onClose, phone }: Props) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const [all, setAll] = useState(false)
  const shown = all ? editor.problems : editor.problems.slice(0, 100)
  return (
    <>
      <Head
        title={
          <Title order={2} size="h3">
            {t('studio.problems.title')}
          </Title>
        }
        onClose={onClose}
        phone={phone}
      />
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('studio.problems.none')}
        </Text>
      ) : (
        <Problems list={shown} placeOf={({ nodeId }) => editor.nameOf(nodeId ?? '')} onPick={onPick} />
      )}
      {shown.length < editor.problems.length && (
        <Button mt="sm" variant="subtle" onClick={() => setAll(true)}>
          {t('studio.problems.more', { count: editor.problems.length - shown.length })}
        </Button>
      )}
    </>
  )
}
