// Delivery status of a conversation's messages on its channel.
import { isMessagingChannel } from '@parlance/contract/channels/list'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../../../lib/workspace-scope.tsx'

/** Undefined while unknown, and for our own widget. */
export function useDelivery({
  agentId,
  id: conversationId,
  channel,
}: Pick<Conversation, 'agentId' | 'id' | 'channel'>) {
  const { api } = useScope()
  return useQuery(
    api.channels.delivery.queryOptions({ input: { agentId, conversationId }, enabled: isMessagingChannel(channel) }),
  ).data?.data
}
