// A visitor message and the expectations of its answer.
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../components/feedback/read-only.tsx'
import classes from './evaluations.module.css'
import { ExpectationFields } from './expectation-fields.tsx'
import { newExpectation, type TypedStep } from './form-state.ts'
import type { AgentParts } from './parts.ts'

const MOST_EXPECTATIONS = 20

interface Props {
  n: number
  of: number
  step: TypedStep
  tried: boolean
  parts: AgentParts
  onChange: (step: TypedStep) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function StepFields({ n, of, step, tried, parts, onChange, onMove, onRemove }: Props) {
  const { t } = useTranslation()
  const { expectations } = step
  return (
    <fieldset className={classes.step}>
      <legend className={classes.legend}>{t('evaluations.form.step', { n })}</legend>
      <Editing>
        <Tools {...{ n, of, onMove, onRemove }} />
      </Editing>
      <Stack gap="sm">
        <Textarea
          label={t('evaluations.form.says')}
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          value={step.message}
          error={tried && !step.message.trim() && t('evaluations.form.saysMissing')}
          onChange={(event) => onChange({ ...step, message: event.currentTarget.value })}
        />
        <Text size="sm" fw={500}>
          {t('evaluations.form.expectations')}
        </Text>
        {expectations.map((expectation, at) => (
          <ExpectationFields
            key={expectation.key}
            n={at + 1}
            step={n}
            expectation={expectation}
            tried={tried}
            parts={parts}
            onChange={(next) => onChange({ ...step, expectations: expectations.with(at, next) })}
            onRemove={() => onChange({ ...step, expectations: expectations.toSpliced(at, 1) })}
          />
        ))}
        <Editing>
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={16} stroke={1.5} />}
              disabled={expectations.length >= MOST_EXPECTATIONS}
              onClick={() => onChange({ ...step, expectations: [...expectations, newExpectation()] })}
            >
              {t('evaluations.form.addExpectation')}
            </Button>
          </div>
        </Editing>
      </Stack>
    </fieldset>
  )
}

function Tools({ n, of, onMove, onRemove }: Pick<Props, 'n' | 'of' | 'onMove' | 'onRemove'>) {
  const { t } = useTranslation()
  return (
    <Group gap={4} className={classes.stepTools}>
      <ActionIcon aria-label={t('evaluations.form.up', { n })} disabled={n === 1} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon aria-label={t('evaluations.form.down', { n })} disabled={n === of} onClick={() => onMove(1)}>
        <IconArrowDown size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon aria-label={t('evaluations.form.removeStep', { n })} disabled={of === 1} onClick={onRemove}>
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </Group>
  )
}
