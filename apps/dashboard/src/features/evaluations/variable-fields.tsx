// Variables known before a test's first message.
import { ActionIcon, Autocomplete, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../components/feedback/read-only.tsx'
import classes from './evaluations.module.css'
import { isVariableName, newVariable, type TypedVariable } from './form-state.ts'

interface Props {
  variables: readonly TypedVariable[]
  names: readonly string[]
  tried: boolean
  onChange: (variables: TypedVariable[]) => void
}

export function VariableFields({ variables, names, tried, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper label={t('evaluations.form.variables')} labelElement="div">
      <Stack gap="xs" mt={4}>
        {variables.map((variable, at) => (
          <Group key={variable.key} gap="xs" wrap="nowrap" align="flex-start">
            <Autocomplete
              className={classes.grow}
              aria-label={t('evaluations.form.variable', { n: at + 1 })}
              placeholder={t('evaluations.fields.name')}
              data={[...names]}
              maxLength={100}
              value={variable.name}
              error={tried && !isVariableName(variable.name) && t('evaluations.form.variableBad')}
              onChange={(name) => onChange(variables.with(at, { ...variable, name }))}
            />
            <TextInput
              className={classes.grow}
              aria-label={t('evaluations.form.variableValue', { n: at + 1 })}
              placeholder={t('evaluations.fields.value')}
              maxLength={5000}
              value={String(variable.value)}
              onChange={(event) => onChange(variables.with(at, { ...variable, value: event.currentTarget.value }))}
            />
            <Editing>
              <ActionIcon
                size="lg"
                aria-label={t('evaluations.form.removeVariable', { n: at + 1 })}
                onClick={() => onChange(variables.toSpliced(at, 1))}
              >
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </Editing>
          </Group>
        ))}
        <Editing>
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={16} stroke={1.5} />}
              onClick={() => onChange([...variables, newVariable()])}
            >
              {t('evaluations.form.addVariable')}
            </Button>
          </div>
        </Editing>
      </Stack>
    </Input.Wrapper>
  )
}
