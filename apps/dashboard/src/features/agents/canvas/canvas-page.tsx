// The agent's steps as a drawing: the same graph and forms as the Prompt view.
import { Button, Title } from '@mantine/core'
import { ReactFlowProvider } from '@xyflow/react'
import { useTranslation } from 'react-i18next'
import { GraphDrawing } from '../../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { useBeginSteps } from '../prompt/use-graph.ts'
import { GraphEditorProvider } from '../prompt/graph-editor.tsx'
import { Canvas } from './canvas.tsx'

export function CanvasPage() {
  return (
    <ReadOnlyDraft as="fill">
      <Steps />
    </ReadOnlyDraft>
  )
}

function Steps() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const begin = useBeginSteps()
  if (!config.enableNodes || config.nodes.length === 0) {
    return (
      <EmptyState
        order={1}
        drawing={<GraphDrawing />}
        title={t('studio.canvas.emptyTitle')}
        text={t('studio.canvas.emptyText')}
        action={
          <Editing>
            <Button onClick={begin}>{t('studio.mode.steps')}</Button>
          </Editing>
        }
      />
    )
  }
  return (
    <GraphEditorProvider>
      <Title order={1} className="visually-hidden">
        {t('studio.canvas.title')}
      </Title>
      <ReactFlowProvider>
        <Canvas />
      </ReactFlowProvider>
    </GraphEditorProvider>
  )
}
