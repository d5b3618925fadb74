// Agent fields as form fields bound to the draft.
import { NumberInput, Switch, Textarea, TextInput, type NumberInputProps } from '@mantine/core'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from './draft/draft.tsx'
import { useFieldAccess } from './draft/field-access.ts'
import { separators } from '../../components/content/format-number.ts'

type FieldsOf<T> = { [K in keyof AgentConfig]-?: NonNullable<AgentConfig[K]> extends T ? K : never }[keyof AgentConfig]
/** Untyped fields, which no form field edits. */
type Foreign = 'vapi' | 'vapiConfig'
export type TextField = Exclude<FieldsOf<string>, 'agentPlatform' | 'publishGuard' | 'handoffAfterHours' | Foreign>
export type SwitchField = Exclude<FieldsOf<boolean>, Foreign>
export type NumberField = Exclude<FieldsOf<number>, Foreign>

export function SwitchOf({ field, hint, label }: { field: SwitchField; hint?: string; label?: string }) {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  if (!useFieldAccess()(field)) return null
  return (
    <Switch
      label={label ?? t(`area.fields.${field}`)}
      description={hint}
      checked={config[field] ?? false}
      onChange={(event) => edit({ [field]: event.currentTarget.checked } as Partial<AgentConfig>)}
    />
  )
}

interface TextProps {
  field: TextField
  hint?: string
  maxLength: number
  multiline?: boolean
  placeholder?: string
  error?: string | false
}

export function TextOf({ field, hint, multiline, ...props }: TextProps) {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  if (!useFieldAccess()(field)) return null
  const shared = {
    ...props,
    label: t(`area.fields.${field}`),
    description: hint,
    value: config[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      edit({ [field]: event.currentTarget.value } as Partial<AgentConfig>),
  }
  return multiline ? <Textarea autosize minRows={2} maxRows={12} {...shared} /> : <TextInput {...shared} />
}

interface NumberProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'error'> {
  value: number | undefined
  /** Called with valid numbers only. */
  onChange: (value: number) => void
  min: number
  max: number
}

/** A number input; shows an error outside its bounds and keeps the last valid value until blur. */
export function BoundNumber({ value, onChange, ...props }: NumberProps) {
  const { t } = useTranslation()
  const { min, max } = props
  const [typed, setTyped] = useState<number | string>()
  const shown = typed ?? value ?? ''
  const fits = typeof shown === 'number' && shown >= min && shown <= max
  return (
    <NumberInput
      {...separators()}
      {...props}
      value={shown}
      error={!fits && t('agents.settings.range', { min, max })}
      onChange={(next) => {
        setTyped(next)
        if (typeof next === 'number' && next >= min && next <= max) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

type NumberOfProps = Omit<NumberProps, 'value' | 'onChange'> & { field: NumberField }

export function NumberOf({ field, ...props }: NumberOfProps) {
  const { config, edit } = useDraft()
  if (!useFieldAccess()(field)) return null
  return (
    <BoundNumber
      {...props}
      value={config[field]}
      onChange={(value) => edit({ [field]: value } as Partial<AgentConfig>)}
    />
  )
}
