// A field whose content only other programs know, as JSON; it is taken over while it can be read.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../../../components/inputs/code-editor/code-editor.tsx'
import { parseJson, shownText } from './json-text.ts'

interface Props {
  label: string
  description?: string
  value: unknown
  /** With every text that is JSON and passes `check`. */
  onChange: (value: unknown) => void
  /** The sentence that says why the content will not do; undefined when it does. */
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
