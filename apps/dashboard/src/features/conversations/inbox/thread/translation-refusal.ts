// Why a conversation can't be translated, known in advance.
import { msg } from '@parlance/i18n/messages'
import type { OfferedModels } from '@parlance/contract/workspaces/schemas'
import { useQuery } from '@tanstack/react-query'
import { payerOf } from '../../../../components/inputs/model-picker/model-list.ts'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'

/** Set when the demo model answers the published agent; client users don't see which model does. */
export function useTranslationRefusal(agentId: string): string | undefined {
  const { api, workspace, client } = useScope()
  const enabled = client === undefined && agentId !== ''
  const agent = useQuery({ ...api.agents.get.queryOptions({ input: { agentId } }), enabled }).data?.data
  const models = useQuery({ ...api.workspaces.models.queryOptions({ input: { uid: workspace.uid } }), enabled }).data
  return agent && models && isByDemoModel(agent.vg_defaultModel ?? '', models)
    ? translateMessage(msg('translation_key_required'))
    : undefined
}

/** Whether no key serves the agent's model, so that the demo model answers. */
export function isByDemoModel(asked: string, models: OfferedModels): boolean {
  if (asked === '') return false
  const standIn = models.default
  const answering = asked === standIn.asked && standIn.answers ? standIn.answers : payerOf(asked, models)
  return answering.paidBy === 'sandbox'
}

/** Keeps a disabled button focusable so that it can explain why. */
export const refusedProps = (refusal: string | undefined) =>
  refusal ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': refusal } : {}
