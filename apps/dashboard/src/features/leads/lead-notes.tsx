// Notes on a lead, editable by their authors.
import { ActionIcon, Button, Group, Stack, Textarea, Title } from '@mantine/core'
import { randomId } from '@parlance/contract/lib/ids'
import { type LeadNote, MAX_LEAD_NOTE_CHARS, type OpenedLead } from '@parlance/contract/leads/schemas'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginningOf, NoteBody, NoteCard, NoteList } from '../../components/content/notes.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useAct, useMayEdit } from './use-leads.ts'

interface Props {
  lead: OpenedLead
  /** Reports whether there are unsaved changes. */
  onDirty: (isDirty: boolean) => void
}

export function LeadNotes({ lead, onDirty }: Props) {
  const { t } = useTranslation()
  const mayEdit = useMayEdit()
  const [editing, edit] = useState('')
  // The edited note may be deleted elsewhere.
  const isEditing = lead.notes.some(({ id }) => id === editing)
  const [written, setWritten] = useState(0)
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const mark = (place: string, isDirty: boolean) => {
    const next = new Set(unsaved)
    if (isDirty) next.add(place)
    else next.delete(place)
    setUnsaved(next)
    onDirty(next.size > 0)
  }
  return (
    <section aria-label={t('leads.notes')}>
      <Title order={3} size="h6" mb={6}>
        {t('leads.notes')}
      </Title>
      <Stack gap="sm">
        {lead.notes.length > 0 && (
          <NoteList>
            {lead.notes.map((note) => (
              <NoteCard key={note.id}>
                {editing === note.id ? (
                  <Editor
                    lead={lead}
                    note={note}
                    onDirty={(isDirty) => mark(note.id, isDirty)}
                    onSaved={() => edit('')}
                    onCancel={() => edit('')}
                  />
                ) : (
                  <Note lead={lead} note={note} onEdit={isEditing ? undefined : () => edit(note.id)} />
                )}
              </NoteCard>
            ))}
          </NoteList>
        )}
        {mayEdit && (
          <Editor
            key={`new ${written}`}
            lead={lead}
            onDirty={(isDirty) => mark('new', isDirty)}
            onSaved={() => setWritten(written + 1)}
          />
        )}
      </Stack>
    </section>
  )
}

interface NoteProps {
  lead: OpenedLead
  note: LeadNote
  /** Undefined while another note is edited. */
  onEdit: (() => void) | undefined
}

function Note({ lead, note, onEdit }: NoteProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const { agentId, leadId } = lead
  const remove = async () => {
    const yes = await confirm({
      title: t('leads.deleteNoteTitle'),
      body: t('leads.deleteNoteBody', { beginning: beginningOf(note.text) }),
      confirm: t('common.delete'),
      danger: true,
    })
    if (yes) await act(() => api.leads.deleteNote.call({ agentId, leadId, noteId: note.id }))
  }
  return (
    <NoteBody
      note={note}
      {...(note.editedAt !== note.at && { state: t('leads.edited') })}
      actions={
        note.isOwn && (
          <Group gap={2} wrap="nowrap">
            {onEdit && (
              <ActionIcon size="sm" aria-label={t('leads.editNote')} onClick={onEdit}>
                <IconPencil size={14} stroke={1.5} />
              </ActionIcon>
            )}
            <ActionIcon size="sm" aria-label={t('leads.deleteNote')} onClick={() => void remove()}>
              <IconTrash size={14} stroke={1.5} />
            </ActionIcon>
          </Group>
        )
      }
    >
      {note.text}
    </NoteBody>
  )
}

interface EditorProps {
  lead: OpenedLead
  note?: LeadNote
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel?: () => void
}

function Editor({ lead, note, onDirty, onSaved, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const [text, setText] = useState(note?.text ?? '')
  const [noteId] = useState(() => note?.id ?? randomId(16))
  const [saving, setSaving] = useState(false)
  const { agentId, leadId } = lead
  const save = async () => {
    setSaving(true)
    const saved = await act(() => api.leads.saveNote.call({ agentId, leadId, noteId, text: text.trim() }))
    setSaving(false)
    if (!saved) return
    onDirty(false)
    onSaved()
  }
  return (
    <Stack gap={6}>
      <Textarea
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_LEAD_NOTE_CHARS}
        aria-label={t(note ? 'leads.editNote' : 'leads.newNote')}
        placeholder={t('leads.newNote')}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          onDirty(value.trim() !== (note?.text ?? ''))
        }}
      />
      <Group justify="flex-end" gap="xs">
        {onCancel && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              onDirty(false)
              onCancel()
            }}
          >
            {t('common.cancel')}
          </Button>
        )}
        <Button size="compact-sm" disabled={text.trim() === ''} loading={saving} onClick={() => void save()}>
          {t(note ? 'common.save' : 'leads.addNote')}
        </Button>
      </Group>
    </Stack>
  )
}
