// A JSON field of unknown content, applied while valid.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../../../components/inputs/code-editor/code-editor.tsx'
import { parseJson, shownText } from './json-text.ts'

interface Props {
  label: string
  description?: string
  value: unknown
  /** Called with every valid value that passes `check`. */
  onChange: (value: unknown) => void
  /** Returns the error, if any. */
  check?: (value: unknown) => string | undefined
}

export function JsonField({ label, description, value, onChange, check }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const text = shownText(typed, value, (read) => !check?.(read))
  const parsed = parseJson(text)
  const problem = parsed.ok ? check?.(parsed.value) : t('area.json.invalid')
  return (
    <CodeEditor
      label={label}
      {...(description ? { description } : {})}
      language="json"
      height={160}
      value={text}
      error={problem ?? false}
      onChange={(next) => {
        setTyped(next)
        const read = parseJson(next)
        if (read.ok && !check?.(read.value)) onChange(read.value)
      }}
    />
  )
}
