// A node's settings besides its text: models, knowledge, tools, global, opening.
import { Checkbox, Group, MultiSelect, Stack, Switch, TagsInput, Text, Textarea } from '@mantine/core'
import type { NodePatch } from '@parlance/engine/graph/graph-edit'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { useTranslation } from 'react-i18next'
import { ModelPicker } from '../../../components/inputs/model-picker/model-picker.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useModels } from '../../../components/model-key/use-models.ts'
import { listOf } from '../../../components/content/locale.ts'
import { Fold, OptionalNumber } from './fields.tsx'
import { isTalkingKind } from './kinds.ts'
import { useGraphEditor } from './graph-editor.tsx'

interface Props {
  node: AgentNode
  patch: (patch: NodePatch) => void
}
type Llm = NonNullable<AgentNode['llmConfig']>
type Kb = NonNullable<AgentNode['kb']>

export function ModelFold({ node, patch }: Props) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const summary = listOf([node.llmConfig?.model, node.routerLlmConfig?.model].flatMap((model) => model || []))
  return (
    <Fold title={t('studio.model.title')} summary={summary || t('studio.model.asAgent')}>
      {isTalkingKind(node.type) && (
        <ModelFields
          title={t('studio.model.answers')}
          inherited={config.vg_defaultModel ?? ''}
          value={node.llmConfig}
          onChange={(llmConfig) => patch({ llmConfig })}
        />
      )}
      <ModelFields
        title={t('studio.model.router')}
        hint={t('studio.model.routerHint')}
        inherited={node.llmConfig?.model ?? config.vg_defaultModel ?? ''}
        value={node.routerLlmConfig}
        onChange={(routerLlmConfig) => patch({ routerLlmConfig })}
      />
    </Fold>
  )
}

interface ModelProps {
  title: string
  hint?: string
  inherited: string
  value: Llm | undefined
  onChange: (value: Llm | undefined) => void
}

/** Empty fields inherit the agent's values. */
function ModelFields({ title, hint, inherited, value, onChange }: ModelProps) {
  const { t } = useTranslation()
  const models = useModels().list
  const set = (change: Llm) => {
    const filled = Object.entries({ ...value, ...change }).filter(([, entry]) => entry !== undefined && entry !== '')
    onChange(filled.length > 0 ? (Object.fromEntries(filled) as Llm) : undefined)
  }
  return (
    <Stack gap={8} component="fieldset" m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={500} p={0}>
        {title}
      </Text>
      <ModelPicker
        label={t('agents.prompt.modelName')}
        description={hint}
        placeholder={inherited}
        value={value?.model ?? ''}
        clearable
        models={models}
        onChange={(model) => set({ model })}
      />
      <Group gap={8} grow align="flex-start">
        <OptionalNumber
          label={t('agents.prompt.temperature')}
          placeholder={t('studio.model.asAgent')}
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
          value={value?.temperature}
          onChange={(temperature) => set({ temperature })}
        />
        <OptionalNumber
          label={t('agents.prompt.maxTokens')}
          placeholder={t('studio.model.asAgent')}
          min={1}
          max={128_000}
          allowDecimal={false}
          value={value?.maxTokens}
          onChange={(maxTokens) => set({ maxTokens })}
        />
      </Group>
    </Stack>
  )
}

export function KnowledgeFold({ node, patch }: Props) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const { kb } = node
  const base: Kb = {
    enabled: config.vg_kbEnabled ?? true,
    maxChunks: config.vg_kbTopChunks ?? 5,
    tags: [],
    smartSearch: false,
  }
  const shown = kb ?? base
  const set = (change: Partial<Kb>) => patch({ kb: { ...shown, ...change } })
  const summary = kb ? t(kb.enabled ? 'studio.kb.on' : 'studio.kb.off') : t('studio.model.asAgent')
  return (
    <Fold title={t('studio.kb.title')} summary={summary}>
      <Switch
        label={t('studio.kb.own')}
        checked={kb !== undefined}
        onChange={(event) => patch({ kb: event.currentTarget.checked ? base : undefined })}
      />
      {kb && (
        <>
          <Switch
            label={t('studio.kb.enabled')}
            checked={kb.enabled}
            onChange={(event) => set({ enabled: event.currentTarget.checked })}
          />
          <OptionalNumber
            label={t('agents.settings.topChunks')}
            min={1}
            max={50}
            allowDecimal={false}
            value={kb.maxChunks}
            onChange={(maxChunks) => maxChunks && set({ maxChunks })}
          />
          <TagsInput
            label={t('studio.kb.tags')}
            description={t('studio.kb.tagsHint')}
            maxTags={100}
            value={[...kb.tags]}
            onChange={(tags) => set({ tags: tags.map((tag) => tag.slice(0, 100)) })}
          />
          <Checkbox
            label={t('studio.kb.smart')}
            description={t('studio.kb.smartHint')}
            checked={kb.smartSearch}
            onChange={(event) => set({ smartSearch: event.currentTarget.checked })}
          />
        </>
      )}
    </Fold>
  )
}

export function ToolsFold({ node, patch }: Props) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const { tools } = useGraphEditor()
  const count = node.toolsIds.length + node.mcpServers.length
  const unknown = (ids: readonly string[], known: readonly { id: string }[]) =>
    ids
      .filter((id) => !known.some((entry) => entry.id === id))
      .map((id) => ({ value: id, label: t('studio.tool.unknown', { name: id }) }))
  const of = (from: 'agent' | 'library') =>
    tools.filter((tool) => tool.from === from).map(({ id, name }) => ({ value: id, label: name }))
  const nothing = tools.length === 0 && config.mcpServers.length === 0 && count === 0
  return (
    <Fold title={t('studio.tools.title')} summary={count > 0 ? t('studio.tools.count', { count }) : ''}>
      {nothing ? (
        <Text size="sm" c="dimmed">
          {t('studio.tools.nothing')}
        </Text>
      ) : (
        <>
          <MultiSelect
            label={t('studio.tools.tools')}
            description={t('studio.tools.toolsHint')}
            searchable
            clearable
            data={[
              { group: t('studio.tools.ofAgent'), items: of('agent') },
              { group: t('studio.tools.ofLibrary'), items: of('library') },
              { group: t('studio.tools.unknown'), items: unknown(node.toolsIds, tools) },
            ].filter(({ items }) => items.length > 0)}
            value={[...node.toolsIds]}
            onChange={(toolsIds) => patch({ toolsIds })}
          />
          <MultiSelect
            label={t('studio.tools.mcp')}
            searchable
            clearable
            disabled={config.mcpServers.length === 0 && node.mcpServers.length === 0}
            data={[
              ...config.mcpServers.map(({ id, name }) => ({ value: id, label: name })),
              ...unknown(node.mcpServers, config.mcpServers),
            ]}
            value={[...node.mcpServers]}
            onChange={(mcpServers) => patch({ mcpServers })}
          />
        </>
      )}
    </Fold>
  )
}

export function GlobalFold({ node, patch }: Props) {
  const { t } = useTranslation()
  return (
    <Fold title={t('studio.global.title')} summary={node.isGlobal ? t('studio.global.on') : ''}>
      <Switch
        label={t('studio.global.label')}
        checked={node.isGlobal}
        onChange={(event) => patch({ isGlobal: event.currentTarget.checked })}
      />
      {node.isGlobal && (
        <Textarea
          label={t('studio.global.condition')}
          placeholder={t('studio.global.conditionHint')}
          autosize
          maxLength={2000}
          value={node.globalCondition}
          onChange={(event) => patch({ globalCondition: event.currentTarget.value })}
        />
      )}
    </Fold>
  )
}

/** How a conversation starts; only for the start. */
export function Opening({ node, patch }: Props) {
  const { t } = useTranslation()
  const { initialMessage = '', userStarts = false } = node.startConfig ?? {}
  const set = (change: Partial<NonNullable<AgentNode['startConfig']>>) =>
    patch({ startConfig: { initialMessage, userStarts, ...change } })
  return (
    <>
      {!userStarts && (
        <Textarea
          label={t('agents.prompt.startMessage')}
          description={t('agents.prompt.startMessageHint')}
          autosize
          maxLength={5000}
          value={initialMessage}
          onChange={(event) => set({ initialMessage: event.currentTarget.value })}
        />
      )}
      <Switch
        label={t('studio.start.userStarts')}
        checked={userStarts}
        onChange={(event) => set({ userStarts: event.currentTarget.checked })}
      />
    </>
  )
}
