// A field with slow validation, run once after the last key.
import { Loader, Textarea, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'

export const VALIDATION_PAUSE_MS = 2000

interface Props {
  label: string
  description?: string
  value: string
  /** Called on every key, so that no input is lost. */
  onChange: (value: string) => void
  /** Returns the error, if any. Called once per pause. */
  validate: (value: string) => Promise<string | undefined>
  /** Milliseconds after the last key. */
  delay?: number
  multiline?: boolean
  placeholder?: string
  maxLength?: number
  /** Another error. */
  error?: string
  disabled?: boolean
  /** Of a host or page: read from left to right, and no word of a language. */
  isAddress?: boolean
}

type Verdict = 'none' | 'waiting' | 'fine'

export function ValidatedInput(props: Props) {
  const { validate, delay = VALIDATION_PAUSE_MS, multiline, onChange, error: given = '', isAddress, ...field } = props
  const { t } = useTranslation()
  const [verdict, setVerdict] = useState<Verdict>('none')
  const [error, setError] = useState('')
  // Ignores results for an older text.
  const asked = useRef(0)
  const check = useDebouncedCallback(async (text: string) => {
    const mine = asked.current
    const problem = await validate(text).catch((failure: unknown) => String(failure))
    if (mine !== asked.current) return
    setError(problem ?? '')
    setVerdict(problem ? 'none' : 'fine')
  }, delay)
  const type = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    asked.current += 1
    onChange(value)
    setError('')
    setVerdict('waiting')
    check(value)
  }
  const shared = {
    ...field,
    ...(isAddress && { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' }),
    onChange: type,
    error: given || error || undefined,
    'aria-busy': verdict === 'waiting',
    rightSection:
      verdict === 'waiting' ? (
        <Loader size={16} aria-label={t('area.validating')} />
      ) : verdict === 'fine' && !given ? (
        <IconCheck size={16} stroke={1.5} aria-label={t('area.valid')} />
      ) : undefined,
  }
  return multiline ? <Textarea autosize minRows={3} maxRows={10} {...shared} /> : <TextInput {...shared} />
}
