import { ActionIcon, Checkbox, Group, Select, Text, TextInput } from '@mantine/core'
import type { Variable } from '@parlance/contract/agents/variables'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CheckedInput } from '../prompt/fields.tsx'
import { fitsType, VARIABLE_TYPES } from './rules.ts'
import type { Uses } from './uses.ts'
import classes from './variables.module.css'
import { Editing } from '../../../components/feedback/read-only.tsx'

interface Props {
  variable: Variable
  uses: Uses
  /** True for a new one. */
  focused: boolean
  check: (name: string) => 'badName' | 'sameName' | undefined
  onChange: (variable: Variable) => void
  onRemove: () => void
}

export function VariableRow({ uses, onChange, ...head }: Props) {
  const { variable } = head
  const { t } = useTranslation()
  const set = (change: Partial<Variable>) => onChange({ ...variable, ...change })
  return (
    <fieldset className={classes.row}>
      <legend className="visually-hidden">{variable.name}</legend>
      <Head {...head} set={set} />
      <TextInput
        size="xs"
        label={t('agents.variables.description')}
        placeholder={t('agents.variables.descriptionHint')}
        maxLength={1000}
        value={variable.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <StartValue variable={variable} set={set} />
      <Checkbox
        size="xs"
        label={t('agents.variables.secret')}
        description={t('agents.variables.secretHint')}
        checked={variable.isEnv}
        onChange={(event) => set({ isEnv: event.currentTarget.checked, defaultValue: '' })}
      />
      <Text size="xs" c="dimmed">
        <UsedIn uses={uses} />
      </Text>
    </fieldset>
  )
}

type HeadProps = Omit<Props, 'uses' | 'onChange'> & { set: (change: Partial<Variable>) => void }

function Head({ variable, focused, check, onRemove, set }: HeadProps) {
  const { t } = useTranslation()
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <CheckedInput
        flex={1}
        size="xs"
        label={t('agents.variables.name')}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        // A new row opens for typing.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focused}
        onFocus={(event) => focused && event.currentTarget.select()}
        value={variable.name}
        check={(name) => {
          const problem = check(name)
          return problem && t(`agents.variables.${problem}`)
        }}
        onChange={(name) => set({ name })}
      />
      <Select
        flex={1}
        size="xs"
        label={t('agents.variables.type')}
        allowDeselect={false}
        data={VARIABLE_TYPES.map((type) => ({ value: type, label: t(`studio.types.${type}`) }))}
        value={variable.type}
        onChange={(type) => type && set({ type: type as Variable['type'] })}
      />
      <Editing>
        <ActionIcon
          className={classes.remove}
          size={30}
          aria-label={t('agents.variables.remove', { name: variable.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </Editing>
    </Group>
  )
}

function StartValue({ variable, set }: { variable: Variable; set: (change: Partial<Variable>) => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { name, type, isEnv, defaultValue } = variable
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  if (isEnv) {
    return (
      <Text size="xs">
        {t('agents.variables.secretValue', { name })}{' '}
        <AppLink target={paths.credentials(region)} className={classes.link}>
          {t('agents.variables.credentials')}
        </AppLink>
      </Text>
    )
  }
  const fits = fitsType(variable, today)
  return (
    <TextInput
      size="xs"
      label={t('agents.variables.defaultValue')}
      placeholder={t('agents.variables.defaultHint')}
      maxLength={5000}
      value={defaultValue}
      error={!fits && type !== 'text' && t(`agents.variables.badValue.${type}`)}
      onChange={(event) => set({ defaultValue: event.currentTarget.value })}
    />
  )
}

function UsedIn({ uses: { steps: count, places } }: { uses: Uses }) {
  const { t, i18n } = useTranslation()
  const steps = count > 0 ? t('agents.variables.usedInSteps', { count }) : ''
  const names = new Intl.ListFormat(i18n.language).format(places.map((place) => t(`agents.variables.places.${place}`)))
  if (steps && names) return t('agents.variables.usedBoth', { steps, places: names })
  if (names) return t('agents.variables.usedElsewhere', { places: names })
  return steps || t('agents.variables.usedNowhere')
}
