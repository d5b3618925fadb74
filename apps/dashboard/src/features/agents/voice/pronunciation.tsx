import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { useVoice } from './use-voice.ts'

const MOST = 200

interface Row {
  readonly word: string
  readonly replacement: string
}

const isWhole = ({ word, replacement }: Row) => word.trim() !== '' && replacement.trim() !== ''

/** Pronunciation of words the voice gets wrong. Unfinished rows are not saved. */
export function Pronunciation() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const saved = voice.speechGen.wordsReplacements ?? []
  const [rows, setRows] = useState<readonly Row[]>(saved)
  const kept = rows.filter(isWhole)
  // Another edit or a restored version replaces it.
  const shown = JSON.stringify(kept) === JSON.stringify(saved) ? rows : saved
  const change = (next: readonly Row[]) => {
    setRows(next)
    set('speechGen', { wordsReplacements: next.filter(isWhole) })
  }
  return (
    <Stack gap="xs" component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" size="sm" fw={500}>
        {t('area.parts.wordsReplacements')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('voices.pronunciationHint')}
      </Text>
      {shown.map((row, index) => (
        // Rows have no id and are only appended.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            size="xs"
            label={t('area.parts.word')}
            maxLength={100}
            value={row.word}
            onChange={(event) => change(shown.with(index, { ...row, word: event.currentTarget.value }))}
          />
          <TextInput
            flex={1}
            size="xs"
            label={t('area.parts.replacement')}
            maxLength={200}
            value={row.replacement}
            onChange={(event) => change(shown.with(index, { ...row, replacement: event.currentTarget.value }))}
          />
          <Editing>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('voices.removeWord', { word: row.word })}
              onClick={() => change(shown.toSpliced(index, 1))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Editing>
        </Group>
      ))}
      <Editing>
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} stroke={1.5} />}
          disabled={shown.length >= MOST}
          onClick={() => setRows([...shown, { word: '', replacement: '' }])}
        >
          {t('voices.addWord')}
        </Button>
      </Editing>
    </Stack>
  )
}
