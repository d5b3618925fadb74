// A search box with debounced changes.
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlwaysEditable } from '../feedback/read-only.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
  label: string
}

export function SearchInput({ value, onChange, label }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next
    onChange(next)
  }, 250)
  // The value may change from outside (back, a link); typing wins over its own echo.
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value
      setText(value)
    }
  }, [value])
  const type = (next: string) => {
    setText(next)
    send(next.trim())
  }
  return (
    <AlwaysEditable>
      <TextInput
        type="search"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={label}
        aria-label={label}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        rightSection={
          text ? <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={() => type('')} /> : undefined
        }
        styles={{ input: { WebkitAppearance: 'none' } }}
      />
    </AlwaysEditable>
  )
}
