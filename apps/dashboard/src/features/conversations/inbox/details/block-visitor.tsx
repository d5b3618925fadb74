// Menu entries: block the visitor, list blocked ones.
import { Menu } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconBan, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useAct } from '../use-inbox.ts'

export function BlockItems({ conversation, onList }: { conversation: Conversation; onList: () => void }) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const details = useQuery(api.conversations.details.queryOptions({ input: one }))
  const block = async () => {
    const yes = await confirm({
      title: t('conversations.contact.blockTitle'),
      body: t(`conversations.contact.${client?.org ? 'blockBodyClient' : 'blockBody'}`),
      confirm: t('conversations.contact.block'),
    })
    if (yes) await act(() => api.conversations.blockVisitor.call(one), t('conversations.contact.blocked'))
  }
  return (
    <>
      {conversation.channel !== 'test' && details.data?.data.isBlocked !== true && (
        <Menu.Item leftSection={<IconBan size={16} stroke={1.5} />} onClick={() => void block()}>
          {t('conversations.contact.block')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconListDetails size={16} stroke={1.5} />} onClick={onList}>
        {t('conversations.contact.blockedList')}
      </Menu.Item>
    </>
  )
}
