// Imports tools from an OpenAPI document or a curl command: parse, review, select, add.
import { errorText } from '../../lib/errors.ts'
import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { type Imported, type ImportFormat, type ToolCalls } from './calls.ts'
import { PickList } from './pick-list.tsx'
import classes from './tool-editor.module.css'
import { freeName, newToolId } from './tool-form.ts'
import { Dialog } from '../overlay/dialog.tsx'

interface Props {
  read: ToolCalls['read']
  /** Names already in use. */
  taken: readonly string[]
  /** Gets tools with new ids and names. Shows a rejection's message. */
  onAdd: (tools: Tool[]) => Promise<void> | void
  onClose: () => void
}

/** The server's limit for a document, in characters. */
const TEXT_MAX = 1_900_000

export function ImportDialog(props: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<Imported>()
  return (
    <Dialog onClose={props.onClose} size="lg" title={t('tools.import.title')}>
      {found ? (
        <Preview {...props} found={found} onBack={() => setFound(undefined)} />
      ) : (
        <Source read={props.read} onFound={setFound} />
      )}
    </Dialog>
  )
}

function Source({ read, onFound }: { read: Props['read']; onFound: (found: Imported) => void }) {
  const { t } = useTranslation()
  const [format, setFormat] = useState<ImportFormat>('openapi')
  const [text, setText] = useState('')
  const [failure, setFailure] = useState('')
  const [reading, setReading] = useState(false)
  const tooLong = text.length > TEXT_MAX
  const start = async () => {
    setReading(true)
    setFailure('')
    try {
      onFound(await read(format, text))
    } catch (error) {
      setFailure(errorText(error))
      setReading(false)
    }
  }
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('tools.import.from')}
        data={[
          { value: 'openapi', label: t('tools.import.openapi') },
          { value: 'curl', label: t('tools.import.curl') },
        ]}
        value={format}
        onChange={(next) => {
          setFormat(next as ImportFormat)
          setFailure('')
        }}
      />
      <Textarea
        label={t(`tools.import.text.${format}`)}
        description={t(`tools.import.hint.${format}`)}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        value={text}
        error={(tooLong && t('tools.import.tooLong')) || failure}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setFailure('')
        }}
      />
      <Group justify="space-between">
        {format === 'openapi' ? <PickFile onText={setText} onFailure={setFailure} /> : <span />}
        <Button disabled={text.trim() === '' || tooLong} loading={reading} onClick={() => void start()}>
          {t('tools.import.read')}
        </Button>
      </Group>
    </Stack>
  )
}

function PickFile({ onText, onFailure }: { onText: (text: string) => void; onFailure: (text: string) => void }) {
  const { t } = useTranslation()
  const open = async (file: File | null) => {
    if (!file) return
    // A character has at most four bytes, so larger files are rejected unread.
    if (file.size > TEXT_MAX * 4) return onFailure(t('tools.import.tooLong'))
    onFailure('')
    onText(await file.text())
  }
  return (
    <FileButton accept=".json,.yaml,.yml,application/json,application/yaml" onChange={(file) => void open(file)}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFile size={16} stroke={1.5} />}>
          {t('tools.import.file')}
        </Button>
      )}
    </FileButton>
  )
}

/** Gives every tool a free id and name; keeps the order. */
function settled(tools: readonly Tool[], taken: readonly string[]): Tool[] {
  const names = [...taken]
  return tools.map((tool) => {
    const name = freeName(tool.name, names)
    names.push(name)
    return { ...tool, id: newToolId(), name }
  })
}

function Preview({ found, taken, onAdd, onClose, onBack }: Props & { found: Imported; onBack: () => void }) {
  const { t } = useTranslation()
  const [tools] = useState(() => settled(found.tools, taken))
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(tools.map(({ id }) => id)))
  const [failure, setFailure] = useState('')
  const [adding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    try {
      await onAdd(tools.filter(({ id }) => chosen.has(id)))
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setAdding(false)
    }
  }
  return (
    <Stack gap="md">
      {tools.length === 0 ? (
        <Text>{t('tools.import.none')}</Text>
      ) : (
        <PickList
          label={t('tools.import.found', { count: tools.length })}
          chosen={chosen}
          onChange={choose}
          choices={tools.map((tool) => ({
            id: tool.id,
            label: tool.name,
            description: `${tool.method} ${tool.serverUrl}${tool.description ? ` · ${tool.description.slice(0, 200)}` : ''}`,
          }))}
        />
      )}
      {found.noteMessages.length > 0 && (
        <Alert color="yellow" title={t('tools.import.notes')}>
          <ul className={classes.notes}>
            {found.noteMessages.map((note) => (
              <li key={note.message}>{translateMessage(note)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {failure && (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          {t('tools.import.back')}
        </Button>
        <Button disabled={chosen.size === 0} loading={adding} onClick={() => void add()}>
          {t('tools.import.add', { count: chosen.size })}
        </Button>
      </Group>
    </Stack>
  )
}
