// MCP servers whose tools the agent may call.
import { Button } from '@mantine/core'
import type { McpServer } from '@parlance/contract/tools/schemas'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { Editing, useReadOnly } from '../../../components/feedback/read-only.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import type { ToolCalls } from '../../../components/tool-editor/calls.ts'
import { newToolId } from '../../../components/tool-editor/tool-form.ts'
import { useDraft } from '../draft/draft.tsx'
import { McpDrawer } from './mcp-drawer.tsx'
import { blankServer, MCP_SERVERS_MAX } from './mcp-form.ts'
import { withoutServer } from './remove-tools.ts'
import { ListRow, ListSection } from './tool-list.tsx'

export function McpSection({ calls }: { calls: ToolCalls }) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const [editing, edit] = useSearchParam('server')
  const full = config.mcpServers.length >= MCP_SERVERS_MAX
  return (
    <ListSection
      title={t('tools.mcp.title')}
      text={full ? t('tools.mcp.full') : undefined}
      empty={t('tools.mcp.empty')}
      rows={config.mcpServers.map((server) => (
        <ServerRow key={server.id} server={server} onEdit={() => edit(server.id)} />
      ))}
      actions={
        <>
          <Editing>
            <Button
              variant="default"
              size="xs"
              disabled={full}
              leftSection={<IconPlus size={14} stroke={1.5} />}
              onClick={() => edit('new')}
            >
              {t('tools.mcp.new')}
            </Button>
          </Editing>
          {editing && <Editor key={editing} id={editing} calls={calls} onClose={() => edit(undefined)} />}
        </>
      }
    />
  )
}

function ServerRow({ server, onEdit }: { server: McpServer; onEdit: () => void }) {
  const { t } = useTranslation()
  const { getState, edit } = useDraft()
  const readOnly = useReadOnly()
  const { id, name, allowedTools } = server
  const remove = async () => {
    const yes = await confirm({
      title: t('tools.mcp.removeTitle', { name }),
      body: t('tools.mcp.removeBody'),
      confirm: t('tools.mcp.removeConfirm'),
    })
    if (yes) edit(withoutServer(getState().config, id))
  }
  const count = allowedTools.length
  return (
    <ListRow
      name={name}
      description={count === 0 ? t('tools.mcp.allTools') : t('tools.mcp.someTools', { count })}
      address={server.url}
      open={{ label: t(readOnly ? 'tools.functions.look' : 'tools.mcp.edit', { name }), go: onEdit }}
      badges={server.disabled ? [{ text: t('tools.functions.off'), colour: 'yellow' }] : []}
      buttons={[{ label: t('tools.mcp.remove', { name }), icon: IconTrash, act: () => void remove() }]}
    />
  )
}

function Editor({ id, calls, onClose }: { id: string; calls: ToolCalls; onClose: () => void }) {
  const { getState, config, edit } = useDraft()
  const readOnly = useReadOnly()
  const fresh = id === 'new'
  const [server] = useState(() =>
    fresh ? blankServer(newToolId()) : config.mcpServers.find((entry) => entry.id === id),
  )
  if (!server || (readOnly && fresh)) return null
  const save = (next: McpServer) => {
    const { mcpServers } = getState().config
    const at = mcpServers.findIndex((entry) => entry.id === next.id)
    edit({ mcpServers: at < 0 ? [...mcpServers, next] : mcpServers.with(at, next) })
    onClose()
  }
  return <McpDrawer server={server} fresh={fresh} calls={calls} onSave={save} onClose={onClose} />
}
