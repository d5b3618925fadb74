import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useConnection } from '../connections/use-connections.ts'
import { WhatsappNumbers } from './whatsapp-numbers.tsx'
import { WhatsappTemplates } from './whatsapp-templates.tsx'
import { WhatsappTest } from './whatsapp-test.tsx'

export default function WhatsappConnection() {
  const { api } = useScope()
  const { agentId } = useDraft()
  const isFailing = useConnection('whatsapp')?.status === 'failing'
  const [number] = useQuery(api.whatsapp.getWhatsappNumbers.queryOptions({ input: { agentId } })).data ?? []
  return (
    <Stack gap="md">
      <WhatsappNumbers agentId={agentId} isFailing={isFailing} />
      {number && (
        <Editing>
          <WhatsappTest phoneId={number.phoneId} />
        </Editing>
      )}
      {number && <WhatsappTemplates />}
    </Stack>
  )
}
