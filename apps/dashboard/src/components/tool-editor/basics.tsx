import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import { useTranslation } from 'react-i18next'
import { separators } from '../content/format-number.ts'
import { useIssueText } from './fields.tsx'
import { Block, type Part } from './block.tsx'
import classes from './tool-editor.module.css'
import { METHODS, TOOL_LIMITS } from './tool-form.ts'

/** Name, description and availability. */
export function Basics({ tool, set, issues, strict }: Part) {
  const { t } = useTranslation()
  const say = useIssueText()
  return (
    <Block title={t('tools.basics.title')}>
      <TextInput
        label={t('tools.basics.name')}
        description={t('tools.basics.nameText')}
        required
        maxLength={64}
        data-autofocus
        value={tool.name}
        error={(strict || tool.name !== '') && say(issues.name)}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('tools.basics.description')}
        description={t('tools.basics.descriptionText')}
        placeholder={t('tools.basics.descriptionHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={tool.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <div className={classes.address}>
        <Select
          label={t('tools.basics.method')}
          allowDeselect={false}
          data={METHODS}
          value={tool.method}
          onChange={(method) => method && set({ method: method as Tool['method'] })}
        />
        <TextInput
          label={t('tools.basics.url')}
          required
          type="url"
          inputMode="url"
          placeholder="https://api.example.com/orders/{orderId}"
          maxLength={2000}
          value={tool.serverUrl}
          error={(strict || tool.serverUrl !== '') && say(issues.serverUrl)}
          onChange={(event) => set({ serverUrl: event.currentTarget.value.trim() })}
        />
      </div>
      <Timeout tool={tool} set={set} />
    </Block>
  )
}

function Timeout({ tool, set }: Pick<Part, 'tool' | 'set'>) {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t('tools.basics.timeout')}
      description={t('tools.basics.timeoutText')}
      min={TOOL_LIMITS.minSeconds}
      max={TOOL_LIMITS.maxSeconds}
      clampBehavior="strict"
      decimalScale={1}
      decimalSeparator={separators().decimalSeparator}
      maw={220}
      value={tool.timeoutMs / 1000}
      onChange={(seconds) => {
        const ms = Math.round(Number(seconds) * 1000)
        if (ms >= TOOL_LIMITS.minSeconds * 1000 && ms <= TOOL_LIMITS.maxSeconds * 1000) set({ timeoutMs: ms })
      }}
    />
  )
}
