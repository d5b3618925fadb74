// Name, scopes and lifetime of an API key.
import { Button, Checkbox, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import {
  AREAS,
  orderedScopes,
  SCOPE_PRESETS,
  type Area,
  type Scope,
  type ScopePreset,
} from '@parlance/contract/lib/scopes'
import type { ApiKey } from '@parlance/contract/workspaces/keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../../../components/content/locale.ts'
import { FormError } from '../../../../components/feedback/form-error.tsx'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { scopeName } from '../logs/audit-words.ts'
import { SDK_EXAMPLE } from './key-example.ts'
import classes from './keys.module.css'
import { useSaveKey, type KeyValues, type MadeKey } from './use-keys.ts'

const NAME_MAX = 80
const LIFETIMES = [
  ['never', 0],
  ['d30', 30],
  ['d90', 90],
  ['d365', 365],
] as const
const PRESETS = ['read', 'build', 'all', 'own'] as const

const sameScopes = (one: readonly Scope[], other: readonly Scope[]) => one.join() === other.join()
/** The preset of these scopes; `own` for others. */
export const presetOf = (scopes: readonly Scope[]): ScopePreset | 'own' =>
  PRESETS.find((preset) => preset !== 'own' && sameScopes(SCOPE_PRESETS[preset], orderedScopes(scopes))) ?? 'own'

interface Props {
  /** The edited key; undefined for a new one. */
  of: ApiKey | undefined
  onMade: (made: MadeKey) => void
  onClose: () => void
}

export default function KeyForm({ of, onMade, onClose }: Props) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 36em)')
  const save = useSaveKey(of?.id, (made) => (made ? onMade(made) : onClose()))
  const form = useForm<KeyValues>({
    initialValues: { name: of?.name ?? '', scopes: [...(of?.scopes ?? SCOPE_PRESETS.read)], expiresInDays: 0 },
    validate: {
      name: (value) => (value.trim() ? null : t('keys.form.nameRequired')),
      scopes: (value) => (value.length > 0 ? null : t('keys.form.none')),
    },
  })
  const { scopes } = form.values
  const setScopes = (next: readonly Scope[]) => form.setFieldValue('scopes', orderedScopes(next))
  return (
    <Dialog
      size="lg"
      fullScreen={narrow ?? false}
      onClose={onClose}
      title={of ? t('keys.form.editTitle') : t('keys.form.newTitle')}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate({ ...values, name: values.name.trim() }))}>
        <Stack gap="md">
          <FormError error={save.error} />
          <TextInput
            label={t('keys.form.name')}
            required
            data-autofocus
            maxLength={NAME_MAX}
            {...form.getInputProps('name')}
          />
          <Presets scopes={scopes} onChange={setScopes} />
          <ScopeTable scopes={scopes} onChange={setScopes} />
          {!of && <ForExample scopes={scopes} />}
          {form.errors['scopes'] && (
            <Text size="sm" c="red" role="alert">
              {form.errors['scopes']}
            </Text>
          )}
          {!of && (
            <Lifetime
              value={form.values.expiresInDays}
              onChange={(days) => form.setFieldValue('expiresInDays', days)}
            />
          )}
          <FormFooter isNew={!of} saving={save.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

function FormFooter({ isNew, saving, onClose }: { isNew: boolean; saving: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={saving}>
        {isNew ? t('keys.form.create') : t('keys.form.save')}
      </Button>
    </Group>
  )
}

/** Warns that a read-only key fails at the SDK example's first line. */
function ForExample({ scopes }: Pick<ScopesProps, 'scopes'>) {
  const { t } = useTranslation()
  const missing = SDK_EXAMPLE.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return null
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {t('keys.form.example', { scopes: listOf(missing.map((scope) => scopeName(scope, t))) })}
    </Text>
  )
}

interface ScopesProps {
  scopes: readonly Scope[]
  onChange: (scopes: readonly Scope[]) => void
}

function Presets({ scopes, onChange }: ScopesProps) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 36em)')
  /** «Custom» was chosen although the scopes still match a preset. */
  const [own, setOwn] = useState(false)
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('keys.form.presets')}
      </Text>
      <SegmentedControl
        fullWidth
        orientation={narrow ? 'vertical' : 'horizontal'}
        aria-label={t('keys.form.presets')}
        data={PRESETS.map((value) => ({ value, label: t(`keys.form.preset.${value}`) }))}
        value={own ? 'own' : presetOf(scopes)}
        onChange={(preset) => {
          setOwn(preset === 'own')
          if (preset !== 'own') onChange(SCOPE_PRESETS[preset as ScopePreset])
        }}
      />
    </div>
  )
}

function ScopeTable({ scopes, onChange }: ScopesProps) {
  const { t } = useTranslation()
  const box = (area: Area, does: 'read' | 'write') => {
    const scope: Scope = `${area}:${does}`
    const label = t(does === 'read' ? 'keys.form.readOf' : 'keys.form.writeOf', { area: t(`keys.areas.${area}`) })
    const toggle = (on: boolean) => onChange(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))
    return (
      <td>
        <div>
          <Checkbox
            aria-label={label}
            checked={scopes.includes(scope)}
            onChange={(event) => toggle(event.currentTarget.checked)}
          />
        </div>
      </td>
    )
  }
  return (
    <table className={classes.scopes} aria-label={t('keys.form.scopes')}>
      <thead>
        <tr>
          <th scope="col">{t('keys.form.area')}</th>
          <th scope="col">{t('keys.form.read')}</th>
          <th scope="col">{t('keys.form.write')}</th>
        </tr>
      </thead>
      <tbody>
        {AREAS.map((area) => (
          <tr key={area}>
            <th scope="row">{t(`keys.areas.${area}`)}</th>
            {box(area, 'read')}
            {box(area, 'write')}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Lifetime({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('keys.form.ends')}
      allowDeselect={false}
      data={LIFETIMES.map(([name, days]) => ({ value: String(days), label: t(`keys.form.lifetimes.${name}`) }))}
      value={String(value)}
      onChange={(next) => onChange(Number(next ?? 0))}
    />
  )
}
