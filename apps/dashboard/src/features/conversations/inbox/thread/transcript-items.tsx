// Menu entries: download or mail the transcript.
import { Menu } from '@mantine/core'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconFileTypePdf, IconJson, IconMailForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../../components/content/locale.ts'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { download } from '../../../../lib/files/download.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { anonymousName } from '../../visitor-name.tsx'
import { useAct } from '../use-inbox.ts'

const icon = { size: 16, stroke: 1.5 }

export function TranscriptItems({ conversation }: { conversation: Conversation }) {
  const { t, i18n } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const { signed, leftMessage } = conversation
  const email = signed?.email || leftMessage?.email || ''
  const read = async () => (await api.conversations.exportTranscript.call(one)).data
  const save = () =>
    act(async () => download(`transcript-${conversation.id}.json`, `${JSON.stringify(await read(), null, 2)}\n`))
  const print = () =>
    act(async () => {
      const [data, { printTranscript }] = await Promise.all([read(), import('./print-transcript.ts')])
      const visitor = signed?.name || anonymousName(conversation)
      const about = data.conversation
      printTranscript(data, {
        title: `${t('conversations.inbox.export.heading')}: ${about.title || t('conversations.newConversation')}`,
        lang: i18n.language,
        dir: i18n.dir(),
        facts: [
          email ? `${visitor}, ${email}` : visitor,
          `${t(`conversations.channel.${about.channel}`)} · ${dateAndTime(new Date(about.startedAt))}`,
          ...(about.pageUrl ? [about.pageUrl] : []),
        ],
        cut: t('conversations.inbox.export.cut'),
        nameOf: ({ from, by }) =>
          from === 'user' ? visitor : from === 'human' && by ? by.name : t(`conversations.from.${from}`),
        noticeOf: ({ id, by }) => {
          const kind = noticeKind(id)
          return kind ? t(`conversations.notices.${kind}`, { name: by?.name ?? '' }) : ''
        },
        timeOf: (at) => dateAndTime(new Date(at)),
      })
    })
  const send = (to: 'self' | 'visitor') =>
    act(() => api.conversations.sendTranscript.call({ ...one, to }), t('conversations.inbox.export.sent'))
  const sendToVisitor = async () => {
    const yes = await confirm({
      title: t('conversations.inbox.export.visitorTitle'),
      body: t('conversations.inbox.export.visitorBody', { email }),
      confirm: t('conversations.inbox.send'),
      danger: false,
    })
    if (yes) await send('visitor')
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => void print()}>
        {t('conversations.inbox.export.pdf')}
      </Menu.Item>
      <Menu.Item leftSection={<IconJson {...icon} />} onClick={() => void save()}>
        {t('conversations.inbox.export.json')}
      </Menu.Item>
      {(!client || client.client.ID !== '') && (
        <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={() => void send('self')}>
          {t('conversations.inbox.export.self')}
        </Menu.Item>
      )}
      {email !== '' && (
        <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={() => void sendToVisitor()}>
          {t('conversations.inbox.export.visitor')}
        </Menu.Item>
      )}
    </>
  )
}
