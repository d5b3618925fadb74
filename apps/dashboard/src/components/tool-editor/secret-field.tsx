// Chooses a secret by name, or a text with names in braces; can store a new one.
import { errorText } from '../../lib/errors.ts'
import { Autocomplete, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../feedback/read-only.tsx'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { isSecretName, SECRET_MIN, type ToolCalls } from './calls.ts'
import classes from './tool-editor.module.css'

interface Props {
  value: string
  onChange: (value: string) => void
  calls: Pick<ToolCalls, 'secrets' | 'saveSecret'>
  /** Takes only a bare name, as for bearer tokens of MCP servers. */
  label?: string
  description?: string
}

export function SecretField({ value, onChange, calls, label, description }: Props) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const unknown = isSecretName(value) && !calls.secrets.includes(value)
  return (
    <Stack gap={8}>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <Autocomplete
          flex={1}
          size="xs"
          label={label ?? t('tools.secret.label')}
          description={description ?? t('tools.secret.text')}
          maxLength={label ? 100 : 5000}
          data={[...calls.secrets]}
          value={value}
          onChange={onChange}
        />
        {!adding && (
          <Editing>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} stroke={1.5} />}
              onClick={() => setAdding(true)}
            >
              {t('tools.secret.new')}
            </Button>
          </Editing>
        )}
      </Group>
      {unknown && !adding && (
        <Text size="xs" c="dimmed">
          {t('tools.secret.unknown', { name: value })}
        </Text>
      )}
      {adding && (
        <NewSecret
          name={isSecretName(value) ? value : ''}
          saveSecret={calls.saveSecret}
          onCancel={() => setAdding(false)}
          onSaved={(name) => {
            setAdding(false)
            // In a template the new secret is one of several.
            if (!value.includes('{')) onChange(name)
          }}
        />
      )}
    </Stack>
  )
}

interface NewProps {
  name: string
  saveSecret: ToolCalls['saveSecret']
  onSaved: (name: string) => void
  onCancel: () => void
}

function NewSecret({ name: first, saveSecret, onSaved, onCancel }: NewProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(first)
  const [value, setValue] = useState('')
  const [failure, setFailure] = useState('')
  const [saving, setSaving] = useState(false)
  const once = useSingleFlight<void>()
  const short = value.trim().length < SECRET_MIN
  const save = async () => {
    setSaving(true)
    try {
      await saveSecret(name, value.trim())
      onSaved(name)
    } catch (error) {
      setFailure(errorText(error))
      setSaving(false)
    }
  }
  return (
    <fieldset className={classes.sunken} aria-label={t('tools.secret.newTitle')}>
      <TextInput
        size="xs"
        label={t('tools.secret.name')}
        maxLength={100}
        value={name}
        error={name !== '' && !isSecretName(name) && t('tools.secret.badName')}
        onChange={(event) => setName(event.currentTarget.value.trim())}
      />
      <PasswordInput
        size="xs"
        label={t('tools.secret.value')}
        description={t('tools.secret.valueText')}
        autoComplete="off"
        maxLength={10_000}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.show') }}
        value={value}
        error={failure || (value !== '' && short && t('tools.secret.short', { min: SECRET_MIN }))}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Group gap={8} justify="flex-end">
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          size="xs"
          disabled={!isSecretName(name) || short}
          loading={saving}
          onClick={() => void once('save', save)}
        >
          {t('tools.secret.store')}
        </Button>
      </Group>
    </fieldset>
  )
}
