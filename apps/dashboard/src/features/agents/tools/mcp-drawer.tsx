// The editor of an MCP server, with a choice of its current tools.
import { Button, Checkbox, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import type { McpServer } from '@parlance/contract/tools/schemas'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDiscardQuestion, UnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { Editing, useReadOnly } from '../../../components/feedback/read-only.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import type { ToolCalls } from '../../../components/tool-editor/calls.ts'
import { PickList } from '../../../components/tool-editor/pick-list.tsx'
import { SecretField } from '../../../components/tool-editor/secret-field.tsx'
import { listOf } from '../../../components/content/locale.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { choicesOf, serverProblems, TRANSPORTS, type Offered, type ServerProblem } from './mcp-form.ts'

interface Props {
  server: McpServer
  fresh: boolean
  calls: ToolCalls
  onSave: (server: McpServer) => void
  onClose: () => void
}

export function McpDrawer({ server: first, fresh, calls, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const discard = useDiscardQuestion()
  const readOnly = useReadOnly()
  const [server, setServer] = useState(first)
  const [some, setSome] = useState(first.allowedTools.length > 0)
  const [strict, setStrict] = useState(false)
  const dirty = JSON.stringify(server) !== JSON.stringify(first)
  const set = (change: Partial<McpServer>) => setServer((before) => ({ ...before, ...change }))
  const problems = serverProblems(server, some)
  const close = async () => {
    if (!dirty || (await discard())) onClose()
  }
  const save = () => {
    setStrict(true)
    if (Object.keys(problems).length === 0) onSave({ ...server, name: server.name.trim() })
  }
  const part = { server, set, problems, strict }
  return (
    <SideDrawer title={titleOf()} onClose={() => void close()} size="min(640px, 100vw)">
      <UnsavedGuard dirty={dirty} />
      <Stack gap="md">
        <Place {...part} calls={calls} />
        <Allowed {...part} some={some} setSome={setSome} />
        <Checkbox
          label={t('tools.mcp.disabled')}
          checked={server.disabled}
          onChange={(event) => set({ disabled: event.currentTarget.checked })}
        />
        <Editing>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => void close()}>
              {t('common.cancel')}
            </Button>
            <Button disabled={!dirty && !fresh} onClick={save}>
              {fresh ? t('tools.mcp.new') : t('tools.editor.done')}
            </Button>
          </Group>
        </Editing>
      </Stack>
    </SideDrawer>
  )

  function titleOf(): string {
    if (fresh) return t('tools.mcp.newTitle')
    return readOnly ? first.name : t('tools.mcp.editTitle', { name: first.name })
  }
}

interface PartProps {
  server: McpServer
  set: (change: Partial<McpServer>) => void
  problems: ReturnType<typeof serverProblems>
  strict: boolean
}

function useSentence() {
  const { t } = useTranslation()
  return (problem: ServerProblem | undefined) =>
    problem && (problem === 'badName' ? t('tools.secret.badName') : t(`tools.mcp.${problem}`))
}

function Place({ server, set, problems, strict, calls }: PartProps & { calls: ToolCalls }) {
  const { t } = useTranslation()
  const say = useSentence()
  return (
    <>
      <TextInput
        label={t('tools.mcp.name')}
        required
        data-autofocus
        maxLength={100}
        value={server.name}
        error={strict && say(problems.name)}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('tools.mcp.url')}
        required
        type="url"
        inputMode="url"
        placeholder="https://mcp.example.com/mcp"
        maxLength={2000}
        value={server.url}
        error={(strict || server.url !== '') && say(problems.url)}
        onChange={(event) => set({ url: event.currentTarget.value.trim() })}
      />
      <Select
        label={t('tools.mcp.transport')}
        allowDeselect={false}
        data={TRANSPORTS.map((value) => ({ value, label: t(`tools.mcp.transports.${value}`) }))}
        value={server.transport}
        onChange={(transport) => transport && set({ transport: transport as McpServer['transport'] })}
      />
      <SecretField
        label={t('tools.mcp.credential')}
        description={t('tools.mcp.credentialText')}
        value={server.credential}
        calls={calls}
        onChange={(credential) => set({ credential: credential.trim() })}
      />
      {problems.credential && (
        <Text size="xs" c="red" role="alert">
          {say(problems.credential)}
        </Text>
      )}
    </>
  )
}

function useListing(server: McpServer) {
  const { api, workspace } = useScope()
  return useMutation({
    // Listing tools works before name and choice are valid.
    mutationFn: () =>
      api.tools.mcpTools.call({
        uid: workspace.uid,
        server: { ...server, name: server.name.trim() || 'MCP', allowedTools: [], disabled: false },
      }),
  })
}

interface AllowedProps extends PartProps {
  some: boolean
  setSome: (some: boolean) => void
}

function Allowed({ server, set, problems, strict, some, setSome }: AllowedProps) {
  const { t } = useTranslation()
  const say = useSentence()
  const listing = useListing(server)
  const choose = (next: string) => {
    setSome(next === 'some')
    if (next === 'all') set({ allowedTools: [] })
  }
  return (
    <section aria-label={t('tools.mcp.tools')}>
      <Text size="sm" fw={500}>
        {t('tools.mcp.tools')}
      </Text>
      <Stack gap="sm">
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={t('tools.mcp.tools')}
            data={(['all', 'some'] as const).map((value) => ({ value, label: t(`tools.mcp.${value}`) }))}
            value={some ? 'some' : 'all'}
            onChange={choose}
          />
          <Editing>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} stroke={1.5} />}
              loading={listing.isPending}
              disabled={Boolean(problems.url) || Boolean(problems.credential)}
              onClick={() => listing.mutate()}
            >
              {t('tools.mcp.fetch')}
            </Button>
          </Editing>
        </Group>
        {listing.error && (
          <Text size="sm" c="red" role="alert">
            {errorText(listing.error)}
          </Text>
        )}
        {listing.data && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('tools.mcp.offered', { count: listing.data.tools.length })}
          </Text>
        )}
        <Choosing server={server} set={set} some={some} offered={listing.data?.tools} />
        {strict && problems.tools && (
          <Text size="sm" c="red" role="alert">
            {say(problems.tools)}
          </Text>
        )}
      </Stack>
    </section>
  )
}

interface ChoosingProps extends Pick<PartProps, 'server' | 'set'> {
  some: boolean
  /** Undefined until loaded. */
  offered: readonly Offered[] | undefined
}

function Choosing({ server, set, some, offered }: ChoosingProps) {
  const { t } = useTranslation()
  const choices = choicesOf(offered ?? [], server.allowedTools)
  if (!some) return offered?.length ? <Text size="sm">{listOf(offered.map(({ name }) => name))}</Text> : null
  if (choices.length === 0) return null
  return (
    <PickList
      label={t('tools.mcp.chosen')}
      chosen={new Set(server.allowedTools)}
      onChange={(allowed) => set({ allowedTools: [...allowed] })}
      choices={choices.map((tool) => ({
        id: tool.name,
        label: tool.name,
        description: tool.offered || !offered ? tool.description.slice(0, 300) : t('tools.mcp.notOffered'),
      }))}
    />
  )
}
