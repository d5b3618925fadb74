// Chooses several files within a total size, and lists them.
import { ActionIcon, Group, Input, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { notify } from '../../feedback/notify.ts'
import { FileDrop } from './file-drop.tsx'

interface Props {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  /** `max` in MB, all files together. */
  limits: { readonly files: number; readonly max: number }
  /** As in the `accept` attribute; '' for any. */
  accept: string
  words: {
    readonly label: string
    readonly choose: string
    readonly hint: string
    readonly rules: string
    readonly tooMany: string
    readonly remove: (name: string) => string
  }
}

export function FileListInput({ files, onChange, limits, accept, words }: Props) {
  const add = (more: readonly File[]) => {
    const next = [...files, ...more]
    const bytes = next.reduce((sum, { size }) => sum + size, 0)
    if (next.length <= limits.files && bytes <= limits.max * 1_000_000) onChange(next)
    else notify.error(words.tooMany)
  }
  return (
    <Input.Wrapper label={words.label} labelElement="div">
      <FileDrop choose={words.choose} hint={words.hint} rules={words.rules} accept={accept} multiple onFiles={add} />
      {files.map((file, at) => (
        <Group key={`${at}-${file.name}`} gap="xs" wrap="nowrap" mt="xs">
          <Text size="sm" truncate flex={1} dir="auto">
            {file.name}
          </Text>
          <ActionIcon
            aria-label={words.remove(file.name)}
            onClick={() => onChange(files.filter((one) => one !== file))}
          >
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        </Group>
      ))}
    </Input.Wrapper>
  )
}
