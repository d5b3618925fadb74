// A tool node's call and arguments.
import { Select, Stack, Text, TextInput } from '@mantine/core'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { useTranslation } from 'react-i18next'
import { useGraphEditor } from './graph-editor.tsx'

type Call = NonNullable<AgentNode['toolCall']>

export function ToolCall({ call, onChange }: { call: Call | undefined; onChange: (call: Call) => void }) {
  const { t } = useTranslation()
  const { tools } = useGraphEditor()
  const toolId = call?.toolId ?? ''
  const tool = tools.find(({ id }) => id === toolId)
  const given = call?.arguments ?? {}
  // The server fills in secrets and constants.
  const asked = tool?.fields.filter((field) => !field.isEnv && field.value === '') ?? []
  const others = Object.keys(given).filter((key) => !asked.some((field) => field.key === key))
  const missing = toolId !== '' && !tool
  const set = (key: string, value: string) => {
    const { [key]: _old, ...rest } = given
    onChange({ toolId, arguments: value === '' ? rest : { ...rest, [key]: value } })
  }
  return (
    <Stack gap="sm">
      <Select
        label={t('studio.tool.label')}
        description={tool?.description || t('studio.tool.text')}
        placeholder={tools.length === 0 ? t('studio.tool.none') : t('studio.tool.choose')}
        searchable
        allowDeselect={false}
        disabled={tools.length === 0 && !missing}
        data={[
          ...(missing ? [{ value: toolId, label: t('studio.tool.unknown', { name: toolId }) }] : []),
          ...tools.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={toolId || null}
        onChange={(next) => next && onChange({ toolId: next, arguments: given })}
      />
      {tool && asked.length === 0 && others.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('studio.tool.noArguments')}
        </Text>
      )}
      {asked.map((field) => (
        <TextInput
          key={field.key}
          label={field.key}
          description={field.description || undefined}
          withAsterisk={field.required}
          placeholder={t('studio.tool.argumentHint')}
          maxLength={5000}
          value={given[field.key] ?? ''}
          onChange={(event) => set(field.key, event.currentTarget.value)}
        />
      ))}
      {others.map((key) => (
        <TextInput
          key={key}
          label={key}
          description={tool ? t('studio.tool.notOfTool') : undefined}
          maxLength={5000}
          value={given[key] ?? ''}
          onChange={(event) => set(key, event.currentTarget.value)}
        />
      ))}
    </Stack>
  )
}
