// Why a conversation cannot be translated, known before anybody asks for it.
import { msg } from '@parlance/i18n/messages'
import type { OfferedModels } from '@parlance/contract/workspaces/schemas'
import { useQuery } from '@tanstack/react-query'
import { payerOf } from '../../../../components/inputs/model-picker/model-list.ts'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'

/** A sentence where the demo model answers for the published agent; client users are not told which model does. */
export function useTranslationRefusal(agentId: string): string | undefined {
  const { api, workspace, client } = useScope()
  const enabled = client === undefined && agentId !== ''
  const agent = useQuery({ ...api.agents.get.queryOptions({ input: { agentId } }), enabled }).data?.data
  const models = useQuery({ ...api.workspaces.models.queryOptions({ input: { uid: workspace.uid } }), enabled }).data
  return agent && models && isByDemoModel(agent.vg_defaultModel ?? '', models)
    ? translateMessage(msg('translation_key_required'))
    : undefined
}

/** Whether no key serves the model an agent names, so that the demo model answers. */
export function isByDemoModel(asked: string, models: OfferedModels): boolean {
  if (asked === '') return false
  const standIn = models.default
  const answering = asked === standIn.asked && standIn.answers ? standIn.answers : payerOf(asked, models)
  return answering.paidBy === 'sandbox'
}

/** Of a button that can still be reached, so that it says why it does nothing. */
export const refusedProps = (refusal: string | undefined) =>
  refusal ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': refusal } : {}
