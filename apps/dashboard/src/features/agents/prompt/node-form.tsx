// All fields of a node, for the Prompt view and the canvas panel.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { NodePatch } from '@parlance/engine/graph/graph-edit'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CollectTable } from './collect-table.tsx'
import { Fold } from './fields.tsx'
import { hasFixedItems, isTalkingKind } from './kinds.ts'
import { mentionsIn } from './text/mentions.ts'
import { GlobalFold, KnowledgeFold, ModelFold, Opening, ToolsFold } from './node-settings.tsx'
import { Problems } from './problem-list.tsx'
import { PromptText } from './text/prompt-text.tsx'
import { labelIn, useGraphEditor } from './graph-editor.tsx'
import { ToolCall } from './tool-call.tsx'
import { Transitions } from './transitions/transitions.tsx'
import { useStableCallback } from '../../../lib/use-stable.ts'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { listOf } from '../../../components/content/locale.ts'

// Lazy: includes validation schemas.
const ItemsEditor = lazy(() => import('./items/items-editor.tsx'))

export function NodeForm({ node }: { node: AgentNode }) {
  const editor = useGraphEditor()
  const patch = (change: NodePatch) => void editor.act({ type: 'patch', id: node.id, patch: change })
  const own = editor.problems.filter((problem) => problem.nodeId === node.id && problem.edge === undefined)
  const name = editor.nameOf(node.id)
  const routes = node.type !== 'note' && node.type !== 'end'
  return (
    <Stack gap="md">
      <Problems list={own} />
      {(isTalkingKind(node.type) || node.type === 'note') && <Instructions node={node} patch={patch} />}
      {node.type === 'start' && <Opening node={node} patch={patch} />}
      {node.type === 'collect' && (
        <CollectTable name={name} variables={node.variables} onChange={(variables) => patch({ variables })} />
      )}
      {hasFixedItems(node.type) && (
        <Suspense fallback={<Skeleton height={96} />}>
          <ItemsEditor name={name} kind={node.type} items={node.items} onChange={(items) => patch({ items })} />
        </Suspense>
      )}
      {node.type === 'tool' && <ToolCall call={node.toolCall} onChange={(toolCall) => patch({ toolCall })} />}
      {(routes || node.childrenNodes.length > 0) && <Transitions node={node} />}
      {node.type !== 'note' && (
        <div>
          {isTalkingKind(node.type) && <Voice node={node} patch={patch} />}
          {isTalkingKind(node.type) && <ToolsFold node={node} patch={patch} />}
          {isTalkingKind(node.type) && <KnowledgeFold node={node} patch={patch} />}
          {(isTalkingKind(node.type) || node.type === 'condition') && <ModelFold node={node} patch={patch} />}
          {node.type !== 'start' && <GlobalFold node={node} patch={patch} />}
        </div>
      )}
    </Stack>
  )
}

interface PartProps {
  node: AgentNode
  patch: (patch: NodePatch) => void
}

function Instructions({ node, patch }: PartProps) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const [undo, redo] = [useStableCallback(editor.undo), useStableCallback(editor.redo)]
  const label = node.type === 'note' ? t('studio.noteText') : t('agents.prompt.instructions')
  return (
    <div>
      <PromptText
        label={label}
        fullLabel={labelIn(editor, node, label)}
        description={node.type === 'start' ? t('agents.prompt.instructionsHint') : undefined}
        placeholder={node.type === 'note' ? '' : t('studio.mentionHint')}
        rows={node.type === 'start' ? 6 : 3}
        maxLength={50_000}
        words={editor.words}
        value={node.instructions}
        onChange={(instructions) => patch({ instructions })}
        onUndo={undo}
        onRedo={redo}
        counted={node.type !== 'note'}
        {...(node.type !== 'note' && { kind: 'step' as const })}
      />
      {node.type !== 'note' && <NotOffered node={node} patch={patch} />}
    </div>
  )
}

/** Tools named in the text that the model does not get here. */
function NotOffered({ node, patch }: PartProps) {
  const { t } = useTranslation()
  const { words, tools } = useGraphEditor()
  const named = mentionsIn(node.instructions, words).flatMap(({ kind, name }) => (kind === 'tool' ? [name] : []))
  const missing = tools.filter(({ id, name }) => named.includes(name) && !node.toolsIds.includes(id))
  if (missing.length === 0) return null
  return (
    <Group gap="xs" mt={4}>
      <Text size="sm" c="dimmed">
        {t('studio.tools.notOffered', { names: listOf(missing.map(({ name }) => name)) })}
      </Text>
      <Editing>
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => patch({ toolsIds: [...node.toolsIds, ...missing.map(({ id }) => id)] })}
        >
          {t('studio.tools.offer')}
        </Button>
      </Editing>
    </Group>
  )
}

function Voice({ node, patch }: PartProps) {
  const { t } = useTranslation()
  const editor = useGraphEditor()
  const [undo, redo] = [useStableCallback(editor.undo), useStableCallback(editor.redo)]
  const label = t('studio.voice.title')
  return (
    <Fold title={label} summary={node.voiceInstructions ? t('studio.voice.own') : ''}>
      <PromptText
        label={label}
        fullLabel={labelIn(editor, node, label)}
        description={t('studio.voice.text')}
        maxLength={50_000}
        words={editor.words}
        value={node.voiceInstructions}
        onChange={(voiceInstructions) => patch({ voiceInstructions })}
        onUndo={undo}
        onRedo={redo}
      />
    </Fold>
  )
}
