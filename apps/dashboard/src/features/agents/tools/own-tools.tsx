// Tools of this agent only.
import { Button } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import { IconCopy, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { Editing, useReadOnly } from '../../../components/feedback/read-only.tsx'
import { dismiss, notify } from '../../../components/feedback/notify.ts'
import { UndoToast } from '../../../components/feedback/undo-toast.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import type { ToolCalls } from '../../../components/tool-editor/calls.ts'
import { ImportDialog } from '../../../components/tool-editor/import-dialog.tsx'
import { blankTool, freeName, newToolId, TOOL_LIMITS } from '../../../components/tool-editor/tool-form.ts'
import { ToolDrawer } from '../../../components/tool-editor/tool-drawer.tsx'
import { ToolView } from '../../../components/tool-editor/tool-view.tsx'
import { UnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { useDraft } from '../draft/draft.tsx'
import { withoutTool, withToolAgain } from './remove-tools.ts'
import { ListRow, ListSection } from './tool-list.tsx'

export function OwnTools({ calls }: { calls: ToolCalls }) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const { tools } = config
  const [editing, edit] = useSearchParam('tool')
  const [importing, setImporting] = useState(false)
  const full = tools.length >= TOOL_LIMITS.agentTools
  return (
    <ListSection
      title={t('tools.agent.own')}
      text={full ? t('tools.agent.full') : undefined}
      empty={t('tools.agent.ownEmpty')}
      rows={tools.map((tool) => (
        <OwnRow key={tool.id} tool={tool} full={full} onEdit={() => edit(tool.id)} />
      ))}
      actions={
        <>
          <Editing>
            <Button
              variant="default"
              size="xs"
              disabled={full}
              leftSection={<IconFileImport size={14} stroke={1.5} />}
              onClick={() => setImporting(true)}
            >
              {t('tools.import.action')}
            </Button>
            <Button
              size="xs"
              disabled={full}
              leftSection={<IconPlus size={14} stroke={1.5} />}
              onClick={() => edit('new')}
            >
              {t('tools.agent.new')}
            </Button>
          </Editing>
          {editing && <Editor key={editing} id={editing} calls={calls} onClose={() => edit(undefined)} />}
          {importing && <Import calls={calls} onClose={() => setImporting(false)} />}
        </>
      }
    />
  )
}

/** The toast of a removed tool. */
const REMOVED = 'removed-tool'

function OwnRow({ tool, full, onEdit }: { tool: Tool; full: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const { getState, edit } = useDraft()
  const readOnly = useReadOnly()
  const { id, name } = tool
  const duplicate = () => {
    const { tools } = getState().config
    const names = tools.map((other) => other.name)
    edit({ tools: [...tools, { ...tool, id: newToolId(), name: freeName(name, names) }] })
  }
  const remove = async () => {
    const yes = await confirm({
      title: t('tools.agent.removeTitle', { name }),
      body: t('tools.agent.removeBody'),
      confirm: t('tools.agent.removeConfirm'),
    })
    if (!yes) return
    const before = getState().config
    edit(withoutTool(before, id))
    const undo = () => {
      dismiss(REMOVED)
      edit(withToolAgain(getState().config, tool, before))
    }
    notify.info(<UndoToast text={t('tools.agent.removed', { name })} onUndo={undo} />, { id: REMOVED, autoClose: 8000 })
  }
  return (
    <ListRow
      name={name}
      kind={tool.method}
      description={tool.description}
      address={tool.serverUrl}
      open={{ label: t(readOnly ? 'tools.functions.look' : 'tools.agent.edit', { name }), go: onEdit }}
      badges={[
        ...(tool.isGlobal ? [{ text: t('tools.agent.global'), colour: 'gray' as const }] : []),
        ...(tool.disabled ? [{ text: t('tools.functions.off'), colour: 'yellow' as const }] : []),
      ]}
      buttons={[
        { label: t('tools.agent.duplicateOf', { name }), icon: IconCopy, act: duplicate, disabled: full },
        { label: t('tools.agent.remove', { name }), icon: IconTrash, act: () => void remove() },
      ]}
    />
  )
}

interface EditorProps {
  id: string
  calls: ToolCalls
  onClose: () => void
}

function Editor({ id, calls, onClose }: EditorProps) {
  const { t } = useTranslation()
  const { getState, config, edit } = useDraft()
  const readOnly = useReadOnly()
  const fresh = id === 'new'
  const [tool] = useState(() => (fresh ? blankTool(newToolId()) : config.tools.find((entry) => entry.id === id)))
  if (!tool || (readOnly && fresh)) return null
  if (readOnly)
    return <ToolView title={tool.name} tool={tool} calls={calls} why={t('agents.draft.lookOnly')} onClose={onClose} />
  const save = (next: Tool) => {
    const { tools } = getState().config
    const at = tools.findIndex((entry) => entry.id === next.id)
    edit({ tools: at < 0 ? [...tools, next] : tools.with(at, next) })
  }
  return (
    <ToolDrawer
      title={fresh ? t('tools.editor.newTitle') : t('tools.editor.editTitle', { name: tool.name })}
      tool={tool}
      fresh={fresh}
      taken={config.tools.filter((entry) => entry.id !== tool.id).map(({ name }) => name)}
      calls={calls}
      onSave={save}
      saveLabel={fresh ? t('tools.editor.add') : t('tools.editor.done')}
      onClose={onClose}
      Guard={UnsavedGuard}
    />
  )
}

function Import({ calls, onClose }: { calls: ToolCalls; onClose: () => void }) {
  const { t } = useTranslation()
  const { getState, config, edit } = useDraft()
  const add = (added: Tool[]) => {
    const { tools } = getState().config
    if (tools.length + added.length > TOOL_LIMITS.agentTools) throw new Error(t('tools.agent.full'))
    edit({ tools: [...tools, ...added] })
  }
  return <ImportDialog read={calls.read} taken={config.tools.map(({ name }) => name)} onAdd={add} onClose={onClose} />
}
