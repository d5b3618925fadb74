import type { Tool } from '@parlance/contract/tools/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useWholeLibrary, type LibraryTool } from '../../lib/tools.ts'
import { confirm } from '../../components/overlay/confirm.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { freeName, newToolId } from '../../components/tool-editor/tool-form.ts'

export { useWholeLibrary, type LibraryTool }

/** Without fields only the library has. */
export function bareTool({ lastModified: _when, usedBy: _count, ...tool }: LibraryTool): Tool {
  return tool
}

function usePut() {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return {
    put: async ({ id, ...tool }: Tool) => (await api.tools.save.call({ uid: workspace.uid, toolId: id, ...tool })).data,
    refresh: () => client.invalidateQueries({ queryKey: api.tools.list.key() }),
  }
}

/** Rejects with a sentence for users. */
export function useSaveFunction() {
  const { t } = useTranslation()
  const { put, refresh } = usePut()
  return async (tool: Tool): Promise<void> => {
    try {
      await put(tool)
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
    notify.success(t('tools.functions.saved', { name: tool.name }))
    await refresh()
  }
}

/** Saves one by one; on a failure reports how many succeeded. */
export function useSaveSeveral() {
  const { t } = useTranslation()
  const { put, refresh } = usePut()
  return async (tools: readonly Tool[]): Promise<void> => {
    let count = 0
    try {
      for (const tool of tools) {
        await put(tool)
        count += 1
      }
    } catch (error) {
      throw new Error(t('tools.import.partly', { count, total: tools.length, reason: errorText(error) }), {
        cause: error,
      })
    } finally {
      await refresh()
    }
    notify.success(t('tools.import.added', { count }))
  }
}

export function useDuplicate() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { put, refresh } = usePut()
  return async (tool: LibraryTool): Promise<void> => {
    try {
      const alike = await api.tools.list.call({ uid: workspace.uid, search: tool.name.slice(0, 60), limit: 100 })
      const taken = alike.items.map(({ name }) => name)
      const copy = await put({ ...bareTool(tool), id: newToolId(), name: freeName(tool.name, taken) })
      notify.success(t('tools.functions.duplicated', { name: copy.name }))
      await refresh()
    } catch (error) {
      notify.error(errorText(error))
    }
  }
}

export function useDelete() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return async ({ id, name, usedBy }: LibraryTool): Promise<void> => {
    const yes = await confirm({
      title: t('tools.functions.deleteTitle', { name }),
      body: usedBy === 0 ? t('tools.functions.deleteUnused') : t('tools.functions.deleteUsed', { count: usedBy }),
      confirm: t('tools.functions.deleteConfirm'),
    })
    if (!yes) return
    try {
      await api.tools.delete.call({ uid: workspace.uid, toolId: id })
      notify.success(t('tools.functions.deleted', { name }))
      await client.invalidateQueries({ queryKey: api.tools.list.key() })
    } catch (error) {
      notify.error(errorText(error))
    }
  }
}
