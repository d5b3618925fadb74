import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core'
import type { EdgeRule } from '@parlance/contract/agents/nodes'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { needsValue } from './edge-conditions.ts'
import classes from '../prompt.module.css'
import { useGraphEditor } from '../graph-editor.tsx'
import { Editing } from '../../../../components/feedback/read-only.tsx'

const OPERATORS = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'isSet',
  'isNotSet',
] as const satisfies readonly Test['operator'][]
type Test = EdgeRule['tests'][number]

const MAX_TESTS = 20

/** Tests of variables, without a model. */
export function RuleBuilder({ rule, onChange }: { rule: EdgeRule; onChange: (rule: EdgeRule) => void }) {
  const { t } = useTranslation()
  const { words } = useGraphEditor()
  const { tests } = rule
  return (
    <div className={classes.rule}>
      {tests.length > 1 && (
        <Select
          size="xs"
          aria-label={t('studio.rule.match')}
          allowDeselect={false}
          data={(['all', 'any'] as const).map((match) => ({ value: match, label: t(`studio.rule.${match}`) }))}
          value={rule.match}
          onChange={(match) => onChange({ ...rule, match: match === 'any' ? 'any' : 'all' })}
        />
      )}
      {tests.map((test, at) => (
        <TestRow
          // Tests have no ids.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          test={test}
          variables={words.variables}
          onChange={(next) => onChange({ ...rule, tests: tests.with(at, next) })}
          {...(tests.length > 1 ? { onRemove: () => onChange({ ...rule, tests: tests.toSpliced(at, 1) }) } : {})}
        />
      ))}
      <Editing>
        <div>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={tests.length >= MAX_TESTS}
            onClick={() => {
              const variable = words.variables[0] ?? tests[0]?.variable
              if (variable) onChange({ ...rule, tests: [...tests, { variable, operator: 'isSet', value: '' }] })
            }}
          >
            {t('studio.rule.add')}
          </Button>
        </div>
      </Editing>
    </div>
  )
}

interface RowProps {
  test: Test
  variables: readonly string[]
  onChange: (test: Test) => void
  onRemove?: () => void
}

function TestRow({ test, variables, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const known = variables.includes(test.variable) ? variables : [test.variable, ...variables]
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Select
        size="xs"
        flex={1}
        aria-label={t('studio.rule.variable')}
        searchable
        allowDeselect={false}
        data={[...known]}
        value={test.variable}
        error={!variables.includes(test.variable)}
        onChange={(variable) => variable && onChange({ ...test, variable })}
      />
      <Select
        size="xs"
        flex={1}
        aria-label={t('studio.rule.operator')}
        allowDeselect={false}
        data={OPERATORS.map((operator) => ({ value: operator, label: t(`studio.rule.${operator}`) }))}
        value={test.operator}
        onChange={(operator) => operator && onChange({ ...test, operator: operator as Test['operator'] })}
      />
      {needsValue(test.operator) && (
        <TextInput
          size="xs"
          flex={1}
          aria-label={t('studio.rule.value')}
          placeholder={t('studio.rule.value')}
          maxLength={1000}
          value={test.value}
          onChange={(event) => onChange({ ...test, value: event.currentTarget.value })}
        />
      )}
      <Editing>
        {onRemove && (
          <ActionIcon size={30} aria-label={t('studio.rule.remove')} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </Editing>
    </Group>
  )
}
