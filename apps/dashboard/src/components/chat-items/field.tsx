// The control of one field, by its type.
import { Checkbox, FileInput, NativeSelect, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { FormField } from '@parlance/contract/items/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export type Typed = string | boolean

interface FieldProps {
  readonly field: FormField
  readonly value: Typed | undefined
  readonly error: string | undefined
  readonly upload: ((file: File) => Promise<string>) | undefined
  readonly onType: (value: Typed) => void
  readonly onLeave: () => void
}

export function Field(props: FieldProps) {
  const { field, value, error, onType, onLeave } = props
  const { t } = useTranslation()
  const { label, required, placeholder, type, options = [] } = field
  const text = typeof value === 'string' ? value : ''
  const common = { label, error, withAsterisk: required, 'aria-required': required, onBlur: onLeave }
  const onChange = (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value)
  const typing = { ...common, value: text, onChange, ...(placeholder ? { placeholder } : {}) }
  switch (type) {
    case 'textarea':
      return <Textarea {...typing} autosize minRows={2} maxRows={6} />
    case 'password':
      return <PasswordInput {...typing} autoComplete="off" />
    case 'select':
      return (
        <NativeSelect
          {...common}
          value={text}
          onChange={onChange}
          data={[{ value: '', label: placeholder || t('items.choose') }, ...new Set(options)]}
        />
      )
    case 'checkbox':
      return (
        <Checkbox
          label={required ? `${label} *` : label}
          error={error}
          checked={value === true}
          onChange={(event) => onType(event.currentTarget.checked)}
        />
      )
    case 'radio':
      return (
        <Radio.Group label={label} error={error} withAsterisk={required} value={text} onChange={onType}>
          <Stack gap={6} my={4}>
            {[...new Set(options)].map((option) => (
              <Radio key={option} value={option} label={option} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'file':
      return <Upload {...props} />
    case 'number':
      // A number field of a browser hides what it can't read; ours says what is wrong with it.
      return <TextInput {...typing} inputMode="decimal" />
    default:
      return <TextInput {...typing} type={type} />
  }
}

/** Uploads when a file is chosen; the form sends its address. */
function Upload({ field, error, upload, onType }: FieldProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    onType('')
    if (!chosen || !upload) return setState('idle')
    setState('busy')
    try {
      onType(await upload(chosen))
      setState('idle')
    } catch {
      setFile(null)
      setState('failed')
    }
  }
  const hint = !upload ? t('items.noUpload') : state === 'busy' ? t('items.uploading') : undefined
  return (
    <FileInput
      label={field.label}
      withAsterisk={field.required}
      aria-required={field.required}
      placeholder={field.placeholder || t('items.choose')}
      description={hint}
      error={state === 'failed' ? t('items.uploadFailed') : error}
      value={file}
      onChange={(chosen) => void choose(chosen)}
      disabled={!upload || state === 'busy'}
      clearable
    />
  )
}
