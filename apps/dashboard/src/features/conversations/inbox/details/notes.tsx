// Internal notes, invisible to visitors.
import { ActionIcon, Text } from '@mantine/core'
import type { Note } from '@parlance/contract/conversations/inbox-api'
import { splitMentions } from '@parlance/contract/conversations/mentions'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { beginningOf, NoteBody, NoteCard, NoteList } from '../../../../components/content/notes.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { DetailsSection } from './details-section.tsx'
import { useAct } from '../use-inbox.ts'

export function Notes({ conversation, notes }: { conversation: Conversation; notes: readonly Note[] }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  if (notes.length === 0) return null
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const remove = async ({ id: noteId, text }: Note) => {
    const yes = await confirm({
      title: t('conversations.inbox.deleteNoteTitle'),
      body: t('conversations.inbox.deleteNoteBody', { beginning: beginningOf(text) }),
      confirm: t('common.delete'),
      danger: true,
    })
    if (yes) await act(() => api.conversations.deleteNote.call({ ...one, noteId }))
  }
  return (
    <DetailsSection name="notes" title={t('conversations.inbox.notes')}>
      <NoteList>
        {notes.map((note) => (
          <NoteCard key={note.id} tone="yellow">
            <NoteBody
              note={note}
              actions={
                note.isOwn && (
                  <ActionIcon
                    size="sm"
                    aria-label={t('conversations.inbox.deleteNote')}
                    onClick={() => void remove(note)}
                  >
                    <IconTrash size={14} stroke={1.5} />
                  </ActionIcon>
                )
              }
            >
              {splitMentions(note.text, note.mentions).map((part, at) =>
                'text' in part ? (
                  part.text
                ) : (
                  // Parts of one text are identified by their order.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Text key={at} span fw={600} c="iris">
                    {part.mention}
                  </Text>
                ),
              )}
            </NoteBody>
          </NoteCard>
        ))}
      </NoteList>
    </DetailsSection>
  )
}
