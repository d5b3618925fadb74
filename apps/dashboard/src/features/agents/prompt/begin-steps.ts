import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../draft/draft.tsx'
import { newNodeId } from './use-graph.ts'

/** From one prompt to steps: with those it had, or with a first one. */
export function useBeginSteps() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return () => {
    const first = { ...emptyNode(newNodeId(), 'start', t('agents.prompt.type.start')), rf: { x: 0, y: 0 } }
    edit({ enableNodes: true, ...(config.nodes.length === 0 ? { nodes: [first] } : {}) })
  }
}
