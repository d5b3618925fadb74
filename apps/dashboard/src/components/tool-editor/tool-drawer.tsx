// A tool's editor: the call on the left, its test on the right.
import { errorText } from '../../lib/errors.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDiscardQuestion } from '../../lib/unsaved-guard.tsx'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { SideDrawer } from '../overlay/side-drawer.tsx'
import { Answer } from './answer.tsx'
import { Availability } from './availability.tsx'
import { Basics } from './basics.tsx'
import { type ToolCalls } from './calls.ts'
import { Fields, useIssueText } from './fields.tsx'
import { TestCall } from './test-call.tsx'
import classes from './tool-editor.module.css'
import { canSave, toolIssues, type Issues } from './tool-form.ts'

interface Props {
  title: string
  tool: Tool
  /** Not stored yet, so it can be saved without changes. */
  fresh?: boolean
  /** Names of the agent's other tools. */
  taken?: readonly string[]
  calls: ToolCalls
  /** Shows a rejection's message; closes the editor on success. */
  onSave: (tool: Tool) => Promise<void> | void
  saveLabel: string
  onClose: () => void
  /** Asks before leaving with unsaved changes. */
  Guard: ComponentType<{ dirty: boolean }>
}

export function ToolDrawer({ title, tool: first, fresh, taken, calls, onSave, saveLabel, onClose, Guard }: Props) {
  const { t } = useTranslation()
  const discard = useDiscardQuestion()
  const [tool, setTool] = useState(first)
  const [strict, setStrict] = useState(false)
  const [saving, setSaving] = useState(false)
  const once = useSingleFlight<void>()
  const [failure, setFailure] = useState('')
  const [result, setResult] = useState<ToolCallResult>()
  const dirty = JSON.stringify(tool) !== JSON.stringify(first)
  const issues = toolIssues(tool, taken)
  const set = (change: Partial<Tool>) => setTool((before) => ({ ...before, ...change }))
  const part = { tool, set, issues, strict }
  // Incomplete mappings don't block a test.
  const mapped = tool.responseMapping.filter((_, at) => !issues.mapping[at])
  const close = async () => {
    if (!dirty || (await discard())) onClose()
  }
  const save = async () => {
    setStrict(true)
    setFailure('')
    if (!canSave(issues)) return
    setSaving(true)
    try {
      await onSave(tool)
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setSaving(false)
    }
  }
  return (
    <SideDrawer title={title} onClose={() => void close()} size="min(1120px, 100vw)">
      <Guard dirty={dirty && !saving} />
      <div className={classes.columns}>
        <Stack gap="xl" miw={0}>
          <Basics {...part} />
          <Fields {...part} calls={calls} />
          <Answer {...part} response={result?.ok ? result.response : undefined} />
          <Availability {...part} />
        </Stack>
        <TestCall
          tool={{ ...tool, responseMapping: mapped }}
          ready={canSave({ ...issues, mapping: {} })}
          calls={calls}
          onResult={setResult}
        />
      </div>
      <FormFooter issues={strict ? issues : undefined} failure={failure}>
        <Button variant="default" onClick={() => void close()}>
          {t('common.cancel')}
        </Button>
        <Button loading={saving} disabled={!dirty && !fresh} onClick={() => void once('save', save)}>
          {saveLabel}
        </Button>
      </FormFooter>
    </SideDrawer>
  )
}

interface FootProps {
  issues: Issues | undefined
  failure: string
  children: ReactNode
}

function FormFooter({ issues, failure, children }: FootProps) {
  const { t } = useTranslation()
  const say = useIssueText()
  const fix = issues && !canSave(issues) ? t('tools.editor.fix') : ''
  const lines = [failure, fix, ...(issues?.others.map((issue) => say(issue)) ?? [])].filter(Boolean)
  return (
    <div className={classes.foot}>
      <div className={classes.footText}>
        {lines.length > 0 && (
          <Alert color="red" role="alert" py={8}>
            {lines.map((line) => (
              <Text key={line} size="sm">
                {line}
              </Text>
            ))}
          </Alert>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </div>
  )
}
